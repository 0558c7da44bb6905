import type { BuilderView, MatchMarkets, PlaceBetAnswer, RefusalView, SelectionPrices } from '@touchline/core/contract';
import { createMatch, finishMatch, type TestMatch } from '@touchline/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, openBettor, requestAs } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

const api = await buildTestApp();
const match = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
afterAll(() => api.close());

let reads = 0;
/** Reads the markets from a new address each time, so that waiting for a change never meets the limit of requests. */
const read = async ({ id } = match): Promise<MatchMarkets['markets']> => {
  reads += 1;
  const answer = await api.app.inject({
    method: 'GET',
    url: `/events/${id}/markets`,
    remoteAddress: `10.1.${reads >> 8}.${reads & 255}`,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<MatchMarkets>().markets;
};
const isOpen = async () => (await read()).every(({ state }) => state === 'open');

test('lists quoted and derived markets with labels, odds, fair probabilities and the state of their quotes', async () => {
  await until(isOpen);
  const markets = await read();
  expect(markets.slice(0, 2).map(({ key, source, line }) => [key, source, line])).toEqual([
    ['h2h', 'quoted', undefined],
    ['totals', 'quoted', 2.5],
  ]);
  expect(markets.find(({ key }) => key === 'btts')).toMatchObject({
    title: 'Both teams to score',
    group: 'Popular',
    source: 'derived',
    selections: [{ label: 'Both teams to score: Yes' }, { label: 'Both teams to score: No' }],
  });
  expect(
    markets.find(({ key, line }) => key === 'spreads' && line === -0.5)?.selections.map(({ label }) => label),
  ).toEqual(['Asian handicap: Alpha Town −0.5', 'Asian handicap: Beta United +0.5']);
  for (const { selections } of markets)
    for (const { odds, fair } of selections) expect(odds * fair).toBeLessThanOrEqual(1.001);
});

test('a bet on a derived selection is taken at the odds listed, and refused at others', async () => {
  const { token } = await openBettor(api, 'ada@example.com', 100);
  const place = (label: string, odds: number) =>
    requestAs(api.app, token, 'POST', '/bet', {
      stake: 10,
      matches: [{ matchId: match.id, betOutcome: label, odds }],
      oddsPolicy: 'none',
    });
  const selections = (await read()).flatMap((market) => market.selections);
  const chosen = selections.find(({ label }) => label === 'Correct score: 1-1');
  if (!chosen) throw new Error('no correct score');
  const refused = await place(chosen.label, chosen.odds + 1);
  expect(refused.json<RefusalView>().error).toBe(
    `The odds of Correct score: 1-1 moved from ${(chosen.odds + 1).toFixed(2)} to ${chosen.odds.toFixed(2)}. Nothing was staked.`,
  );
  const taken = await place(chosen.label, chosen.odds);
  expect(taken.statusCode).toBe(201);
  expect(taken.json<PlaceBetAnswer>().bet.matches).toMatchObject([{ betOutcome: chosen.label, odds: chosen.odds }]);
});

test('a suspended quote suspends its own market and every derived one', async () => {
  await api.database.pool.query(
    `update matches set markets = jsonb_set(markets, '{totals,state}', '"suspended"'), seq = nextval('match_seq') where id = $1`,
    [match.id],
  );
  await until(
    async () =>
      (await read())
        .filter(({ state }) => state === 'open')
        .map(({ key }) => key)
        .join() === 'h2h',
  );
});

test('a match that is over has no markets, and an unknown one is not found', async () => {
  await finishMatch(api.database.db, match.id, 1, 0);
  await until(async () => (await read()).length === 0);
  const unknown = await api.app.inject({
    method: 'GET',
    url: '/events/00000000-0000-7000-8000-000000000000/markets',
  });
  expect([unknown.statusCode, unknown.json()]).toEqual([404, { code: 'match-unknown', error: 'Match not found.' }]);
});

describe('a bet builder', () => {
  let derby: TestMatch;
  beforeAll(async () => {
    derby = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
  });
  const price = (selections: readonly string[], headers = {}) =>
    api.app.inject({ method: 'POST', url: `/events/${derby.id}/builder`, headers, payload: { selections } });

  test('has one price, at which it can be bet on alone and in an accumulator', async () => {
    await until(async () => (await read(derby)).every(({ state }) => state === 'open'));
    const answer = await price(['Both teams to score: Yes', 'Alpha Town Win']);
    expect(answer.statusCode, answer.body).toBe(200);
    const { label, odds, fair, state } = answer.json<BuilderView>();
    expect([label, state]).toEqual(['Builder: Both teams to score: Yes + Alpha Town Win', 'open']);
    // Two selections cost 5 % each, and the price is rounded down.
    expect(odds).toBeCloseTo((0.95 * 0.95) / fair, 1);
    const { token } = await openBettor(api, 'builder@example.com', 100);
    const other = await createMatch(api.database.db, 'Gamma City', 'Delta Vale');
    const matches = [
      { matchId: derby.id, betOutcome: label, odds },
      { matchId: other.id, betOutcome: 'Gamma City Win', odds: 2 },
    ];
    const place = (of: typeof matches) => requestAs(api.app, token, 'POST', '/bet', { stake: 10, matches: of });
    const placed = await place(matches);
    expect(placed.statusCode, placed.body).toBe(201);
    expect(placed.json<PlaceBetAnswer>().bet).toMatchObject({
      potentialPayout: Math.floor(2_000 * odds + 1e-6) / 100,
      matches: [{ betOutcome: label, odds }, {}],
    });
    const higher = await place([{ matchId: derby.id, betOutcome: label, odds: odds + 1 }]);
    expect(higher.json<RefusalView>()).toMatchObject({ details: { legs: [{ code: 'odds-changed', now: odds }] } });
  });

  test.each([
    [['Draw'], 422, 'A bet builder has 2 to 6 selections.'],
    [['Draw', 'Nothing'], 422, 'Nothing is not a selection of this match.'],
    [['Draw', 'Goals: Over 3'], 422, 'Goals: Over 3 can be refunded, so it cannot be part of a bet builder.'],
    [['Draw', 'Total goals: Odd'], 422, 'Total goals: Odd cannot win together with the others.'],
    [
      ['Over 2.5', 'Goals: Over 1.5'],
      422,
      'Goals: Over 1.5 wins whenever the others do. Leave it out for better odds.',
    ],
  ])('of %o is refused in a sentence', async (selections, status, error) => {
    const answer = await price(selections);
    expect([answer.statusCode, answer.json<RefusalView>().error]).toEqual([status, error]);
  });

  test('names the refused selection in the language of the screen', async () => {
    const answer = await price(['Draw', 'Double chance: Alpha Town or draw'], { 'accept-language': 'es' });
    expect(answer.json<RefusalView>().error).toBe(
      'Doble oportunidad: Alpha Town o empate gana siempre que ganan las demás. Quítala para tener mejor cuota.',
    );
  });
});

describe('the prices of selections', () => {
  let derby: TestMatch;
  let other: TestMatch;
  beforeAll(async () => {
    derby = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
    other = await createMatch(api.database.db, 'Gamma City', 'Delta Vale');
  });
  const builder = 'Builder: Both teams to score: Yes + Alpha Town Win';
  let asked = 0;
  /** Each request has an address of its own: a test that waits would use up the limit of one. */
  const prices = async (...selections: readonly (readonly [TestMatch | { id: string }, string])[]) => {
    asked += 1;
    const answer = await api.app.inject({
      method: 'POST',
      url: '/events/prices',
      remoteAddress: `10.1.${Math.floor(asked / 250)}.${asked % 250}`,
      payload: { selections: selections.map(([{ id }, betOutcome]) => ({ matchId: id, betOutcome })) },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<SelectionPrices>().prices;
  };
  const seq = async ({ id }: TestMatch) =>
    (await api.database.pool.query<{ seq: string }>('select seq from matches where id = $1', [id])).rows.map((row) =>
      Number(row.seq),
    )[0];

  test('are those at which a bet is taken, whatever the selection is, with the version they belong to', async () => {
    const chosen = [
      [derby, 'Double chance: Alpha Town or draw'],
      [other, 'Gamma City Win'],
      [derby, builder],
    ] as const;
    await until(async () => (await prices(...chosen)).every(({ odds }) => odds !== undefined));
    const priced = await prices(...chosen);
    expect(priced.map(({ s }) => s)).toEqual([await seq(derby), await seq(other), await seq(derby)]);
    const { token } = await openBettor(api, 'prices@example.com', 100);
    for (const [at, [{ id }, betOutcome]] of chosen.entries()) {
      const placed = await requestAs(api.app, token, 'POST', '/bet', {
        stake: 10,
        matches: [{ matchId: id, betOutcome, odds: priced[at]?.odds }],
        oddsPolicy: 'none',
      });
      expect(placed.statusCode, placed.body).toBe(201);
    }
  });

  test('follow the quotes, with the version of the change', async () => {
    const [before] = await prices([derby, builder]);
    await api.database.pool.query(
      `update matches set markets = jsonb_set(markets, '{h2h,home}', '"1.50"'), seq = nextval('match_seq') where id = $1`,
      [derby.id],
    );
    const changed = await seq(derby);
    await until(async () => (await prices([derby, builder])).every(({ s }) => s === changed));
    const [after] = await prices([derby, builder]);
    expect(after?.odds).toBeLessThan(before?.odds ?? 0);
  });

  test('are missing for what is not on offer', async () => {
    const nothing = { id: '00000000-0000-7000-8000-000000000000' };
    const priced = await prices([other, 'Nothing'], [nothing, 'Draw']);
    expect(priced).toEqual([{ s: await seq(other) }, { s: 0 }]);
  });
});
