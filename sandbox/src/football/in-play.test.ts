import { expect, test } from 'vitest';
import { type Plan, type Touch, untouched } from './match.ts';
import { GOAL_PAUSE_MS } from './pauses.ts';
import { LINGERS_MS, quotes } from './quote.ts';
import { seeMatch } from './see-match.ts';

const KICKOFF = Date.UTC(2026, 10, 20, 15);
const MINUTE = 60_000;
const PLAN: Plan = {
  id: '5'.repeat(32),
  sportKey: 'soccer_epl',
  homeTeam: 'Alpha',
  awayTeam: 'Beta',
  kickoffAt: KICKOFF,
  timing: { minuteMs: MINUTE, firstStoppage: 2, halfTime: 15, secondStoppage: 4 },
  goals: [{ side: 'home', minute: 20 }],
  reds: [],
  pricing: { kind: 'model', home: 1.5, away: 1.2, rho: -0.1 },
  endsBy: 'clock',
  fate: null,
};
const GOAL_AT = KICKOFF + 20 * MINUTE;
const booksOf = (now: number, plan = PLAN, touch: Touch | undefined = undefined) =>
  quotes(plan, touch, seeMatch(plan, touch, now), now);
const others = Array.from({ length: 30 }, (_, index): Plan => ({ ...PLAN, id: index.toString(16).padStart(32, '0') }));

test('after a goal a bookmaker disappears or keeps its price and time, and both happen', () => {
  const ways = new Set<string>();
  for (const plan of others) {
    const before = booksOf(GOAL_AT - 1, plan);
    const during = booksOf(GOAL_AT + GOAL_PAUSE_MS - 1, plan);
    for (const book of before) {
      const left = during.find(({ key }) => key === book.key);
      ways.add(left ? 'lingers' : 'gone');
      if (left) expect(left).toEqual(book);
    }
    expect(during.every(({ seenAt }) => seenAt < GOAL_AT)).toBe(true);
  }
  expect(ways).toEqual(new Set(['gone', 'lingers']));
});

test('after the pause every price is newer than the goal and shorter for the scorer', () => {
  for (const plan of others) {
    const before = booksOf(GOAL_AT - 1, plan);
    const back = booksOf(GOAL_AT + 5 * MINUTE, plan);
    expect(back.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    for (const [index, book] of back.entries()) {
      expect(book.seenAt).toBeGreaterThanOrEqual(GOAL_AT);
      expect(book.h2h?.home).toBeLessThan(before[index]?.h2h?.home ?? 0);
    }
  }
});

test('a second goal during the pause extends it without a price in between', () => {
  const plan: Plan = { ...PLAN, goals: [...PLAN.goals, { side: 'away', minute: 20 + 5 / 60 }] };
  const during = others.flatMap(({ id }) => booksOf(GOAL_AT + 6_000, { ...plan, id }));
  expect(during.length).toBeGreaterThan(0);
  expect(during.every(({ seenAt }) => seenAt < GOAL_AT)).toBe(true);
});

test('a red card pauses the market, then lengthens that side’s price', () => {
  const plan: Plan = { ...PLAN, goals: [], reds: [{ side: 'home', minute: 30 }] };
  const at = KICKOFF + 30 * MINUTE;
  expect(seeMatch(plan, undefined, at).market).toBe('suspended');
  const [before, after] = [booksOf(at - 1, plan)[0]?.h2h, booksOf(at + 5 * MINUTE, plan)[0]?.h2h];
  expect(after?.home ?? 0).toBeGreaterThan((before?.home ?? 0) * 1.2);
  expect(after?.away ?? 9).toBeLessThan((before?.away ?? 0) * 0.9);
  expect(seeMatch(plan, undefined, at).reds).toEqual({ home: 1, away: 0 });
});

test('a market frozen from the console keeps its price and time for a quarter of an hour, then disappears', () => {
  const since = KICKOFF + 5 * MINUTE;
  const touch: Touch = { ...untouched(PLAN), market: 'suspended', lingersSince: since };
  const before = booksOf(since);
  expect(booksOf(since + LINGERS_MS - 1, PLAN, touch)).toEqual(before);
  expect(booksOf(since + LINGERS_MS, PLAN, touch)).toEqual([]);
});

test('does not quote an abandoned match or change its score', () => {
  const touch: Touch = { ...untouched(PLAN), abandonedAt: KICKOFF + 10 * MINUTE };
  const now = KICKOFF + 200 * MINUTE;
  expect(booksOf(now, PLAN, touch)).toEqual([]);
  expect(seeMatch(PLAN, touch, now)).toMatchObject({
    phase: 'abandoned',
    score: { home: 0, away: 0 },
    finishedAt: null,
    scoreFrozenAt: KICKOFF + 10 * MINUTE,
  });
});

test('shows the first result until the correction, then the corrected one', () => {
  const at = KICKOFF + 130 * MINUTE;
  const touch: Touch = { ...untouched(PLAN), corrections: [{ score: { home: 0, away: 0 }, at }] };
  expect(seeMatch(PLAN, touch, at - 1)).toMatchObject({ phase: 'finished', score: { home: 1, away: 0 } });
  expect(seeMatch(PLAN, touch, at)).toMatchObject({
    phase: 'finished',
    score: { home: 0, away: 0 },
    scoreFrozenAt: at,
  });
});
