import type { MatchRow, Tick } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, test } from 'vitest';
import { addRoutes } from '../http/handle.ts';
import { createTestReplica, type TestReplica } from '../testing/test-live.ts';
import { matchRoutes } from './matches.route.ts';

// These routes need neither.
const unused = {} as never;

/** The routes of a node with this list of matches. */
async function routesOf(replica: TestReplica) {
  const app = fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  const tickSince = (n: number): Tick => {
    const { rows, isAll } = replica.since(n);
    return { e: 'a', p: 0, n: replica.n(), t: 0, ...(isAll && { full: true }), d: rows };
  };
  addRoutes(
    app,
    unused,
    matchRoutes(
      {
        db: unused,
        replica,
        tickSince,
        readMarkets: unused,
        priceBuilder: unused,
        priceSelections: unused,
        now: () => instant(0),
      },
      unused,
    ),
  );
  return app;
}

const ask = async (replica: TestReplica, url: string) => (await routesOf(replica)).inject({ method: 'GET', url });

function sleepingReplica(): TestReplica {
  const replica = createTestReplica();
  replica.change('red', 1.5);
  replica.fallAsleep();
  replica.change('red', 1.6);
  replica.change('red', 1.7);
  return replica;
}

test('a node behind its caller reads the database first, so that its old list replaces nothing', async () => {
  const answer = await ask(sleepingReplica(), '/events?since=2');
  const { n, full, d } = answer.json<Tick>();
  expect([answer.statusCode, n, full, d.map(({ odds }) => odds.homeWin)]).toEqual([200, 3, undefined, [1.7]]);
});

test('a node that cannot read it answers that it is not ready', async () => {
  const answer = await ask({ ...sleepingReplica(), catchUp: async () => false }, '/events?since=2');
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'matches-not-ready' }]);
});

describe('attack: thousands ask for the whole list at once', () => {
  test('the list is written out once for all of them, and not sent to a client that has it', async () => {
    const replica = createTestReplica();
    replica.change('red', 1.5);
    let read = 0;
    const counting: TestReplica = {
      ...replica,
      rows: () => {
        read += 1;
        return replica.rows();
      },
    };
    const app = await routesOf(counting);
    const get = (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: '/events', headers });
    const first = await get();
    const others = await Promise.all(Array.from({ length: 1_000 }, () => get()));
    expect(new Set(others.map((answer) => answer.body))).toEqual(new Set([first.body]));
    expect(read).toBe(1);

    const etag = String(first.headers['etag']);
    const known = await get({ 'if-none-match': etag });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    replica.change('red', 1.6);
    const changed = await get({ 'if-none-match': etag });
    expect([changed.statusCode, changed.json<MatchRow[]>()[0]?.odds.homeWin]).toEqual([200, 1.6]);
  });
});
