import { connect } from '@touchline/store/connect';
import {
  createTestDatabase,
  type DatabaseRelay,
  onFullDisk,
  openDatabaseRelay,
  type TestDatabase,
} from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { buildTestNode, openAccount, openBettor, quote, requestAs, testPassword } from '../testing/test-app.ts';

let database: TestDatabase;
let relay: DatabaseRelay;
let store: ReturnType<typeof connect>;
let node: Awaited<ReturnType<typeof buildTestNode>>;
let token: string;
const email = 'ada@example.com';
beforeAll(async () => {
  database = await createTestDatabase();
  await openAccount({ database }, email);
  relay = await openDatabaseRelay(database.urlAs('touchline_api'));
  store = connect(relay.url, { lockTimeoutMs: 300, silenceMs: 500, connectTimeoutMs: 1_000, onError: () => {} });
  node = await buildTestNode(database, { databaseUrl: relay.url }, undefined, store);
  const answer = await logIn();
  token = answer.json<{ accessToken: string }>().accessToken;
});
afterAll(async () => {
  await node?.close();
  await relay?.cut();
  await database?.close();
});

const logIn = () => node.app.inject({ method: 'POST', url: '/auth/login', payload: { email, password: testPassword } });
const placeBet = () => {
  const payload = { stake: 5, matches: [{ matchId: 'f'.repeat(32), betOutcome: 'Draw', odds: 3 }] };
  return requestAs(node.app, token, 'POST', '/bet', payload, 'the-bet-of-this-test');
};
const readBets = () => requestAs(node.app, token, 'GET', '/bet/history');
const unavailable = {
  status: 503,
  retryAfter: '2',
  type: 'application/json; charset=utf-8',
  body: {
    code: 'unavailable',
    error: "We can't reach our database right now. Please try again in a few seconds.",
    details: { requestId: expect.any(String) },
  },
};
const shown = (answer: Awaited<ReturnType<typeof logIn>>) => ({
  status: answer.statusCode,
  retryAfter: answer.headers['retry-after'],
  type: answer.headers['content-type'],
  body: answer.json<unknown>(),
});

describe('attack: the database is killed under the API', () => {
  test('each request that needs it gets a 503 with Retry-After and JSON, and the next ones succeed when it is back', async () => {
    await relay.cut();
    for (const ask of [logIn, placeBet, readBets]) expect(shown(await ask())).toEqual(unavailable);
    expect((await node.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
    await relay.restore();
    expect((await logIn()).statusCode).toBe(200);
    expect((await readBets()).statusCode).toBe(200);
    expect((await placeBet()).json()).toMatchObject({ code: expect.stringMatching(/legs-refused|balance-too-low/) });
  });

  test('a process that starts while the database is away answers 503, and serves when it is back', async () => {
    await relay.cut();
    const early = await buildTestNode(
      database,
      { databaseUrl: relay.url },
      undefined,
      connect(relay.url, { onError: () => {} }),
    );
    const events = () => early.app.inject({ method: 'GET', url: '/events' });
    const first = await events();
    expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '2']);
    await relay.restore();
    await vi.waitUntil(async () => (await events()).statusCode === 200, { timeout: 60_000 });
    await early.close();
  });

  test('a database that falls silent is a 503 too, readiness says so, and everything works again without a restart', async () => {
    relay.freeze();
    const answers = await Promise.all([logIn(), placeBet(), readBets()]);
    expect(answers.map(shown)).toEqual([unavailable, unavailable, unavailable]);
    const ready = () => node.app.inject({ method: 'GET', url: '/readyz' });
    await vi.waitUntil(async () => (await ready()).json().database === 'The database accepts no writes.', {
      timeout: 60_000,
    });
    expect((await ready()).statusCode).toBe(503);
    relay.thaw();
    expect((await readBets()).statusCode).toBe(200);
    await vi.waitUntil(async () => (await ready()).json().database === 'ok', { timeout: 60_000 });
  });

  test('readiness names a database that accepts no writes', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    const late = await buildTestNode(database);
    const ready = await late.app.inject({ method: 'GET', url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { database: 'The database accepts no writes.' }]);
    await owner.query(`alter database ${name} reset default_transaction_read_only`);
    const readyAgain = async () => (await late.app.inject({ method: 'GET', url: '/readyz' })).json().database === 'ok';
    await vi.waitUntil(readyAgain, { timeout: 60_000 });
    await late.close();
    await owner.end();
  });

  test('a full disk is a 503 for a bet, and the same request places it once there is space', async () => {
    const bettor = await openBettor({ ...node, database }, 'bea@example.com', 100);
    const [matchId] = await quote(database, [{ name: 'Leeds' }]);
    const payload = { stake: 5, matches: [{ matchId, betOutcome: 'Draw', odds: 3.4 }] };
    const bet = () => requestAs(node.app, bettor.token, 'POST', '/bet', payload, 'a-bet-on-a-full-disk');
    expect(shown(await onFullDisk(database, bet))).toEqual(unavailable);
    expect((await bet()).statusCode).toBe(201);
  });

  test('a lock that another session does not release is a 503 as well', async () => {
    const other = new Client({ connectionString: database.ownerUrl });
    await other.connect();
    await other.query('begin; lock table users, wallets in access exclusive mode');
    expect(shown(await logIn())).toEqual(unavailable);
    expect(shown(await placeBet())).toEqual(unavailable);
    await other.end();
    expect((await logIn()).statusCode).toBe(200);
  });
});
