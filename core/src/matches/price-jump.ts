import type { Decimal } from '../money/index.ts';

/** A fifth of the outcome's previous probability, and enough points of it to matter: late in a match long shots move by more. */
const largestStep = { share: 0.2, points: 0.02 };

/**
 * Whether a market moved so far between two polls that it may be an error or an unreported goal: the probability of an outcome, with
 * the bookmakers' margin removed, rose or fell by more than a fifth and by more than two points. Both lists have the same order of selections.
 */
export function isPriceJump(before: readonly Decimal[], after: readonly Decimal[]): boolean {
  const [was, is] = [probabilities(before), probabilities(after)];
  return was.some((chance, at) => {
    const step = Math.abs((is[at] ?? 0) - chance);
    return step > largestStep.share * chance + roundingError && step > largestStep.points;
  });
}

const roundingError = 1e-9;

function probabilities(prices: readonly Decimal[]): readonly number[] {
  const raw = prices.map((price) => 1 / price.toNumber());
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
}
