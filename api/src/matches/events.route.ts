import { leagueView, matchRow, type Tick } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { leagues } from '@touchline/core/matches';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { Replica } from '../live/replica.ts';
import { rowsInOrder } from './rows-in-order.ts';

/** The frame of the live room (PUSH: `tick`), for those who cannot hold a socket. */
const tickAnswer = z.object({
  e: z.string(),
  p: z.int(),
  n: z.int(),
  t: z.int(),
  full: z.literal(true).optional(),
  d: z.array(matchRow),
});
const schema = {
  tags: ['matches'],
  summary: 'All matches, live first; or with `since` what changed after that version, as one frame',
  querystring: z.object({ since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
  response: { 200: z.union([z.array(matchRow), tickAnswer]), ...refusalAnswers },
};
const leaguesSchema = {
  tags: ['matches'],
  summary: 'The leagues on offer',
  response: { 200: z.array(leagueView), ...refusalAnswers },
};

export type EventsDeps = {
  readonly replica: Replica;
  readonly frameSince: (n: number) => Tick;
  readonly now: () => Instant;
};

export const eventsRoutes = (deps: EventsDeps) => async (app: App) => {
  app.get('/events', { schema }, async (request, reply) => {
    const { since } = request.query;
    // Woken late, or cut off for a while, this node has an old list, which must not replace a newer one.
    const isBehind = since !== undefined && since > deps.replica.n() && !(await deps.replica.catchUp());
    if (isBehind || !deps.replica.isLoaded()) {
      return refuse(reply, 503, {
        code: 'matches-not-ready',
        error: 'The matches are being loaded. Please try again.',
      });
    }
    if (since === undefined) return rowsInOrder(deps.replica.rows(), deps.now());
    const frame = deps.frameSince(since);
    return { ...frame, d: [...frame.d] };
  });
  app.get('/events/leagues', { schema: leaguesSchema }, async () => [...leagues]);
};
