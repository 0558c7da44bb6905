import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gradeLeg, type Outcome, outcomeFromLabel } from '../markets/index.ts';
import { cents, Decimal, payoutAt } from '../money/index.ts';
import { gradeBet } from './grade-bet.ts';
import { liabilityOf } from './liability.ts';
import {
  addSelections,
  countedScores,
  noScoreExposure,
  owedAtScores,
  type ScoreExposure,
  worstExposure,
} from './score-exposure.ts';

const teams = { homeTeam: 'Alpha', awayTeam: 'Beta' };
const labels = [
  'Alpha Win',
  'Draw',
  'Beta Win',
  'Over 2.5',
  'Under 2.5',
  'Double chance: Alpha or draw',
  'Draw no bet: Alpha',
  'Draw no bet: Beta',
  'Both teams to score: Yes',
  'Goals: Over 3',
  'Goals: Under 3',
  'Goals: Over 2.25',
  'Alpha goals: Under 1.5',
  'Total goals: Odd',
  'Asian handicap: Alpha −1',
  'Asian handicap: Beta +0.75',
  'Correct score: 2-1',
  'Correct score: Any other',
  'Winning margin: Beta by 3 or more',
];
const outcomeOf = (label: string): Outcome => {
  const outcome = outcomeFromLabel(teams, label);
  if (!outcome) throw new Error(`no selection ${label}`);
  return outcome;
};
const outcomes = labels.map(outcomeOf);
const anyBet = fc.record({
  outcome: fc.constantFrom(...outcomes),
  stake: fc.integer({ min: 4, max: 100_000 }),
  odds: fc.integer({ min: 101, max: 2_000 }).map((hundredths) => new Decimal(hundredths).div(100)),
  others: fc.integer({ min: 101, max: 900 }).map((hundredths) => new Decimal(hundredths).div(100)),
});
const at = (home: number, away: number): number =>
  countedScores.findIndex((score) => score.home === home && score.away === away);
const add = (exposure: ScoreExposure, label: string, stake: number, odds: string, promised?: number) => {
  const owed = payoutAt(cents(stake), new Decimal(odds));
  addSelections(exposure, stake, [{ outcome: outcomeOf(label), owed, promised: promised ?? owed }]);
};

describe('the exposure of a match over its scores', () => {
  test('at each score pays what the single bets do, within a cent each', () => {
    fc.assert(
      fc.property(fc.array(anyBet, { maxLength: 20 }), (bets) => {
        const exposure = noScoreExposure();
        for (const { outcome, stake, odds } of bets) {
          const owed = payoutAt(cents(stake), odds);
          addSelections(exposure, stake, [{ outcome, owed, promised: owed }]);
        }
        countedScores.forEach((score, index) => {
          const paid = bets.reduce((sum, { outcome, stake, odds }) => {
            const status = gradeLeg(outcome, { kind: 'score', score });
            return sum + gradeBet(cents(stake), [{ odds, status }]).payout;
          }, 0);
          expect(Math.abs((exposure.owed[index] ?? 0) - paid)).toBeLessThanOrEqual(bets.length);
          expect(exposure.promised[index]).toBe(exposure.owed[index]);
        });
      }),
    );
  });

  test('at each score promises at least what accumulators can still pay', () => {
    fc.assert(
      fc.property(fc.array(anyBet, { maxLength: 10 }), (bets) => {
        const exposure = noScoreExposure();
        const legs = ({ odds, others }: (typeof bets)[number], status: ReturnType<typeof gradeLeg>) =>
          [
            { odds, status },
            { odds: others, status: 'won' },
          ] as const;
        for (const bet of bets) {
          const promised = gradeBet(cents(bet.stake), legs(bet, 'won')).payout;
          const owed = payoutAt(cents(bet.stake), bet.odds);
          addSelections(exposure, bet.stake, [{ outcome: bet.outcome, owed, promised }]);
        }
        countedScores.forEach((score, index) => {
          const paid = bets.reduce((sum, bet) => {
            const status = gradeLeg(bet.outcome, { kind: 'score', score });
            return sum + gradeBet(cents(bet.stake), legs(bet, status)).payout;
          }, 0);
          expect(paid - (exposure.promised[index] ?? 0)).toBeLessThanOrEqual(bets.length);
        });
      }),
    );
  });

  test('adds up markets: a home win at 2.00 and over 2.5 at 2.00, $100 each, cost $200 at 3–0 and nothing at 1–0', () => {
    const exposure = noScoreExposure();
    add(exposure, 'Alpha Win', 10_000, '2');
    add(exposure, 'Over 2.5', 10_000, '2');
    const lossAt = (home: number, away: number) => (exposure.owed[at(home, away)] ?? 0) - exposure.staked;
    expect([lossAt(3, 0), lossAt(1, 0), lossAt(0, 1)]).toEqual([20_000, 0, -20_000]);
    expect(liabilityOf(worstExposure(exposure, outcomeOf('Alpha Win')))).toBe(20_000);
    expect(liabilityOf(worstExposure(exposure, outcomeOf('Under 2.5')))).toBe(0);
    expect(liabilityOf(worstExposure(exposure, outcomeOf('Correct score: 0-1')))).toBe(-20_000);
  });

  test('knows the refund of a market from its stakes together', () => {
    const [apart, together] = [noScoreExposure(), noScoreExposure()];
    add(apart, 'Goals: Over 2.25', 1_000, '1.8');
    add(apart, 'Goals: Under 2.25', 3_000, '2.1');
    addSelections(together, 4_000, [
      { outcome: outcomeOf('Goals: Over 2.25'), owed: 1_800, promised: 1_800 },
      { outcome: outcomeOf('Goals: Under 2.25'), owed: 6_300, promised: 6_300 },
    ]);
    expect(together).toEqual(apart);
  });

  test('is nothing again when the bets are removed', () => {
    const exposure = noScoreExposure();
    const bet = { outcome: outcomeOf('Asian handicap: Alpha −1'), owed: 1_900, promised: 4_000 };
    addSelections(exposure, 1_000, [bet]);
    addSelections(exposure, 1_000, [bet], -1);
    expect(exposure).toEqual(noScoreExposure());
  });
});

describe('bets on the first half', () => {
  const bets = [
    'Half-time result: Alpha',
    'Half-time result: Draw',
    'First-half goals: Over 1.5',
    'Half-time/full-time: Draw/Alpha',
    'Half-time/full-time: Alpha/Alpha',
    'Alpha Win',
    'Under 2.5',
  ].map(outcomeOf);

  test('cost at no half-time and final score more than the exposure says, and only a selection of both halves less', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ outcome: fc.constantFrom(...bets), stake: fc.integer({ min: 100, max: 9_999 }) }), {
          maxLength: 12,
        }),
        (placed) => {
          const exposure = noScoreExposure();
          for (const { outcome, stake } of placed)
            addSelections(exposure, stake, [{ outcome, owed: 3 * stake, promised: 3 * stake }]);
          const bound = owedAtScores(exposure);
          const isExact = placed.every(({ outcome }) => outcome.market !== 'halftime_fulltime');
          countedScores.forEach((score, at) => {
            if (score.home > 5 || score.away > 5) return;
            const halves = countedScores.filter(({ home, away }) => home <= score.home && away <= score.away);
            const paid = halves.map((halfTime) =>
              placed.reduce((sum, { outcome, stake }) => {
                const verdict = gradeLeg(outcome, { kind: 'score', score, halfTime });
                return sum + (verdict === 'won' ? 3 * stake : 0);
              }, 0),
            );
            if (isExact) expect(bound[at]).toBeCloseTo(Math.max(...paid), 6);
            else expect(bound[at]).toBeGreaterThanOrEqual(Math.max(...paid) - 1e-6);
          });
        },
      ),
      { numRuns: 60, seed: 20_261_125 },
    );
  });

  test('cost most at the half-time score that fits the final one', () => {
    const exposure = noScoreExposure();
    addSelections(exposure, 1_000, [{ outcome: outcomeOf('Half-time result: Alpha'), owed: 3_000, promised: 3_000 }]);
    addSelections(exposure, 1_000, [{ outcome: outcomeOf('Correct score: 0-0'), owed: 9_000, promised: 9_000 }]);
    expect(liabilityOf(worstExposure(exposure, outcomeOf('Half-time result: Alpha')))).toBe(1_000);
    expect(liabilityOf(worstExposure(exposure, outcomeOf('Correct score: 0-0')))).toBe(7_000);
    expect(liabilityOf(worstExposure(exposure, outcomeOf('Over 2.5')))).toBe(1_000);
  });
});

test('what a selection pays is kept while it is usual, and not for the selections of all time', () => {
  let reads = 0;
  const usual: Outcome = {
    market: 'totals',
    pick: 'over',
    get point() {
      reads += 1;
      return 77.5;
    },
  };
  const readsToAdd = (): number => {
    const before = reads;
    addSelections(noScoreExposure(), 0, [{ outcome: usual, owed: 0, promised: 0 }]);
    return reads - before;
  };
  const graded = readsToAdd();
  expect(readsToAdd()).toBeLessThan(graded);
  for (let line = 100; line < 5_100; line += 1) {
    const outcome: Outcome = { market: 'totals', pick: 'over', point: line + 0.5 };
    addSelections(noScoreExposure(), 0, [{ outcome, owed: 0, promised: 0 }]);
  }
  expect(readsToAdd()).toBe(graded);
});
