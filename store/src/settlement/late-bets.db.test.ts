import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import type { VoidWindow } from '@touchline/core/settlement';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listOpenMatches, listOpenReviews, savePrices } from '../matches/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { rulingOf, saveScores } from './index.ts';
import { rule } from './rulings.ts';

let store: TestDatabase;
let tests = 0;
let provider = '';
beforeAll(async () => {
  store = await createTestDatabase();
});
beforeEach(() => {
  tests += 1;
  provider = `provider ${tests}`;
});
afterAll(() => store.close());

const at = (time: string): Instant => instant(Date.parse(`2026-11-28T${time}:00Z`));
const timeOf = (moment = 0) => new Date(moment).toISOString().slice(11, 16);

/** What the odds feed says of the match. Returns the match. */
async function listed(time: string, kickoff: string): Promise<MatchId> {
  const [home, draw, away] = [new Decimal(2), new Decimal(3), new Decimal(4)];
  const h2h = { state: 'open', bookmaker: 'bet365', quotedAt: at(time), home, draw, away } as const;
  const teams = { homeTeam: 'Home', awayTeam: 'Away' };
  const quote = { providerEventId: 'one', ...teams, kickoffAt: at(kickoff), h2h, totals: null };
  await store.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', provider, [quote], at(time)));
  const own = (await listOpenMatches(store.db)).find((record) => record.provider === provider);
  return own?.match.id ?? expect.fail('no match');
}

async function report(state: 'in-play' | 'final', time: string, kickoffAt?: Instant): Promise<void> {
  const score = { home: 2, away: 0 };
  const reported = { providerEventId: 'one', score, state, ...(kickoffAt && { kickoffAt }) };
  await store.db.transaction().execute((trx) => saveScores(trx, provider, [reported], at(time)));
}
const scored = (time: string, kickoffAt: Instant) => report('in-play', time, kickoffAt);
const ended = (time: string, kickoffAt?: Instant) => report('final', time, kickoffAt);
const textOf = ({ from, until }: VoidWindow) => `${timeOf(from)}-${timeOf(until)}`;
const windows = async (id: MatchId) => (await rulingOf(store.db, id)).decision.voidBets.map(textOf);
const kickoffOf = async (id: MatchId) => {
  const known = store.db.selectFrom('matches').select('kickoff_at').where('id', '=', id);
  return timeOf((await known.executeTakeFirstOrThrow()).kickoff_at);
};
const reviewed = async (id: MatchId) =>
  (await listOpenReviews(store.db))
    .filter(({ matchId }) => matchId === id)
    .map(({ kind, facts }) => [kind, facts['is']]);

/** An admin's ruling with these windows. */
async function ruled(id: MatchId, voidBets: readonly VoidWindow[]): Promise<void> {
  const { version, decision } = await rulingOf(store.db, id);
  const why = { reason: 'checked', actor: 'admin:a', confirmedBy: null, decidedAt: at('23:00') };
  await store.db
    .transaction()
    .execute((trx) => rule(trx, { matchId: id, basedOn: version, decision: { ...decision, voidBets }, ...why }));
}

describe('bets that are void because of the kick-off', () => {
  test('are those taken as before kick-off when a match in play was listed for later and back', async () => {
    await listed('12:00', '15:00');
    await listed('15:05', '15:30');
    const id = await listed('15:12', '15:00');
    await ended('17:00');
    expect(await windows(id)).toEqual(['15:05-15:12']);
  });

  test('are those taken before the announced kick-off when a match that should have begun is listed for earlier', async () => {
    await listed('12:00', '15:00');
    const id = await listed('15:05', '14:40');
    expect(await reviewed(id)).toEqual([['kicked-off-earlier', new Date(at('14:40')).toISOString()]]);
    await ended('16:40');
    expect(await windows(id)).toEqual(['14:40-15:00']);
  });

  test('are those taken before the announced kick-off when only the first score reveals the true one', async () => {
    const id = await listed('12:00', '15:00');
    for (const time of ['15:01', '15:02']) await scored(time, at('14:40'));
    expect(await reviewed(id)).toEqual([['kicked-off-earlier', new Date(at('14:40')).toISOString()]]);
    // The kick-off of a match with a score no longer changes.
    await listed('15:03', '15:00');
    await scored('15:04', at('12:00'));
    await ended('16:40');
    expect(await windows(id)).toEqual(['14:40-15:00']);
  });

  test('are none when the first score corrects an earlier kick-off that was listed by mistake', async () => {
    await listed('12:00', '15:00');
    await listed('15:05', '14:00');
    await scored('15:06', at('15:00'));
    const id = await listed('15:07', '15:00');
    expect(await reviewed(id)).toEqual([['kicked-off-earlier', new Date(at('14:00')).toISOString()]]);
    await ended('16:50', at('15:00'));
    expect(await windows(id)).toEqual([]);
    expect(await kickoffOf(id)).toBe('15:00');
  });

  test('are none when a match kicks off later than announced, which the first score reveals', async () => {
    const id = await listed('12:00', '15:00');
    await scored('15:14', at('15:10'));
    expect([await kickoffOf(id), await reviewed(id)]).toEqual(['15:10', []]);
    // The kick-off of a match with a score no longer changes.
    for (const time of ['15:12', '15:16']) await scored('15:20', at(time));
    await ended('17:00', at('15:12'));
    expect([await kickoffOf(id), await windows(id)]).toEqual(['15:10', []]);
  });

  test('stay when the first score comes with a kick-off that is still ahead', async () => {
    await listed('12:00', '15:00');
    const id = await listed('15:05', '14:40');
    await scored('15:06', at('15:30'));
    await ended('16:40');
    expect([await kickoffOf(id), await windows(id)]).toEqual(['14:40', ['14:40-15:00']]);
  });

  test('are none when a match was listed for an earlier time by mistake', async () => {
    await listed('12:00', '20:00');
    await listed('19:10', '19:00');
    const id = await listed('19:15', '20:00');
    await ended('22:00');
    expect(await windows(id)).toEqual([]);
  });

  test('are found when the match then really begins earlier, with a review of its own', async () => {
    await listed('12:00', '20:00');
    await listed('19:10', '19:00');
    await listed('19:15', '20:00');
    const id = await listed('19:56', '19:50');
    expect(await reviewed(id)).toEqual([
      ['kicked-off-earlier', new Date(at('19:00')).toISOString()],
      ['kicked-off-earlier', new Date(at('19:50')).toISOString()],
    ]);
    await ended('22:00');
    expect(await windows(id)).toEqual(['19:50-19:56']);
  });

  test('are all bets after the true kick-off if only the final score reveals it', async () => {
    const id = await listed('12:00', '20:00');
    await ended('19:58', at('18:00'));
    expect(await windows(id)).toEqual(['18:00-19:58']);
  });

  test('stay as they are in a window that an admin lifted', async () => {
    await listed('12:00', '20:00');
    const id = await listed('19:56', '19:50');
    await ended('22:00');
    const own = { from: at('12:00'), until: at('13:00'), reason: 'a wrong price' };
    await ruled(id, [...(await rulingOf(store.db, id)).decision.voidBets, own]);
    expect(await windows(id)).toEqual(['19:50-19:56', '12:00-13:00']);
    for (const _ of ['lifted', 'ruled again']) {
      await ruled(id, [own]);
      expect(await windows(id)).toEqual(['12:00-13:00']);
    }
  });

  test('are no longer void once the feed takes back the kick-off that a ruling had counted', async () => {
    await listed('12:00', '20:00');
    const id = await listed('19:10', '19:00');
    const open = { result: { kind: 'open' }, voidBets: [] } as const;
    const why = { reason: 'checked', actor: 'admin:a', confirmedBy: null, decidedAt: at('19:12') };
    const ruling = await store.db
      .transaction()
      .execute((trx) => rule(trx, { matchId: id, basedOn: 0, decision: open, ...why }));
    expect(ruling).toMatchObject({ decision: { voidBets: [{ from: at('19:00'), until: at('19:10') }] } });
    await listed('19:15', '20:00');
    await ended('22:00');
    expect(await windows(id)).toEqual([]);
  });
});
