import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hours, instant, minutes } from '../instant.ts';
import { beforeNow, sampleNow } from '../testing/sample-match.ts';
import type { MatchStatus } from './match.ts';
import { byLiveThenKickoff, isLive, isMovedTooFar, isUpcoming } from './match-phase.ts';

const phaseOf = (agoMs: number, status: MatchStatus = 'open') => {
  const match = { kickoffAt: beforeNow(agoMs), status };
  return { isLive: isLive(match, sampleNow), isUpcoming: isUpcoming(match, sampleNow) };
};
const live = { isLive: true, isUpcoming: false };
const upcoming = { isLive: false, isUpcoming: true };
const neither = { isLive: false, isUpcoming: false };

describe('the phase of a match', () => {
  test.each([
    ['a fortnight before kick-off', -hours(24 * 14), upcoming],
    ['a millisecond before kick-off', -1, upcoming],
    ['at kick-off', 0, live],
    ['at half-time', minutes(50), live],
    ['a millisecond before two hours', hours(2) - 1, live],
    ['two hours after kick-off', hours(2), neither],
    ['a day after kick-off', hours(24), neither],
  ])('%s', (_when, agoMs, phase) => {
    expect(phaseOf(agoMs)).toEqual(phase);
  });

  test.each<MatchStatus>(['finished', 'void'])('a match that is %s is neither live nor upcoming', (status) => {
    expect([phaseOf(-minutes(5), status), phaseOf(minutes(5), status)]).toEqual([neither, neither]);
  });
});

const anyMatch = fc.record({
  homeTeam: fc.constantFrom('Ajax', 'Barcelona', 'Celtic', 'ajax', 'Österreich', ''),
  kickoffAt: fc.integer({ min: -6, max: 6 }).map((halfHours) => instant(sampleNow + halfHours * minutes(30))),
  status: fc.constantFrom<MatchStatus>('open', 'finished', 'void'),
});
type AnyMatch = { readonly homeTeam: string; readonly kickoffAt: number; readonly status: MatchStatus };
const compare = byLiveThenKickoff(sampleNow);

describe('the order of matches', () => {
  test('live matches come first, then the next to kick off; names break ties', () => {
    const at = (homeTeam: string, agoMs: number) => ({
      homeTeam,
      kickoffAt: beforeNow(agoMs),
      status: 'open' as const,
    });
    const matches = [
      at('tomorrow', -hours(20)),
      at('soon, B', -minutes(30)),
      at('just live', minutes(5)),
      at('over its window', hours(3)),
      at('soon, A', -minutes(30)),
      at('live for long', minutes(100)),
    ];
    expect(matches.toSorted(compare).map((match) => match.homeTeam)).toEqual([
      'live for long',
      'just live',
      'over its window',
      'soon, A',
      'soon, B',
      'tomorrow',
    ]);
  });

  test('the order is total and antisymmetric', () => {
    fc.assert(
      fc.property(anyMatch, anyMatch, anyMatch, (a, b, c) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test('a list is sorted the same however it arrived', () => {
    const nameOf = ({ homeTeam, kickoffAt }: AnyMatch) => `${homeTeam} ${kickoffAt}`;
    const list = fc.uniqueArray(anyMatch, { selector: nameOf, maxLength: 12 });
    const arrivals = list.chain((matches) =>
      fc.tuple(fc.constant(matches), fc.shuffledSubarray(matches, { minLength: matches.length })),
    );
    fc.assert(
      fc.property(arrivals, ([matches, shuffled]) => {
        expect(shuffled.toSorted(compare)).toEqual(matches.toSorted(compare));
      }),
      { numRuns: 300 },
    );
  });
});

test('a match is moved too far by more than 48 hours, in either direction', () => {
  const moved = (ms: number) => isMovedTooFar({ kickoffAt: instant(sampleNow + ms), firstKickoffAt: sampleNow });
  expect([hours(48), hours(48) + 1, -hours(48), -hours(48) - 1].map(moved)).toEqual([false, true, false, true]);
});
