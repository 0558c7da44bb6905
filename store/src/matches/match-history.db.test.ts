import type { MatchId } from '@touchline/core/ids';
import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import type { QuotedMatch } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { saveScores } from '../settlement/index.ts';
import { createTestDatabase } from '../testing/index.ts';
import { listOpenMatches, readHistory, saveFixtures, savePrices } from './index.ts';

const now = instant(Date.parse('2026-11-21T12:00:00Z'));
const kickoffAt = instant(now + hours(1));
const store = await createTestDatabase();
afterAll(() => store.close());

const quoted = (home: string, over: string | null, state: 'open' | 'suspended' = 'open'): QuotedMatch => ({
  providerEventId: 'one',
  homeTeam: 'Home',
  awayTeam: 'Away',
  kickoffAt,
  h2h: {
    state,
    bookmaker: 'bet365',
    quotedAt: now,
    home: new Decimal(home),
    draw: new Decimal('3.4'),
    away: new Decimal('3.65'),
  },
  totals:
    over === null
      ? null
      : { state, bookmaker: 'bet365', quotedAt: now, point: 2.5, over: new Decimal(over), under: new Decimal('1.95') },
});

async function stored(provider: string, quotes: readonly QuotedMatch[]): Promise<MatchId> {
  for (const [place, quote] of quotes.entries()) {
    const at = instant(now + seconds(place));
    await store.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', provider, [quote], at));
  }
  const found = (await listOpenMatches(store.db)).find((record) => record.provider === provider);
  if (!found) throw new Error(`no match of ${provider}`);
  return found.match.id;
}

const fill = (id: MatchId, count: number) =>
  sql`
    insert into price_changes (match_id, market, version, state, prices, bookmaker, quoted_at, recorded_at)
    select ${id}, 'h2h', 100 + nr, 'open',
      jsonb_build_object('home', case nr when 777 then '9' else round((2 + sin(nr / 500.0) / 2)::numeric, 3)::text end,
        'draw', '3.4', 'away', '3.65'),
      'bet365', now(), now() + nr * interval '100 ms'
    from generate_series(1, ${count}::int) as nr`.execute(store.db);

test('returns undefined for an unknown match', async () => {
  expect(await readHistory(store.db, '00000000-0000-4000-8000-000000000000' as MatchId)).toBeUndefined();
});

test('returns every price of a quiet match with the previous one', async () => {
  const id = await stored('quiet', [quoted('2.1', '1.9'), quoted('2.2', '1.9'), quoted('2.2', '1.9', 'suspended')]);
  const history = await readHistory(store.db, id);
  const rows = history?.prices.h2h.map(({ state, point, prices, before }) => [state, point, prices, before?.prices[0]]);
  expect(rows).toEqual([
    ['open', null, [2.1, 3.4, 3.65], undefined],
    ['open', null, [2.2, 3.4, 3.65], 2.1],
    ['suspended', null, [2.2, 3.4, 3.65], 2.2],
  ]);
  const goals = history?.prices.totals.map(({ state, point, prices }) => [state, point, prices]);
  expect([goals, history?.changes]).toEqual([
    [
      ['open', 2.5, [1.9, 1.95]],
      ['suspended', 2.5, [1.9, 1.95]],
    ],
    5,
  ]);
});

test('thins tens of thousands of prices to a few hundred: first, last, extremes and jumps', async () => {
  const id = await stored('busy', [quoted('2.1', null)]);
  await fill(id, 30_000);
  const history = await readHistory(store.db, id);
  const prices = history?.prices.h2h ?? [];
  expect([history?.changes, prices.length > 100, prices.length < 600]).toEqual([30_001, true, true]);
  const home = prices.map((price) => price.prices[0] ?? 0);
  expect([home[0], Math.max(...home), Math.min(...home)]).toEqual([2.1, 9, 1.5]);
  expect(prices.some((price) => price.before?.prices[0] === 9)).toBe(true);
  expect(prices.map((price) => price.at)).toEqual(prices.map((price) => price.at).toSorted((a, b) => a - b));
});

test('lists each change of a score or kick-off once, with its author and time', async () => {
  const id = await stored('scored', [quoted('2.1', null)]);
  const [moved, first, second] = [minutes(5), minutes(90), minutes(95)].map((after) => instant(now + after));
  if (moved === undefined || first === undefined || second === undefined) throw new Error('no times');
  const later = instant(kickoffAt + minutes(15));
  await store.db
    .transaction()
    .execute((trx) => saveFixtures(trx, 'scored', [{ providerEventId: 'one', kickoffAt: later }], moved));
  for (const [at, home] of [
    [first, 1],
    [first, 1],
    [second, 2],
  ] as const) {
    const report = { providerEventId: 'one', score: { home, away: 0 }, state: 'in-play' } as const;
    await store.db.transaction().execute((trx) => saveScores(trx, 'scored', [report], at));
  }
  const history = await readHistory(store.db, id);
  expect([history?.record.firstKickoffAt, history?.states]).toEqual([
    kickoffAt,
    [
      { at: moved, kickoffAt: later, score: null },
      { at: first, kickoffAt: later, score: { home: 1, away: 0 } },
      { at: second, kickoffAt: later, score: { home: 2, away: 0 } },
    ],
  ]);
  await expect(sql`update match_changes set home_score = 9`.execute(store.db)).rejects.toThrow(/permission denied/);
});
