import type { AddressInfo } from 'node:net';
import type { MatchId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { createEmailToken, endSessions, openSession } from '@touchline/store/accounts';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joined, type LiveClient, openSocket } from '../testing/live-client.ts';
import {
  buildTestNode,
  confirmFeed,
  openAccount,
  openBettor,
  quote,
  requestAs,
  type TestApp,
} from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

type Node = Omit<TestApp, 'database'> & { readonly url: string };
const redisUrl = process.env['TEST_REDIS_URL'];

const carriers = [
  { carrier: 'Postgres', redisUrl: undefined, isThere: true },
  { carrier: 'Redis', redisUrl, isThere: redisUrl !== undefined },
];

// `npm test` sets up no Redis: its half runs only where TEST_REDIS_URL names one.
describe.each(carriers)('two nodes that are connected by $carrier', ({ redisUrl: redis, isThere }) => {
  let database: TestDatabase;
  let here: Node;
  let there: Node;
  let match: MatchId | undefined;
  const lines: LiveClient[] = [];

  beforeAll(async () => {
    if (!isThere) return;
    database = await createTestDatabase();
    [here, there] = await Promise.all([startNode(database, redis), startNode(database, redis)]);
    [match] = await quote(database, [{ name: 'Red' }]);
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    if (!isThere) return;
    await Promise.all([here.close(), there.close()]);
    await database.close();
  });

  const open = async (node: Node, token?: string) => {
    const line = await openSocket(node.url, token === undefined ? {} : { token });
    lines.push(line);
    return line;
  };
  const bettor = (email: string, dollars = 100) => openBettor({ ...here, database }, email, dollars);
  const place = (node: Node, token: string, stake: number) =>
    requestAs(node.app, token, 'POST', '/bet', {
      stake,
      matches: [{ matchId: match, betOutcome: 'Red United Win', odds: 2.1 }],
    });

  test.runIf(isThere)('a bet on one node reaches its owner’s screens on both, and no other user’s', async () => {
    const ada = await bettor('ada@example.com');
    const bea = await bettor('bea@example.com');
    const mine = [await open(here, ada.token), await open(there, ada.token)];
    const others = [await open(here, bea.token), await open(there), await open(there, bea.token)];
    await until(async () => {
      await place(there, ada.token, 1);
      return mine.every((line) => line.wallets.length > 0 && line.bets.length > 0);
    });
    const answer = (await place(here, ada.token, 10)).json();
    // Facts of earlier bets may arrive later than this one's: the versions order them, not their arrival.
    const betOn = (line: (typeof mine)[number]) => line.bets.find((bet) => bet._id === answer.bet._id);
    const walletOn = (line: (typeof mine)[number]) =>
      line.wallets.find((wallet) => wallet.version === answer.wallet.version);
    await until(() => mine.every((line) => betOn(line) && walletOn(line)));
    for (const line of mine) {
      expect(betOn(line)).toEqual(answer.bet);
      expect(walletOn(line)).toEqual({
        ...answer.wallet,
        reason: { type: 'StakeTaken', amount: -10, betId: answer.bet._id },
      });
    }
    expect(others.flatMap((line) => [...line.wallets, ...line.bets])).toEqual([]);
  });

  test.runIf(isThere)('bets placed at once reach the other node without the table of long messages', async () => {
    const { token } = await bettor('fay@example.com');
    const line = await open(there, token);
    const before = await longMessages(database);
    const placed = await Promise.all(Array.from({ length: 25 }, () => place(here, token, 1)));
    const ids = placed.map((answer) => answer.json().bet._id);
    await until(() => ids.every((id) => line.bets.some((bet) => bet._id === id)));
    expect(await longMessages(database)).toBe(before);
  });

  test.runIf(isThere)('both nodes show the same matches at the same versions, under epochs of their own', async () => {
    const [a, b] = [await open(here), await open(there)];
    await quote(database, [{ name: 'Red', home: '2.15' }]);
    const snapshot = async (line: LiveClient) => (await joined(line, 'live')).tick;
    await until(async () => [await snapshot(a), await snapshot(b)].every((tick) => tick.d[0]?.odds.homeWin === 2.15));
    const [first, second] = [await snapshot(a), await snapshot(b)];
    expect([second.n, second.d]).toEqual([first.n, first.d]);
    expect(second.e).not.toBe(first.e);
    await quote(database, [{ name: 'Red' }]);
  });

  test.runIf(isThere)(
    'a password that is reset on one node ends the sockets and the sessions on the other',
    async () => {
      const { user, token } = await bettor('cy@example.com');
      const line = await open(there, token);
      expect(line.socket.connected).toBe(true);
      const link = { userId: user.id, purpose: 'reset', expiresAt: instant(Date.now() + 60_000) } as const;
      const secret = await createEmailToken(database.db, link);
      const payload = { token: secret, password: 'An0ther!one' };
      expect((await here.app.inject({ method: 'POST', url: '/auth/reset-password', payload })).statusCode).toBe(200);
      await until(() => !line.socket.connected);
      expect(line.ends).toEqual(['io server disconnect']);
      await until(async () => (await place(there, token, 1)).statusCode === 401);
      expect((await open(there, token)).ends).toEqual(['Please log in again.']);
    },
  );

  test.runIf(isThere && redis === undefined)('nodes reconnect after their connection was cut', async () => {
    const { token } = await bettor('dan@example.com');
    const line = await open(there, token);
    const cut = await terminate(database, 'touchline-fan-out');
    expect(cut).toBeGreaterThan(0);
    await until(async () => {
      await place(here, token, 0.1);
      return line.bets.length > 0;
    });
  });

  test.runIf(isThere)('a screen catches up on a push that was lost with a connection', async () => {
    const { token } = await bettor('eli@example.com');
    const [line, guest] = [await open(there, token), await open(there)];
    let fetched = 0;
    line.socket.on('missed', async () => {
      const profile = (await requestAs(there.app, token, 'GET', '/auth/me')).json();
      fetched = Math.max(fetched, profile.wallet.version);
    });
    const cut = await (redis === undefined ? cutPostgres(database) : cutRedis(redis));
    const { wallet } = (await place(here, token, 1)).json();
    await cut.end();
    // On a slow machine the connection may be back before the push leaves.
    const isPushed = () => line.wallets.some(({ version }) => version >= wallet.version);
    await until(() => isPushed() || fetched >= wallet.version);
    expect(guest.missed).toBe(0);
  });
});

describe('a user’s socket', () => {
  let database: TestDatabase;
  let node: Node;
  beforeAll(async () => {
    database = await createTestDatabase();
    node = await startNode(database, undefined);
  });
  afterAll(async () => {
    await node.close();
    await database.close();
  });

  const device = { userAgent: '', address: '' };
  async function loggedIn(email: string) {
    const user = await openAccount({ database }, email);
    const open = () => openSession(database.db, user.id, device, instant(Date.now()));
    const { id: sid } = await open();
    const token = (seconds: number, session: string = sid) =>
      node.app.jwt.sign(
        { sub: user.id, wal: user.walletId, role: user.role, sid: session },
        { expiresIn: `${seconds}s` },
      );
    return { user, sid, token, other: async () => (await open()).id };
  }
  /** `undefined` if the socket ended before there was an answer. */
  const renew = (line: LiveClient, token: string): Promise<boolean | undefined> =>
    new Promise((resolve) => {
      line.socket.on('disconnect', () => resolve(undefined));
      if (!line.socket.connected) resolve(undefined);
      line.socket.emit('auth', token, resolve);
    });
  /** Tokens expire on whole seconds. Generous, for a busy machine. */
  async function inTime<Done>(act: (seconds: number) => Promise<Done | undefined>): Promise<Done> {
    for (let seconds = 2; seconds <= 32; seconds *= 2) {
      const done = await act(seconds);
      if (done !== undefined) return done;
    }
    throw new Error('half a minute was not enough');
  }

  test('ends with the token it was opened with', async () => {
    const { token } = await loggedIn('eve@example.com');
    const line = await inTime(async (seconds) => {
      const opened = await openSocket(node.url, { token: token(seconds) });
      return opened.ends.includes('Please log in again.') ? undefined : opened;
    });
    await until(() => !line.socket.connected);
    expect(line.ends).toEqual(['io server disconnect']);
  });

  test('continues with a newer token of its session, and refuses any other', async () => {
    const { token, other } = await loggedIn('fay@example.com');
    const strangers = await loggedIn('gus@example.com');
    const otherSession = await other();
    const { short, lasting } = await inTime(async (seconds) => {
      const first = token(seconds);
      const lines = await Promise.all([first, first].map((each) => openSocket(node.url, { token: each })));
      const [ending, going] = lines as [LiveClient, LiveClient];
      const others = ['nonsense', token(600, otherSession), strangers.token(600)];
      const answers = await Promise.all([renew(going, token(600)), ...others.map((each) => renew(ending, each))]);
      if (answers.includes(undefined)) {
        for (const line of lines) line.close();
        return undefined;
      }
      expect(answers).toEqual([true, false, false, false]);
      return { short: ending, lasting: going };
    });
    await until(() => !short.socket.connected);
    expect([lasting.socket.connected, lasting.ends]).toEqual([true, []]);
    lasting.close();
  });

  test('is closed when its session has ended, even if no node was notified', async () => {
    const { user, sid, token, other } = await loggedIn('hal@example.com');
    const otherSession = await other();
    const [ended, open] = await Promise.all([
      openSocket(node.url, { token: token(600) }),
      openSocket(node.url, { token: token(600, otherSession) }),
    ]);
    await endSessions(database.db, { userId: user.id, only: sid, why: 'ended-by-user' }, instant(Date.now()));
    await until(() => !ended.socket.connected);
    expect(open.socket.connected).toBe(true);
    open.close();
  });
});

async function startNode(database: TestDatabase, redis: string | undefined): Promise<Node> {
  const node = await buildTestNode(database, { redisUrl: redis });
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = node.app.server.address() as AddressInfo;
  return { ...node, url: `http://127.0.0.1:${port}` };
}

/** Ends the database sessions with a given application name, and returns how many there were. */
async function terminate(database: TestDatabase, name: string): Promise<number> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rowCount } = await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [name],
  );
  await owner.end();
  return rowCount ?? 0;
}

/** How many messages between nodes were too long for a notification. */
async function longMessages({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select coalesce(pg_sequence_last_value('socket_io_attachments_id_seq'), 0)::int as count",
  );
  return rows[0]?.count ?? Number.NaN;
}

type Cut = { readonly end: () => Promise<void> };

/** Ends the connections between the nodes again and again until `end`. */
const cutPostgres = (database: TestDatabase): Promise<Cut> =>
  cutAgainAndAgain(() => terminate(database, 'touchline-fan-out'));

async function cutRedis(url: string): Promise<Cut> {
  const redis = new Redis(url);
  const cut = await cutAgainAndAgain(() => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
  return {
    end: async () => {
      await cut.end();
      await redis.quit();
    },
  };
}

async function cutAgainAndAgain(cut: () => Promise<unknown>): Promise<Cut> {
  let isEnding = false;
  await cut();
  const cutting = (async () => {
    while (!isEnding) await cut();
  })();
  return {
    end: async () => {
      isEnding = true;
      await cutting;
    },
  };
}

test.each([
  ['ahead', 5 * 60_000],
  ['behind', -5 * 60_000],
])('a node whose clock is 5 minutes %s shows prices as confirmed exactly as long as they are', async (_, skewMs) => {
  const database = await createTestDatabase();
  await quote(database, [{ name: 'Red' }]);
  const node = await buildTestNode(database, {}, undefined, undefined, () => Date.now() + skewMs);
  const feed = async () =>
    (await node.app.inject({ method: 'GET', url: '/readyz' })).json<{ feed: string | undefined }>().feed;
  expect(await feed()).toBe('ok');
  // Polled every minute, prices are valid for 130 seconds.
  await confirmFeed(database, instant(Date.now() - 140_000));
  await until(async () => (await feed())?.startsWith('Prices are getting old.') === true);
  await node.close();
  await database.close();
});
