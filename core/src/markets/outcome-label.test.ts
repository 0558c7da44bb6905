import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from './index.ts';
import { outcomeFromLabel, outcomeLabel } from './index.ts';

const derby = { homeTeam: 'Arsenal', awayTeam: 'Chelsea' };
const everyPick: readonly Outcome[] = [
  { market: 'h2h', pick: 'home' },
  { market: 'h2h', pick: 'draw' },
  { market: 'h2h', pick: 'away' },
  { market: 'totals', pick: 'over', point: 2.5 },
  { market: 'totals', pick: 'under', point: 2.5 },
];

describe('outcome labels', () => {
  test('an outcome has the label shown on screens', () => {
    expect(everyPick.map((outcome) => outcomeLabel(derby, outcome))).toEqual([
      'Arsenal Win',
      'Draw',
      'Chelsea Win',
      'Over 2.5',
      'Under 2.5',
    ]);
  });

  test.each([
    ['Arsenal'],
    ['arsenal Win'],
    ['Arsenal  Win'],
    ['Arsenal Win '],
    ['Arsenal Win\n'],
    ['Spurs Win'],
    ['draw'],
    ['Over'],
    ['Over two'],
    ['Over -1'],
    ['Over 100'],
    ['Over 2.555'],
    ['Over 2,5'],
    ['Over 2.5 '],
    ['Over 2.5\nUnder 2.5'],
    ['over 2.5'],
    ['Over 1e1'],
    ['__proto__'],
    ['constructor'],
    [''],
  ])('%j stands for no outcome of this match', (label) => {
    expect(outcomeFromLabel(derby, label)).toBeUndefined();
  });

  test.each([
    ['Draw', 'Over 2.5'],
    ['Draw Win', 'Draw'],
    ['Win', ''],
    ['Inter', 'Inter Win'],
    ['Inter Win', 'Inter'],
    ['^.*$', '.*'],
    ['__proto__', 'constructor'],
    ['1. FC Köln', '1. FC Köln II'],
    ['Beşiktaş', 'Besiktas'],
    ['🦁', '🦁🦁'],
  ])('a match of %j and %j has five different labels, and each leads back to its outcome', (homeTeam, awayTeam) => {
    const teams = { homeTeam, awayTeam };
    const labels = everyPick.map((outcome) => outcomeLabel(teams, outcome));
    expect(new Set(labels).size).toBe(5);
    expect(labels.map((label) => outcomeFromLabel(teams, label))).toEqual(everyPick);
  });

  test('for any two teams, a label parses to its outcome', () => {
    const piece = fc.constantFrom(
      'Draw',
      'Win',
      'Over',
      'Under',
      ' ',
      '2.5',
      '.',
      '*',
      '\\',
      '\n',
      '\0',
      'A',
      'é',
      '🦁',
      '\ud83e',
    );
    const name = fc.string({ unit: piece, maxLength: 4 });
    const teams = fc
      .record({ homeTeam: name, awayTeam: name })
      .filter(({ homeTeam, awayTeam }) => homeTeam !== awayTeam);
    const line = fc.integer({ min: 1, max: 399 }).map((quarters) => quarters / 4);
    const outcome: fc.Arbitrary<Outcome> = fc.oneof(
      fc.record({ market: fc.constant('h2h' as const), pick: fc.constantFrom('home', 'draw', 'away') }),
      fc.record({ market: fc.constant('totals' as const), pick: fc.constantFrom('over', 'under'), point: line }),
    );
    fc.assert(
      fc.property(teams, outcome, (match, picked) => {
        expect(outcomeFromLabel(match, outcomeLabel(match, picked))).toEqual(picked);
      }),
      { numRuns: 500 },
    );
  });
});
