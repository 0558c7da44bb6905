import type { z } from 'zod';
import { finishMatch, moveKickoff, scoreGoal, setMarket, setPrices, withdrawGoal } from './actions.ts';
import {
  abandonMatch,
  cancelMatch,
  correctScore,
  postponeMatch,
  setStoppage,
  showRed,
  switchVenue,
} from './event-actions.ts';
import * as schemas from './schemas.ts';
import { type ConsoleDeps, type ConsoleResult, refused } from './touch-match.ts';

/** One action on a match: POST /desk/api/matches/ID/NAME with such a body. */
export type MatchCall = {
  readonly name: string;
  readonly body: string;
  readonly does: string;
  readonly run: (deps: ConsoleDeps, id: string, body: unknown) => ConsoleResult;
};

const SIDE = 'side is "home" or "away".';
const SCORE = 'home and away are whole numbers of goals.';
const KICKOFF = 'kickoffAt is a time such as 2026-11-21T15:00:00Z.';

export const MATCH_CALLS: readonly MatchCall[] = [
  call('goal', '{"side":"home"}', 'A goal.', schemas.side, SIDE, (deps, id, { side }) => scoreGoal(deps, id, side)),
  call(
    'withdraw-goal',
    '{"side":"home"}',
    'Disallows the last goal of a side.',
    schemas.side,
    SIDE,
    (deps, id, { side }) => withdrawGoal(deps, id, side),
  ),
  call(
    'red-card',
    '{"side":"away"}',
    'A red card: prices of the model react, and the market pauses.',
    schemas.side,
    SIDE,
    (deps, id, { side }) => showRed(deps, id, side),
  ),
  call(
    'stoppage',
    '{"half":2,"minutes":7}',
    'Sets the stoppage time of a half.',
    schemas.stoppage,
    'half is 1 or 2, minutes are from 0 to 30.',
    (deps, id, { half, minutes }) => setStoppage(deps, id, half, minutes),
  ),
  call(
    'finish',
    '{"home":2,"away":1} or {}',
    'Ends the match, at this score or the one that stands.',
    schemas.scoreOrNone,
    SCORE,
    (deps, id, score) => finishMatch(deps, id, score),
  ),
  call(
    'correct',
    '{"home":2,"away":2}',
    'Another final score of a match that was completed.',
    schemas.score,
    SCORE,
    (deps, id, score) => correctScore(deps, id, score),
  ),
  call(
    'kickoff',
    '{"kickoffAt":"2026-11-21T15:00:00Z"}',
    'Moves the kick-off; lists a match again that was off.',
    schemas.kickoff,
    KICKOFF,
    (deps, id, { kickoffAt }) => moveKickoff(deps, id, kickoffAt),
  ),
  call(
    'postpone',
    '{"kickoffAt":"2026-11-24T20:00:00Z","hiddenSeconds":30,"id":"keep"}',
    'Off the list, and there again after hiddenSeconds at the new time; id "new" changes its id. kickoffAt null leaves it off.',
    schemas.postponement,
    `${KICKOFF} hiddenSeconds is 0 or more, id is "keep" or "new".`,
    (deps, id, order) => postponeMatch(deps, id, order),
  ),
  call('abandon', '{}', 'The score stops and is never completed; prices vanish.', schemas.emptyBody, '', (deps, id) =>
    abandonMatch(deps, id),
  ),
  call('cancel', '{}', 'Off the list for good.', schemas.emptyBody, '', (deps, id) => cancelMatch(deps, id)),
  call('switch-venue', '{}', 'Home and away change places, under the same id.', schemas.emptyBody, '', (deps, id) =>
    switchVenue(deps, id),
  ),
  call(
    'market',
    '{"market":"suspended","feed":"vanishes"}',
    'Suspends or opens; feed "lingers" leaves the old price with its old last_update for 15 minutes.',
    schemas.market,
    'market is "open" or "suspended", feed is "vanishes" or "lingers".',
    (deps, id, order) => setMarket(deps, id, order),
  ),
  call(
    'prices',
    '{"prices":{"home":2.1,"draw":3.4,"away":3.6},"totals":{"point":2.5,"over":1.9,"under":1.9}}',
    'Fixes prices at every bookmaker; {"prices":null} frees them.',
    schemas.prices,
    'prices are home, draw and away above 1; totals are point, over and under.',
    (deps, id, { h2h, totals }) => setPrices(deps, id, h2h, totals),
  ),
];

function call<Schema extends z.ZodType>(
  name: string,
  body: string,
  does: string,
  schema: Schema,
  wrong: string,
  run: (deps: ConsoleDeps, id: string, body: z.output<Schema>) => ConsoleResult,
): MatchCall {
  return {
    name,
    body,
    does,
    run: (deps, id, raw) => {
      const read = schema.safeParse(raw);
      return read.success ? run(deps, id, read.data) : refused('wrong', wrong);
    },
  };
}
