import { instant, minutes } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { listOpenMatches, readEventPlan, savePrices } from '@touchline/store/matches';
import { createTestDatabase, emptyTestDatabase } from '@touchline/store/testing';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { OddsProvider } from '../provider/odds-api.ts';
import { createRefreshEventQuotes, type RefreshEventQuotesDeps } from './refresh-event-quotes.ts';

const start = instant(Date.parse('2026-11-15T14:00:00Z'));
let clock = start;
let requests: string[] = [];
let away = 'Chelsea';
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  [clock, requests, away] = [start, [], 'Chelsea'];
});

const unused = async () => ({ ok: false, refusal: { kind: 'failing', message: 'not used here' } }) as const;
const api: OddsProvider = {
  name: 'p',
  odds: unused,
  events: unused,
  scores: unused,
  sports: unused,
  quota: () => undefined,
  eventOdds: async (leagueKey, eventId) => {
    requests.push(eventId);
    const outcomes = [
      { name: 'Yes', price: 1.75 },
      { name: 'No', price: 2.05 },
    ];
    const btts = { key: 'btts', last_update: new Date(clock - 1_000).toISOString(), outcomes };
    const body = {
      id: eventId,
      sport_key: leagueKey,
      commence_time: new Date(start + minutes(30)).toISOString(),
      home_team: 'Arsenal',
      away_team: away,
      bookmakers: [{ key: 'bet365', title: 'Bet365', markets: [btts] }],
    };
    return { ok: true, value: { body, quota: { remaining: 100, last: 2 } } };
  },
};
const refresher = (but: Partial<RefreshEventQuotesDeps> = {}) =>
  createRefreshEventQuotes({
    db: database.worker.db,
    api,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    now: () => clock,
    rules: { bookmakers: ['bet365'] },
    regions: 2,
    budget: null,
    ...but,
  });

/** A match that kicks off in half an hour, and others beside it. */
async function listMatch(beside = 0) {
  const open = { state: 'open', bookmaker: 'bet365', quotedAt: start } as const;
  const [home, draw, other] = ['2.00', '3.50', '4.00'].map((price) => new Decimal(price)) as [
    Decimal,
    Decimal,
    Decimal,
  ];
  const h2h = { ...open, home, draw, away: other };
  const totals = { ...open, point: 2.5, over: new Decimal('1.90'), under: new Decimal('1.95') };
  const teams = { homeTeam: 'Arsenal', awayTeam: 'Chelsea' };
  const quote = { providerEventId: 'e1', ...teams, kickoffAt: instant(start + minutes(30)), h2h, totals };
  const others = ['e2', 'e3'].map((id) => ({
    ...quote,
    providerEventId: id,
    homeTeam: `${id} A`,
    awayTeam: `${id} B`,
  }));
  const quoted = [quote, ...others.slice(0, beside)];
  await database.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', 'p', quoted, start));
  return async () => (await listOpenMatches(database.db))[0]?.match.eventQuotes;
}

test('stores the further markets of a match near kick-off, and what they cost', async () => {
  const quotes = await listMatch();
  const refresh = refresher();
  await refresh();
  expect(await quotes()).toEqual({
    version: 1,
    quotes: [{ market: 'btts', line: null, odds: [1.75, 2.05], bookmaker: 'bet365', quotedAt: start - 1_000 }],
  });
  expect(await readEventPlan(database.db)).toEqual({ at: start, used: 2, reserved: null, asked: 1, skipped: [] });
  clock = instant(start + minutes(1));
  await refresh();
  expect(requests).toEqual(['e1']);
});

test('counts what every match cost, also those asked at the same time', async () => {
  await listMatch(2);
  await refresher()();
  expect(await readEventPlan(database.db)).toMatchObject({ asked: 3, used: 6 });
});

test('counts what was asked for although it could not be stored', async () => {
  await listMatch();
  const storing = vi.spyOn(database.worker.db, 'transaction').mockImplementation(() => {
    throw new Error('another worker leads');
  });
  await expect(refresher()()).rejects.toThrow('another worker leads');
  storing.mockRestore();
  expect(await readEventPlan(database.db)).toMatchObject({ asked: 1, used: 2 });
});

test('removes quotes that no longer count', async () => {
  const quotes = await listMatch();
  await refresher()();
  clock = instant(start + minutes(31));
  await refresher({ api: { ...api, eventOdds: unused } })();
  clock = instant(clock + minutes(1));
  await refresher({ api: { ...api, eventOdds: unused }, budget: 1 })();
  expect(await quotes()).toEqual({ version: 2, quotes: [] });
});

test('asks for nothing that the credits do not cover, and says so', async () => {
  const quotes = await listMatch();
  await refresher({ budget: 100 })();
  expect(requests).toEqual([]);
  expect(await quotes()).toBeUndefined();
  expect(await readEventPlan(database.db)).toMatchObject({ used: 0, reserved: 10, skipped: [{ why: 'credits' }] });
});

test('ignores the response for another match', async () => {
  const quotes = await listMatch();
  away = 'Everton';
  await refresher()();
  expect([requests, await quotes()]).toEqual([['e1'], undefined]);
});
