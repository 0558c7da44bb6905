import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { describe, expect, test } from 'vitest';
import { feedAfterProblem } from '../provider/feed-after-problem.ts';
import { isAfterGap, isDue, planPoll } from './plan-polls.ts';

const now = instant(Date.parse('2026-11-21T12:00:00Z'));
const base = seconds(40);
const at = (ms: number): Instant => instant(now + ms);
const known = (...waits: number[]) => ({ kickoffs: waits.map(at), isKnown: 'known' }) as const;
const plan = (...waits: number[]) => planPoll(known(...waits), { baseMs: base }, now);
const feed = {
  leagueKey: 'soccer_epl',
  state: 'ok',
  confirmedAt: now,
  everyMs: base,
  triedAt: now,
  problem: null,
} as const;

describe('how often a league is polled', () => {
  test.each([
    ['in play', -hours(2), base],
    ['at kick-off', 0, base],
    ['an hour ahead', hours(1), base],
    ['more than an hour ahead', hours(1) + 1, minutes(10)],
    ['a day ahead', hours(24), minutes(10)],
    ['later', hours(24) + 1, hours(1)],
  ])('with a match %s', (_, wait, everyMs) => {
    expect(plan(wait)).toEqual({ everyMs, ask: 'odds', staleAfterMs: 2 * everyMs + seconds(10) });
  });

  test('the nearest match counts', () => expect(plan(hours(100), hours(20), minutes(5)).everyMs).toBe(base));
  test('a league of which nothing is known is polled for prices at the base cadence', () => {
    expect(planPoll({ kickoffs: [], isKnown: 'unknown' }, { baseMs: base }, now)).toMatchObject({
      everyMs: base,
      ask: 'odds',
    });
  });
  test('a league without matches is polled for fixtures only, which are free', () => {
    expect(plan()).toMatchObject({ everyMs: minutes(10), ask: 'events' });
    expect(plan(-hours(5))).toMatchObject({ everyMs: minutes(10), ask: 'events' });
  });
  test('never more often than the base cadence', () => {
    expect(planPoll(known(hours(2)), { baseMs: hours(0.5) }, now).everyMs).toBe(hours(0.5));
  });
  test('a price that jumped is polled sooner', () => {
    expect(planPoll({ ...known(hours(100)), waits: 'for-agreement' }, { baseMs: base }, now).everyMs).toBe(base);
  });
  test('short credits slow polls down, and no price is valid for longer than its limit', () => {
    const stretch = { far: 24, middle: 12, near: 5, 'in-play': 5 };
    const stretched = [hours(100), hours(20), minutes(30), -hours(1)].map((wait) =>
      planPoll(known(wait), { baseMs: base, stretch }, now),
    );
    expect(stretched.map(({ everyMs, staleAfterMs }) => [everyMs, staleAfterMs])).toEqual([
      [hours(24), hours(3)],
      [hours(2), minutes(30)],
      [seconds(200), minutes(3)],
      [seconds(200), minutes(2)],
    ]);
  });
  test('with skipped play only the matches ahead count, and no price in play stays valid', () => {
    const skipping = (...waits: number[]) => planPoll({ ...known(...waits), inPlay: 'skipped' }, { baseMs: base }, now);
    expect(skipping(-hours(1))).toMatchObject({ ask: 'events', staleAfterMs: minutes(2) });
    expect(skipping(-hours(1), hours(5))).toMatchObject({
      ask: 'odds',
      everyMs: minutes(10),
      staleAfterMs: minutes(2),
    });
  });
  test('the grace for late answers is a setting', () => {
    expect(planPoll(known(0), { baseMs: seconds(1), graceMs: seconds(1) }, now).staleAfterMs).toBe(seconds(3));
  });
});

describe('whether a league is due', () => {
  const slow = { everyMs: minutes(10) };
  test('not before its time, but at a tick that comes a little early', () => {
    expect(isDue(feed, slow, base, at(minutes(9)))).toBe(false);
    expect(isDue(feed, slow, base, at(minutes(10) - 15))).toBe(true);
  });
  test('at once when it was never polled or its feed is down', () => {
    expect(isDue(undefined, slow, base, now)).toBe(true);
    expect(isDue({ ...feed, state: 'down' }, slow, base, now)).toBe(true);
  });
  test('at once when the clock was set back since its last poll', () => {
    expect(isDue(feed, slow, base, at(-seconds(10)))).toBe(false);
    expect(isDue(feed, slow, base, at(-seconds(11)))).toBe(true);
  });
});

test('everything is due after a gap in polling, nothing after a quick restart', () => {
  const slow = { ...feed, everyMs: hours(1) };
  expect(isAfterGap([], now)).toBe(true);
  expect(isAfterGap([feed, slow], at(2 * base + seconds(10)))).toBe(false);
  expect(isAfterGap([feed, slow], at(2 * base + seconds(11)))).toBe(true);
});

describe('the feed after a failed request', () => {
  const failing = { kind: 'failing', message: '503' } as const;
  const plain = { everyMs: base };
  const feedAfter = (inARow: number, problem: Parameters<typeof feedAfterProblem>[0]['problem'] = failing) =>
    feedAfterProblem({ leagueKey: 'soccer_epl', feed, plan: plain, problem, inARow, at: at(base) });

  test('keeps its last confirmation, and goes down at the third failure in a row', () => {
    expect([1, 2, 3].map((inARow) => feedAfter(inARow))).toEqual(
      (['ok', 'ok', 'down'] as const).map((state) => ({ ...feed, state, triedAt: at(base), problem: '503' })),
    );
  });
  test.each(['refused-us', 'no-such-league'] as const)('goes down at once when the problem is %s', (kind) => {
    expect(feedAfter(1, { kind, message: '4xx' }).state).toBe('down');
  });
  test('stays down until a request succeeds', () => {
    const down = { ...feed, state: 'down' } as const;
    expect(
      feedAfterProblem({ leagueKey: 'soccer_epl', feed: down, plan: plain, problem: failing, inARow: 1, at: now })
        .state,
    ).toBe('down');
  });
});
