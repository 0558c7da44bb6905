import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instant } from '../instant.ts';
import {
  type BuilderOutcome,
  builderOutcome,
  builderProblem,
  gradeLeg,
  outcomeFromLabel,
  outcomeLabel,
  outcomeOf,
  type Part,
  partFromLabel,
  partsOf,
  periodOf,
} from '../markets/index.ts';
import { onLadder } from '../money/index.ts';
import { sampleGoals, sampleMatch } from '../testing/sample-match.ts';
import { builderOddsFrom } from './builder-inputs.ts';
import { builderPrice, derivedPriceOf, derivedPrices, verdictChances } from './derived-prices.ts';

const match = sampleMatch();
const before = instant(match.kickoffAt - 1);
const part = (label: string): Part => {
  const found = partFromLabel(match, label);
  if (!found) throw new Error(`no selection ${label}`);
  return found;
};
const combine = (...labels: readonly string[]): BuilderOutcome => builderOutcome(labels.map(part));
const fairOf = (...labels: readonly string[]): number => {
  const of = match;
  return builderPrice(of, before, combine(...labels))?.fair ?? Number.NaN;
};
const alone = (label: string): number => verdictChances(match, before, part(label))?.won ?? Number.NaN;

describe('a bet builder', () => {
  test('knows that a draw comes with few goals and that both teams scoring comes with many', () => {
    const both = 'Both teams to score: Yes';
    expect(fairOf('Draw', 'Under 2.5') / (alone('Draw') * alone('Under 2.5'))).toBeGreaterThan(1.3);
    expect(fairOf(both, 'Over 2.5') / (alone(both) * alone('Over 2.5'))).toBeGreaterThan(1.3);
    expect(fairOf('Arsenal Win', both) / (alone('Arsenal Win') * alone(both))).toBeLessThan(1);
  });

  const labels = derivedPrices(match, before)
    .filter(({ outcome }) => {
      const scores = [0, 1, 2, 3, 4, 5].flatMap((home) => [0, 1, 2, 3, 4, 5].map((away) => ({ home, away })));
      if (periodOf(outcome) !== 'match') return false;
      return scores.every((score) => ['won', 'lost'].includes(gradeLeg(outcome, { kind: 'score', score })));
    })
    .map(({ outcome }) => outcomeLabel(match, outcome));
  const opposites = [
    ['Both teams to score: Yes', 'Both teams to score: No'],
    ['Over 2.5', 'Under 2.5'],
    ['Total goals: Odd', 'Total goals: Even'],
  ] as const;

  test('with a selection and with its opposite adds up to the selections without it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...labels), fc.constantFrom(...opposites), (label, [one, other]) => {
        fc.pre(!builderProblem([part(label), part(one)]) && !builderProblem([part(label), part(other)]));
        expect(fairOf(label, one) + fairOf(label, other)).toBeCloseTo(alone(label), 9);
      }),
      { numRuns: 300, seed: 20_261_123 },
    );
  });

  test('wins as often as its probability says, in 20,000 matches drawn from the scores that it is priced from', () => {
    let state = 20_261_123;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    for (const chosen of [
      ['Draw', 'Under 2.5'],
      ['Arsenal Win', 'Both teams to score: Yes'],
      ['Arsenal Win', 'Goals: Over 3.5', 'Both teams to score: Yes'],
      ['Total goals: Even', 'Goals: Under 3.5'],
    ]) {
      const outcome = combine(...chosen);
      const price = builderPrice(match, before, outcome);
      if (!price) throw new Error(`no price of ${chosen}`);
      const cells = price.inputs.chances.flatMap((row, home) => row.map((chance, away) => ({ home, away, chance })));
      const draw = () => {
        let left = random() * 1e9;
        for (const cell of cells) {
          left -= cell.chance;
          if (left < 0) return cell;
        }
        return { home: 0, away: 0 };
      };
      const count = 20_000;
      const won = Array.from({ length: count }, draw).filter(
        ({ home, away }) => gradeLeg(outcome, { kind: 'score', score: { home, away } }) === 'won',
      ).length;
      const error = Math.sqrt((price.fair * (1 - price.fair)) / count);
      expect(Math.abs(won / count - price.fair)).toBeLessThan(4 * error);
      // By hand, from what each selection means, not from the rules that priced it.
      const means = (label: string, { home, away }: { readonly home: number; readonly away: number }) =>
        ({
          Draw: home === away,
          'Arsenal Win': home > away,
          'Under 2.5': home + away < 3,
          'Goals: Over 3.5': home + away > 3,
          'Goals: Under 3.5': home + away < 4,
          'Total goals: Even': (home + away) % 2 === 0,
          'Both teams to score: Yes': home > 0 && away > 0,
        })[label];
      const exact = cells.reduce(
        (sum, cell) => sum + (chosen.every((label) => means(label, cell)) ? cell.chance : 0),
        0,
      );
      expect(exact / 1e9).toBeCloseTo(price.fair, 6);
    }
  });

  test('pays at least as much as each of its selections alone, and never more than it is worth', () => {
    const some = fc.uniqueArray(fc.constantFrom(...labels, 'Draw', 'Arsenal Win', 'Under 2.5'), {
      minLength: 2,
      maxLength: 4,
    });
    let [priced, finer] = [0, 0];
    fc.assert(
      fc.property(some, (chosen) => {
        if (builderProblem(chosen.map(part))) return;
        const price = builderPrice(match, before, combine(...chosen));
        if (!price) return;
        priced += 1;
        expect(price.odds.times(price.fair).toNumber()).toBeLessThan(1);
        const recorded = JSON.parse(JSON.stringify(price.inputs));
        expect(builderOddsFrom(combine(...chosen), recorded)).toEqual(price.odds);
        const isOnLadder = onLadder(price.odds.toNumber()) === price.odds.toNumber();
        expect(isOnLadder || price.inputs.alone.includes(price.odds.toFixed())).toBe(true);
        const inHundredths = builderOddsFrom(combine(...chosen), recorded, 5);
        expect(inHundredths?.gte(price.odds)).toBe(true);
        finer += inHundredths?.gt(price.odds) ? 1 : 0;
        for (const label of chosen) {
          const only = outcomeFromLabel(match, label);
          const odds =
            only &&
            'market' in only &&
            only.market !== 'h2h' &&
            only.market !== 'totals' &&
            derivedPriceOf(match, before, only);
          if (odds) expect(price.odds.gte(odds)).toBe(true);
        }
      }),
      { numRuns: 2_000, seed: 20_261_123 },
    );
    expect(priced).toBeGreaterThan(200);
    expect(finer).toBeGreaterThan(100);
  });

  test('wins only if all of its selections do, at every score', () => {
    const outcome = combine('Arsenal Win', 'Both teams to score: Yes', 'Goals: Over 3.5');
    const verdicts = [
      [3, 1, 'won'],
      [2, 1, 'lost'],
      [4, 0, 'lost'],
      [1, 3, 'lost'],
    ] as const;
    for (const [home, away, verdict] of verdicts) {
      expect(gradeLeg(outcome, { kind: 'score', score: { home, away } })).toBe(verdict);
    }
    expect(gradeLeg(outcome, { kind: 'void' })).toBe('void');
    const abandoned = (home: number, away: number, of = outcome) =>
      gradeLeg(of, { kind: 'abandoned', score: { home, away } });
    expect(abandoned(3, 1)).toBe('void');
    expect(abandoned(2, 1, combine('Draw', 'Under 2.5'))).toBe('lost');
    expect(abandoned(2, 2, combine('Both teams to score: Yes', 'Over 2.5'))).toBe('won');
  });

  test.each([
    [['Draw'], { code: 'builder-size' }],
    [['Draw', 'Half-time result: Draw'], { code: 'builder-halves', index: 1 }],
    [['Draw', 'Draw no bet: Arsenal'], { code: 'builder-refunds', index: 1 }],
    [['Over 2.5', 'Goals: Over 3'], { code: 'builder-refunds', index: 1 }],
    [['Draw', 'Total goals: Odd'], { code: 'builder-impossible', index: 1 }],
    [['Under 2.5', 'Both teams to score: Yes', 'Arsenal Win'], { code: 'builder-impossible', index: 2 }],
    [['Over 2.5', 'Goals: Over 1.5'], { code: 'builder-redundant', index: 1 }],
    [['Correct score: 2-1', 'Arsenal Win'], { code: 'builder-redundant', index: 1 }],
    [['Over 2.5', 'Goals: Over 2.5'], { code: 'builder-redundant', index: 1 }],
  ])('cannot be made of %o', (chosen, problem) => {
    expect(builderProblem(chosen.map(part))).toMatchObject(problem);
    expect(outcomeFromLabel(match, `Builder: ${chosen.join(' + ')}`)).toBeUndefined();
  });

  test('is the same in any order, and is read back from its label and from what is stored', () => {
    const outcome = combine('Over 2.5', 'Asian handicap: Arsenal −0.5', 'Total goals: Even');
    expect(combine('Total goals: Even', 'Over 2.5', 'Asian handicap: Arsenal −0.5')).toEqual(outcome);
    const label = outcomeLabel(match, outcome);
    expect(outcomeFromLabel(match, label)).toEqual(outcome);
    expect(outcomeOf('builder', outcome.pick, null)).toEqual(outcome);
    expect(partsOf(outcome)?.length).toBe(3);
    for (const pick of ['h2h:home', 'h2h:home+h2h:home', 'nothing:home+btts:yes', 'totals:over:2.5+btts:yes']) {
      expect(() => outcomeOf('builder', pick, null)).toThrow('no market has the selection');
    }
  });

  test('has no price in play once it cannot win, or while the quotes are missing', () => {
    const live = sampleMatch({
      score: { home: 0, away: 2 },
      markets: { ...match.markets, totals: { ...sampleGoals, point: 3.5 } },
    });
    expect(
      builderPrice(live, live.kickoffAt, combine('Both teams to score: No', 'Correct score: 2-0')),
    ).toBeUndefined();
    const without = sampleMatch({ markets: { ...match.markets, h2h: null } });
    expect(builderPrice(without, before, combine('Draw', 'Under 2.5'))).toBeUndefined();
  });
});
