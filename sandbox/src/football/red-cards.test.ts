import { expect, test } from 'vitest';
import { dice } from '../chance/chance.ts';
import type { AtMinute } from './match.ts';
import { goalsWithReds, poissonRoll, ratesAfter } from './red-cards.ts';
import { afterPlay, atOtherRates, outcomeChances, scoreFor, scoreMatrix } from './score-matrix.ts';
import { minuteOfShare, shareDue, type Timing } from './timing.ts';

const TIMING: Timing = { minuteMs: 60_000, firstStoppage: 1, halfTime: 15, secondStoppage: 4 };
const EXPECTED = { home: 1.5, away: 1.2, rho: -0.1 };
const MATRIX = scoreMatrix(EXPECTED);

test('prices after a red card match how such matches end', () => {
  const reds: AtMinute[] = [{ side: 'home', minute: 30 }];
  const due = shareDue(TIMING, 30);
  const next = dice('played out');
  const counted = { home: 0, draw: 0, away: 0 };
  let level = 0;
  for (let match = 0; match < 30_000; match += 1) {
    const drawn = scoreFor(MATRIX, next());
    const goals = (['home', 'away'] as const)
      .flatMap((side) => Array.from({ length: drawn[side] }, () => ({ side, minute: minuteOfShare(TIMING, next()) })))
      .sort((one, other) => one.minute - other.minute);
    const played = goalsWithReds(goals, reds, { key: `match ${match}`, expected: EXPECTED, timing: TIMING });
    if (played.some(({ minute }) => minute <= 30)) continue;
    level += 1;
    const home = played.filter(({ side }) => side === 'home').length;
    const away = played.length - home;
    counted[home > away ? 'home' : home < away ? 'away' : 'draw'] += 1;
  }
  const score = { home: 0, away: 0 };
  const expected = outcomeChances(
    atOtherRates(afterPlay(MATRIX, score, due), score, ratesAfter({ home: 1, away: 0 }, EXPECTED, 1 - due)),
  );
  const error = 3.5 * Math.sqrt(0.25 / level);
  expect(Math.abs(counted.home / level - expected.home)).toBeLessThan(error);
  expect(Math.abs(counted.draw / level - expected.draw)).toBeLessThan(error);
  expect(Math.abs(counted.away / level - expected.away)).toBeLessThan(error);
});

test('changes nothing without a red card, and lowers both rates with one for each side', () => {
  const even = ratesAfter({ home: 0, away: 0 }, EXPECTED, 0.5);
  expect(even).toEqual({ home: { keeps: 1, extra: 0 }, away: { keeps: 1, extra: 0 } });
  const both = ratesAfter({ home: 1, away: 1 }, EXPECTED, 0.5);
  expect(both.home).toEqual({ keeps: (2 / 3) * (5 / 4), extra: 0 });
  expect(both.away).toEqual(both.home);
});

test('a red card changes no earlier goals', () => {
  const goals: AtMinute[] = Array.from({ length: 6 }, (_, index) => ({ side: 'home', minute: 5 + index }));
  for (let match = 0; match < 200; match += 1) {
    const played = goalsWithReds(goals, [{ side: 'home', minute: 20 }], {
      key: `early ${match}`,
      expected: EXPECTED,
      timing: TIMING,
    });
    expect(played.filter(({ minute }) => minute < 20)).toEqual(goals);
  }
});

test('a Poisson count grows with its random number', () => {
  expect([0, 0.36, 0.37, 0.73, 0.74, 0.92].map((rolled) => poissonRoll(1, rolled))).toEqual([0, 0, 1, 1, 2, 3]);
});
