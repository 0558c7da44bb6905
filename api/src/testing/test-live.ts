import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MatchRow } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { refused } from '@touchline/core/result';
import type { Sessions } from '../http/sessions.ts';
import { createLive, type Live, type LiveOptions } from '../live/create-live.ts';
import type { FeedStatus } from '../live/feed-status.ts';
import type { Replica, ReplicaChange } from '../live/replica.ts';
import { type LiveClient, type LiveClientOptions, openSocket } from './live-client.ts';

/** A replica whose database is the test. */
export type TestReplica = Replica & {
  /** The next version of a match, as if the worker had stored it. */
  readonly change: (id: string, homeWin: number, urgency?: ReplicaChange['urgency']) => void;
  readonly forget: (id: string) => void;
  readonly say: (feed: FeedStatus) => void;
  /** From now on it learns of changes only when it reads the database on request. */
  readonly fallAsleep: () => void;
};

export function createTestReplica(): TestReplica {
  const rows = new Map<string, MatchRow>();
  const listeners: ((change: ReplicaChange) => void)[] = [];
  const slept: (() => void)[] = [];
  let isAsleep = false;
  let n = 0;
  let status: FeedStatus = { feed: 'ok', stale: [] };
  const publish = (row: MatchRow, urgency: ReplicaChange['urgency']): void => {
    rows.set(row.id, row);
    for (const listener of listeners) listener({ rows: [row], urgency, since: instant(Date.now()) });
  };
  const shown = (): readonly MatchRow[] => [...rows.values()].filter((row) => !row.gone);
  return {
    isLoaded: () => true,
    n: () => n,
    rows: shown,
    row: (id) => shown().find((row) => row.id === id),
    since: (from) =>
      from === 0 || from > n
        ? { rows: shown(), isAll: true }
        : { rows: [...rows.values()].filter((row) => row.s > from).sort((a, b) => a.s - b.s), isAll: false },
    feed: () => status,
    closures: () => [],
    readAt: () => instant(Date.now()),
    catchUp: async () => {
      isAsleep = false;
      for (const hear of slept.splice(0)) hear();
      return true;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    start: async () => undefined,
    close: async () => undefined,
    change: (id, homeWin, urgency = 'with the next tick') => {
      const hear = () => {
        n += 1;
        publish(testRow(id, n, homeWin), urgency);
      };
      if (isAsleep) slept.push(hear);
      else hear();
    },
    forget: (id) => {
      n += 1;
      publish({ ...testRow(id, n, 2), gone: true }, 'with the next tick');
    },
    say: (feed) => {
      status = feed;
    },
    fallAsleep: () => {
      isAsleep = true;
    },
  };
}

export const testRow = (id: string, s: number, homeWin: number): MatchRow => ({
  id,
  s,
  match: { homeTeam: `${id} United`, awayTeam: `${id} City`, commenceTime: '2026-11-21T15:00:00.000Z' },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin, draw: 3.4, awayWin: 3.6, overUnder: null },
  markets: { h2h: 'open', totals: 'none' },
  status: 'open',
  score: null,
  quotedAt: '2026-11-20T14:00:00.000Z',
});

const guestsOnly: Sessions = {
  sign: () => '',
  read: async () => refused({ code: 'session-invalid' }),
  isOpen: async () => false,
  forget: () => undefined,
  forgetAll: () => undefined,
};

export type TestLive = {
  readonly replica: TestReplica;
  readonly live: Live;
  readonly url: string;
  readonly open: (options?: LiveClientOptions) => Promise<LiveClient>;
  readonly close: () => Promise<void>;
};

/** One node's push on a port of its own, without other nodes. */
export async function startTestLive(options: Partial<LiveOptions> = {}): Promise<TestLive> {
  const replica = createTestReplica();
  const http = createServer();
  const now = (): Instant => instant(Date.now());
  const live = createLive({
    http,
    publicUrl: 'http://touchline.test',
    replica,
    sessions: guestsOnly,
    fanOut: () => ({ close: async () => undefined }),
    now,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  live.start();
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const clients: LiveClient[] = [];
  return {
    replica,
    live,
    url,
    open: async (client) => {
      const line = await openSocket(url, client);
      clients.push(line);
      return line;
    },
    close: async () => {
      for (const client of clients) client.close();
      await live.close();
    },
  };
}
