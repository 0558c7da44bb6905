import { hash } from 'node:crypto';
import { leagueView, type MatchRow, matchRow, type Tick } from '@touchline/core/contract';
import { type Instant, seconds } from '@touchline/core/instant';
import { leagues } from '@touchline/core/matches';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { countedInMemory } from '../http/limit-counter.ts';
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
  response: {
    200: {
      description: 'A list of matches, or a frame',
      content: { 'application/json': { schema: z.union([z.array(matchRow), tickAnswer]) } },
    },
    304: {
      description: 'The list that `if-none-match` names is the newest',
      content: { 'application/json': { schema: z.null() } },
    },
    ...refusalAnswers,
  },
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

/** Live matches come first, so the order changes with time as well as with the list. */
const keptMs = seconds(1);
/** A cached text costs less than a count in the database: each process counts for itself. */
const config = { rateLimit: { max: 1_200, timeWindow: '1 minute', groupId: countedInMemory('events') } };

type Listed = {
  readonly n: number;
  readonly at: Instant;
  readonly rows: MatchRow[];
  readonly text: string;
  readonly etag: string;
};

export const eventsRoutes = (deps: EventsDeps) => async (app: App) => {
  const { replica, now } = deps;
  let list: Listed | undefined;
  const frames = new WeakMap<Tick, string>();
  const currentList = (): Listed => {
    const [n, at] = [replica.n(), now()];
    if (list?.n === n && at - list.at < keptMs) return list;
    const rows = rowsInOrder(replica.rows(), at);
    const text = JSON.stringify(rows);
    list = { n, at, rows, text, etag: `"${hash('sha256', text, 'base64url')}"` };
    return list;
  };
  const textOf = (frame: Tick): string => {
    const text = frames.get(frame) ?? JSON.stringify(frame);
    frames.set(frame, text);
    return text;
  };

  app.get('/events', { schema, config }, async (request, reply) => {
    const { since } = request.query;
    // Woken late, or cut off for a while, this node has an old list, which must not replace a newer one.
    const isBehind = since !== undefined && since > replica.n() && !(await replica.catchUp());
    if (isBehind || !replica.isLoaded()) {
      return refuse(reply, 503, {
        code: 'matches-not-ready',
        error: 'The matches are being loaded. Please try again.',
      });
    }
    if (since !== undefined) {
      const frame = deps.frameSince(since);
      reply.serializer(() => textOf(frame));
      return { ...frame, d: [...frame.d] };
    }
    const { rows, text, etag } = currentList();
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send(null);
    reply.serializer(() => text);
    return rows;
  });
  app.get('/events/leagues', { schema: leaguesSchema }, async () => [...leagues]);
};
