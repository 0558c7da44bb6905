import { type Instant, instant, minutes } from '@touchline/core/instant';
import type { QuotedMatch } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../connect.ts';
import { saveScores } from '../settlement/index.ts';
import { createTestDatabase } from '../testing/index.ts';
import { listOpenMatches, matchesSince, savePrices } from './index.ts';

const league = 'soccer_epl';
// Every test is a provider of its own, so that it knows only its own matches.
let tests = 0;
let provider = '';
const start = instant(Date.parse('2026-11-21T12:00:00Z'));
const later = (ms: number): Instant => instant(start + ms);

const h2h = {
  state: 'open',
  bookmaker: 'bet365',
  quotedAt: start,
  home: new Decimal('1.91'),
  draw: new Decimal('3.6'),
  away: new Decimal('4.1'),
} as const;
const totals = {
  state: 'open',
  bookmaker: 'bet365',
  quotedAt: start,
  point: 2.5,
  over: new Decimal('1.95'),
  under: new Decimal('1.9'),
} as const;
const derby: QuotedMatch = {
  providerEventId: 'e1',
  homeTeam: 'Arsenal',
  awayTeam: 'Chelsea',
  kickoffAt: later(minutes(180)),
  h2h,
  totals,
};
const other: QuotedMatch = { ...derby, providerEventId: 'e2', homeTeam: 'Everton', awayTeam: 'Fulham', totals: null };

const nothing = { added: 0, changed: 0, priceChanges: 0, reviews: [] };

const store = await createTestDatabase();
afterAll(() => store.close());

const save = (quotes: readonly QuotedMatch[], at = start, db: Db = store.db) =>
  db.transaction().execute((trx) => savePrices(trx, league, provider, quotes, at));
const history = (matchId: string) =>
  store.db
    .selectFrom('price_changes')
    .select(['market', 'version', 'state', 'point', 'prices', 'bookmaker'])
    .where('match_id', '=', matchId as never)
    .orderBy('market')
    .orderBy('version')
    .execute();

async function only(eventId: string) {
  const found = (await listOpenMatches(store.db)).find(
    (record) => record.provider === provider && record.providerEventId === eventId,
  );
  if (!found) throw new Error(`no open match ${eventId}`);
  return found;
}

describe('saving a provider’s prices', () => {
  beforeEach(() => {
    tests += 1;
    provider = `provider ${tests}`;
  });

  test('stores a new match with its markets at version 1 and a first row of history', async () => {
    expect(await save([derby])).toEqual({ ...nothing, added: 1, priceChanges: 2 });
    const record = await only('e1');
    expect(record).toEqual({
      seq: record.seq,
      provider,
      providerEventId: 'e1',
      firstKickoffAt: derby.kickoffAt,
      endedAt: null,
      match: {
        id: record.match.id,
        leagueKey: league,
        homeTeam: 'Arsenal',
        awayTeam: 'Chelsea',
        kickoffAt: derby.kickoffAt,
        status: 'open',
        score: null,
        markets: { h2h: { ...h2h, version: 1 }, totals: { ...totals, version: 1 } },
      },
    });
    expect(record.match.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    expect(await history(record.match.id)).toEqual([
      {
        market: 'h2h',
        version: 1,
        state: 'open',
        point: null,
        prices: { home: '1.91', draw: '3.6', away: '4.1' },
        bookmaker: 'bet365',
      },
      {
        market: 'totals',
        version: 1,
        state: 'open',
        point: new Decimal('2.5'),
        prices: { over: '1.95', under: '1.9' },
        bookmaker: 'bet365',
      },
    ]);
  });

  test('writes nothing for unchanged prices', async () => {
    await save([derby, other]);
    const before = await listOpenMatches(store.db);
    const again = { ...derby, h2h: { ...h2h, quotedAt: later(40_000) } };
    expect(await save([again, other], later(40_000))).toEqual(nothing);
    expect(await listOpenMatches(store.db)).toEqual(before);
  });

  test('a changed price raises only its market’s version and its match’s seq', async () => {
    await save([derby, other]);
    const [before, untouched] = [await only('e1'), await only('e2')];
    const moved = { ...h2h, home: new Decimal('1.95'), quotedAt: later(40_000) };
    expect(await save([{ ...derby, h2h: moved }, other], later(40_000))).toEqual({
      ...nothing,
      changed: 1,
      priceChanges: 1,
    });
    const after = await only('e1');
    expect(after.match.markets).toEqual({ h2h: { ...moved, version: 2 }, totals: { ...totals, version: 1 } });
    expect(await only('e2')).toEqual(untouched);
    expect(await matchesSince(store.db, Math.max(before.seq, untouched.seq))).toEqual([after]);
    expect((await history(after.match.id)).map(({ market, version }) => `${market} ${version}`)).toEqual([
      'h2h 1',
      'h2h 2',
      'totals 1',
    ]);
  });

  test.each([
    ['another line', { totals: { ...totals, point: 3.5 } }],
    ['another bookmaker', { totals: { ...totals, bookmaker: 'pinnacle' } }],
    ['a suspension', { totals: { ...totals, state: 'suspended' as const } }],
  ])('%s changes the market', async (_, change) => {
    await save([derby]);
    expect(await save([{ ...derby, ...change }])).toEqual({ ...nothing, changed: 1, priceChanges: 1 });
    const why = change.totals.state === 'open' ? {} : { why: 'not-confirmed' };
    expect((await only('e1')).match.markets.totals).toEqual({ ...change.totals, ...why, version: 2 });
  });

  test('updates kick-off and names, and keeps the first kick-off and all prices', async () => {
    await save([derby]);
    const before = await only('e1');
    const moved = { ...derby, homeTeam: 'Arsenal FC', kickoffAt: later(minutes(300)) };
    expect(await save([moved])).toEqual({ ...nothing, changed: 1 });
    const { match, firstKickoffAt, seq } = await only('e1');
    expect([match.homeTeam, match.kickoffAt, firstKickoffAt, seq]).toEqual([
      'Arsenal FC',
      moved.kickoffAt,
      derby.kickoffAt,
      before.seq + 1,
    ]);
  });

  test('suspends a match or market that is no longer quoted, once, with its last prices', async () => {
    await save([derby, other]);
    expect(await save([{ ...other, h2h: null }])).toEqual({ ...nothing, changed: 2, priceChanges: 3 });
    expect(await save([{ ...other, h2h: null }])).toEqual(nothing);
    const missing = { state: 'suspended', why: 'not-quoted', missingSince: start, version: 2 };
    expect((await only('e1')).match.markets).toEqual({
      h2h: { ...h2h, ...missing },
      totals: { ...totals, ...missing },
    });
    expect((await only('e2')).match.markets).toEqual({ h2h: { ...h2h, ...missing }, totals: null });
    expect(await save([derby])).toEqual({ ...nothing, changed: 1, priceChanges: 2 });
    expect((await only('e1')).match.markets.h2h).toEqual({ ...h2h, version: 3 });
  });

  test('does not change other leagues or ended matches', async () => {
    await save([derby, other]);
    const report = { providerEventId: 'e1', score: { home: 1, away: 0 }, state: 'final' } as const;
    await store.db.transaction().execute((trx) => saveScores(trx, provider, [report], later(1)));
    const before = await matchesSince(store.db, 0);
    const moved = { ...derby, h2h: { ...h2h, home: new Decimal(9) } };
    expect(await save([moved, other])).toEqual(nothing);
    await store.db.transaction().execute((trx) => savePrices(trx, 'soccer_italy_serie_a', provider, [], later(2)));
    expect(await matchesSince(store.db, 0)).toEqual(before);
  });

  test('stores an event that is listed twice once', async () => {
    expect(await save([derby, derby])).toEqual({ ...nothing, added: 1, priceChanges: 2 });
  });
});
