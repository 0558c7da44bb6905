import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import { Decimal } from '@touchline/core/money';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listOpenReviews, matchesSince, savePrices } from '../matches/index.ts';
import { createTestDatabase, emptyTestDatabase } from '../testing/index.ts';
import { type ReportedScore, saveScores } from './index.ts';

const store = await createTestDatabase();
afterAll(() => store.close());
beforeEach(() => emptyTestDatabase(store));

const announced = instant(Date.parse('2026-11-21T15:00:00Z'));
const at = (ms: number): Instant => instant(announced + ms);
const text = (ms: number): string => new Date(at(ms)).toISOString();

/** The provider lists the match for its announced kick-off. */
async function list(): Promise<void> {
  const [home, draw, away] = [new Decimal(2), new Decimal(3), new Decimal(4)];
  const h2h = { state: 'open', bookmaker: 'bet365', quotedAt: announced, home, draw, away } as const;
  const quote = { providerEventId: 'e1', homeTeam: 'Home', awayTeam: 'Away', kickoffAt: announced, h2h, totals: null };
  await store.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', 'p', [quote], announced));
}
const report = (ms: number, reported: Omit<ReportedScore, 'providerEventId'>) =>
  store.db.transaction().execute((trx) => saveScores(trx, 'p', [{ providerEventId: 'e1', ...reported }], at(ms)));
async function known() {
  const [record] = await matchesSince(store.db, 0);
  return record ?? expect.fail('no match');
}
const reviews = async () => (await listOpenReviews(store.db)).map(({ kind, facts }) => [kind, facts]);

describe('a match that was moved by more than 48 hours', () => {
  const moved = hours(72);
  const first = { firstKickoffAt: text(0), movedTo: text(moved) };
  const goalless = { home: 0, away: 0 };
  const final = { score: { home: 2, away: 1 }, state: 'final' } as const;

  test('is closed for betting and left to an admin as soon as its first score reveals that', async () => {
    await list();
    const saved = await report(moved + minutes(1), { score: goalless, state: 'in-play', kickoffAt: at(moved) });
    expect(saved.reviews.map(({ kind }) => kind)).toEqual(['moved-too-far']);
    expect(await reviews()).toEqual([['moved-too-far', first]]);
    expect((await known()).match.markets.h2h).toMatchObject({ state: 'suspended', why: 'under-review' });
  });

  test.each([undefined, 'both', 'second'] as const)(
    'is settled by no final score, whichever provider reported it (%s): an admin is asked again, once',
    async (reportedBy) => {
      await list();
      await report(moved + minutes(30), { score: goalless, state: 'in-play', kickoffAt: at(moved) });
      // A report without its kick-off, or with the announced one, changes nothing about that.
      const reported = reportedBy ? { ...final, reportedBy } : { ...final, kickoffAt: announced };
      const saved = await report(moved + minutes(112), reported);
      expect([saved.finished, saved.reviews.length]).toEqual([[], 1]);
      const asked = [
        ['moved-too-far', first],
        ['moved-too-far', { ...first, score: '2-1' }],
      ];
      const { match, seq } = await known();
      expect([match.status, match.score, await reviews()]).toEqual(['open', final.score, asked]);
      expect(await report(moved + minutes(113), reported)).toEqual({ changed: [], finished: [], reviews: [] });
      expect([(await known()).seq, await reviews()]).toEqual([seq, asked]);
    },
  );

  test('is not settled by a final score that is the first to reveal it', async () => {
    await list();
    const { finished } = await report(moved + minutes(112), { ...final, kickoffAt: at(moved) });
    expect([finished, await reviews()]).toEqual([[], [['moved-too-far', { ...first, score: '2-1' }]]]);
    expect((await known()).match.markets.h2h).toMatchObject({ state: 'suspended' });
  });

  test('after it had begun: the score of the later listing does not settle it, and an admin is asked', async () => {
    await list();
    await report(minutes(30), { score: goalless, state: 'in-play', kickoffAt: announced });
    const { finished } = await report(moved + minutes(112), { ...final, kickoffAt: at(moved) });
    expect([finished, await reviews()]).toEqual([[], [['moved-too-far', { ...first, score: '2-1' }]]]);
    expect((await known()).match.kickoffAt).toBe(announced);
  });
});

test('a match that was moved by 48 hours is settled by its final score', async () => {
  await list();
  const kickoffAt = at(hours(48));
  const { finished, reviews: asked } = await report(hours(50), {
    score: { home: 2, away: 1 },
    state: 'final',
    kickoffAt,
  });
  expect([finished.length, asked]).toEqual([1, []]);
});
