import { createTestDatabase } from '@touchline/store/testing';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { buildTestNode, type TestApp } from '../testing/test-app.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
let nodes: Omit<TestApp, 'database'>[] = [];
const database = await createTestDatabase();
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  nodes = [];
});
afterAll(() => database.close());

/** Asks two nodes in turn, until both refuse, and gives how often they answered otherwise together. */
async function askTogether(remoteAddress: string, env: { redisUrl: string | undefined }): Promise<number> {
  nodes = [await buildTestNode(database, env), await buildTestNode(database, env)];
  const ask = async (at: number, from = remoteAddress) => {
    const asked = { url: '/auth/register', method: 'POST', payload: {}, remoteAddress: from } as const;
    return (await nodes[at % nodes.length]?.app.inject(asked))?.statusCode;
  };
  let answered = 0;
  for (; answered < 200 && (await ask(answered)) !== 429; answered += 1);
  expect([await ask(0), await ask(1)]).toEqual([429, 429]);
  expect(await ask(0, `${remoteAddress}0`)).toBe(400);
  return answered;
}

const limitOfAccounts = 60;

describe('two nodes share one limit', () => {
  test('in Postgres', async () => {
    expect(await askTogether('10.0.0.1', { redisUrl: undefined })).toBe(limitOfAccounts);
  });

  test.skipIf(!redisUrl)('in Redis (skipped unless TEST_REDIS_URL is set)', async () => {
    // A Redis that was there before may remember another run.
    expect(await askTogether(`10.1.${process.pid % 250}.${Date.now() % 25}`, { redisUrl })).toBe(limitOfAccounts);
  });

  test('in Postgres while Redis is away', async () => {
    expect(await askTogether('10.0.0.3', { redisUrl: 'redis://127.0.0.1:1' })).toBe(limitOfAccounts);
  });
});

test('an IPv6 network is one caller, and an IPv4-mapped IPv6 address is the IPv4 address', async () => {
  nodes = [await buildTestNode(database)];
  const ask = async (remoteAddress: string) =>
    (await nodes[0]?.app.inject({ url: '/auth/register', method: 'POST', payload: {}, remoteAddress }))?.statusCode;
  for (let time = 0; time < limitOfAccounts; time += 1) {
    await ask(`2001:db8:7:1::${time}`);
    await ask(time % 2 === 0 ? '::ffff:10.0.0.5' : '10.0.0.5');
  }
  expect([await ask('2001:db8:7:1:a::'), await ask('2001:db8:7:2::')]).toEqual([429, 400]);
  expect([await ask('10.0.0.5'), await ask('10.0.0.6')]).toEqual([429, 400]);
});

test('the limits of different things are counted apart', async () => {
  nodes = [await buildTestNode(database)];
  const [node] = nodes;
  const remoteAddress = '10.0.0.4';
  const ask = (url: string) => node?.app.inject({ url, method: 'POST', payload: {}, remoteAddress });
  for (let time = 0; time < limitOfAccounts; time += 1) await ask('/auth/register');
  expect((await ask('/auth/register'))?.statusCode).toBe(429);
  const answer = await node?.app.inject({
    url: '/payment/webhook',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'id=none',
    remoteAddress,
  });
  expect(answer?.statusCode).toBe(200);
});
