import { type MatchHistory, matchHistory } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { readClosures, readHistory } from '@touchline/store/matches';
import { listRulings } from '@touchline/store/settlement';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { Replica } from '../live/replica.ts';
import type { LogoOf } from '../live/team-logos.ts';
import { viewHistory } from './view-history.ts';

const schema = {
  tags: ['matches'],
  summary: 'A match as it is, how its prices went and what happened to it; also of one that is over',
  params: z.object({ matchId: z.uuid().transform((id) => id.toLowerCase() as MatchId) }),
  response: { 200: matchHistory, ...refusalAnswers },
};

type HistoryDeps = {
  readonly db: Db;
  readonly replica: Pick<Replica, 'row'>;
  readonly logoOf?: LogoOf;
  readonly now: () => Instant;
};

/** After a goal everybody asks at once: who asks within a second for what has not changed gets the same answer. */
const keptMs = seconds(1);
const mostKept = 200;

export const historyRoute =
  ({ db, replica, logoOf, now }: HistoryDeps) =>
  async (app: App) => {
    const kept = new Map<MatchId, { readonly s: number | undefined; readonly at: Instant; readonly history: Asked }>();
    const historyOf = (id: MatchId): Asked => {
      const s = replica.row(id)?.s;
      const known = kept.get(id);
      if (known && known.s === s && now() - known.at < keptMs) return known.history;
      const history = ask(db, id, logoOf);
      if (kept.size >= mostKept) kept.clear();
      kept.set(id, { s, at: now(), history });
      history.catch(() => kept.delete(id));
      return history;
    };
    // Every price that a match had is looked at for an answer.
    const config = { rateLimit: { max: 120, timeWindow: '1 minute', groupId: 'history' } };
    app.get('/events/:matchId/history', { schema, config }, async (request, reply) => {
      const history = await historyOf(request.params.matchId);
      return history ?? refuse(reply, 404, { code: 'match-unknown', error: 'There is no such match.' });
    });
  };

type Asked = Promise<MatchHistory | undefined>;

async function ask(db: Db, id: MatchId, logoOf: LogoOf | undefined): Asked {
  const [history, rulings] = await Promise.all([readHistory(db, id), listRulings(db, id)]);
  // Read after the match, as a closure comes with its version: no screen would take the same version with its lock after this.
  return history && viewHistory({ ...history, rulings }, await readClosures(db), logoOf);
}
