import type { MatchHistory } from '@touchline/core/contract';
import { instant, minutes } from '@touchline/core/instant';
import { switchBetting } from '@touchline/store/matches';
import { saveScores } from '@touchline/store/settlement';
import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterAll, expect, test } from 'vitest';
import { addRoutes } from '../http/handle.ts';
import { buildTestApp, openAccount, quote } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { matchRoutes } from './matches.route.ts';

const api = await buildTestApp();
afterAll(() => api.close());

const kickoffAt = instant(Date.now() - minutes(30));
const ask = (id: string) => api.app.inject({ method: 'GET', url: `/events/${id}/history` });
const scored = (home: number, state: 'in-play' | 'final') => {
  const report = { providerEventId: 'Red', score: { home, away: 0 }, state } as const;
  return api.database.db.transaction().execute((trx) => saveScores(trx, 'test', [report], instant(Date.now())));
};

test('a guest reads the price history and events of a match, also after its end, as of the last change', async () => {
  const [id = ''] = await quote(api.database, [{ name: 'Red', kickoffAt }]);
  await quote(api.database, [{ name: 'Red', kickoffAt, home: '2.2' }]);
  const first = (await ask(id)).json<MatchHistory>();
  expect(first.prices.h2h.map(({ prices }) => prices)).toEqual([
    [2.1, 3.4, 3.6],
    [2.2, 3.4, 3.6],
  ]);
  expect([first.row.id, first.row.odds.homeWin, first.changes, first.moments.map(({ kind }) => kind)]).toEqual([
    id,
    2.2,
    2,
    ['listed'],
  ]);
  await scored(1, 'in-play');
  const latest = async () => (await ask(id)).json<MatchHistory>();
  await until(async () => (await latest()).moments.length > 1);
  const { moments } = await latest();
  expect(moments).toMatchObject([
    { kind: 'listed' },
    { kind: 'score', before: null, score: { home: 1, away: 0 } },
    { kind: 'market', market: 'h2h', state: 'suspended' },
  ]);
  await scored(1, 'final');
  await until(async () => (await latest()).row.status === 'finished');
});

test('shows a match with closed betting as closed, also on a node whose match list is behind', async () => {
  const [id = ''] = await quote(api.database, [{ name: 'Blue', kickoffAt }]);
  const now = () => instant(Date.now());
  const late = fastify().withTypeProvider<ZodTypeProvider>();
  late.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  // This replica knows nothing yet; the row that comes next has the version of this one, so no screen would take it.
  const replica = { row: () => undefined } as never;
  const unused = {} as never;
  addRoutes(
    late,
    unused,
    matchRoutes(
      {
        db: api.database.db,
        replica,
        tickSince: unused,
        readMarkets: unused,
        priceBuilder: unused,
        priceSelections: unused,
        now,
      },
      unused,
    ),
  );
  const { id: actor } = await openAccount(api, 'boss@example.com', 'admin');
  const order = (act: 'close' | 'open') =>
    api.database.db
      .transaction()
      .execute((trx) =>
        switchBetting(trx, { closes: 'betting', scope: 'all', act, actor, reason: 'a leaked line-up' }),
      );
  await order('close');
  const { row } = (await late.inject({ method: 'GET', url: `/events/${id}/history` })).json<MatchHistory>();
  await order('open');
  await late.close();
  expect([row.markets.h2h, row.notes?.h2h?.why]).toEqual(['suspended', 'betting-closed']);
});

test('refuses an unknown match and an invalid id', async () => {
  const unknown = await ask('00000000-0000-4000-8000-000000000000');
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { code: 'match-unknown', error: 'Match not found.' }]);
  expect((await ask('arsenal')).statusCode).toBe(400);
});
