/** Solves `f(x) = 0` for a falling function between `low` and `high`. */
function rootOfFalling(f: (x: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  for (let round = 0; round < 45; round += 1) {
    const middle = (from + to) / 2;
    if (f(middle) > 0) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Divides values so that they add up to 1. */
export const normalized = (values: readonly number[]): number[] => {
  const total = sum(values);
  return values.map((value) => value / total);
};

/**
 * Returns the fair probabilities behind the odds of a complete book. Shin's model (1993) explains the margin by bettors who know
 * the result, `insiders` of the turnover, so it takes more from outsiders than from favourites.
 */
export function fairProbabilities(odds: readonly number[]): number[] {
  const implied = odds.map((price) => 1 / price);
  const overround = sum(implied);
  if (overround <= 1) return normalized(implied);
  const fairAt = (q: number, insiders: number) =>
    (Math.sqrt(insiders ** 2 + (4 * (1 - insiders) * q * q) / overround) - insiders) / (2 * (1 - insiders));
  const insiders = rootOfFalling(
    (share) => {
      let total = -1;
      for (const q of implied) total += fairAt(q, share);
      return total;
    },
    0,
    0.9,
  );
  return normalized(implied.map((q) => fairAt(q, insiders)));
}

/**
 * Returns the implied probabilities, adding up to `overround` (1.05 is a margin of 5 %), at which fair ones are offered: the inverse
 * of Shin's model. None is below its fair probability.
 */
export function withMargin(fair: readonly number[], overround: number): number[] {
  // With two outcomes the model adds the same to both.
  if (fair.length === 2) return fair.map((p) => p + (overround - 1) / 2);
  const impliedAt = (p: number, insiders: number) => Math.sqrt(overround * (insiders * p + (1 - insiders) * p * p));
  const insiders = rootOfFalling(
    (share) => {
      let total = overround;
      for (const p of fair) total -= impliedAt(p, share);
      return total;
    },
    0,
    1,
  );
  return fair.map((p) => impliedAt(p, insiders));
}
