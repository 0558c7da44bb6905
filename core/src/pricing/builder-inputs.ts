import { type BuilderOutcome, gradePart, partsOf, type Score } from '../markets/index.ts';
import { Decimal, onLadder } from '../money/index.ts';
import { houseRulesVersion } from '../rules/house-rules.ts';

/** What the price of a combination was computed from, recorded with the bet so that anyone can compute it again. Whole numbers only. */
export type BuilderInputs = {
  /** The odds of each of its selections alone, in their order. */
  readonly alone: readonly string[];
  /** Probabilities in billionths: by rows of the home team's goals after `score`, then the away team's. Zeros at the end are left out. */
  readonly chances: readonly (readonly number[])[];
  /** In millionths, for each selection. */
  readonly margin: number;
  readonly score: Score;
};

const billion = 1e9;
const million = 1e6;
const highestOdds = 501;
const lowestOdds = 1.01;
const leastFair = 1e-6;
const onLadderSince = 6;

/** Records the probabilities of a grid of `size` rows. */
export function builderInputs(
  { grid, score }: { readonly grid: ArrayLike<number>; readonly score: Score },
  size: number,
  { margin, alone }: { readonly margin: number; readonly alone: readonly Decimal[] },
): BuilderInputs {
  const rows = Array.from({ length: size }, (_, home) =>
    withoutZeros(Array.from({ length: size }, (__, away) => Math.round((grid[home * size + away] ?? 0) * billion))),
  );
  return {
    alone: alone.map((odds) => odds.toFixed()),
    chances: rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1),
    margin: Math.round(margin * million),
    score: { away: score.away, home: score.home },
  };
}

const withoutZeros = (row: readonly number[]): readonly number[] => row.slice(0, row.findLastIndex((p) => p > 0) + 1);

/**
 * Computes the odds of a combination: the fair odds less the margin of each selection, rounded down to the usual ladder of prices (to two
 * decimals under house rules before version 6), but never lower than those of one selection alone. `undefined` when it is as good as decided, or the probabilities do not add up to one.
 */
export function builderOddsFrom(
  outcome: BuilderOutcome,
  { alone, chances, margin, score }: BuilderInputs,
  rules: number = houseRulesVersion,
): Decimal | undefined {
  const parts = partsOf(outcome);
  if (!parts || alone.length !== parts.length) return undefined;
  let [won, all] = [0, 0];
  for (const [home, row] of chances.entries()) {
    for (const [away, chance] of row.entries()) {
      all += chance;
      const end = { kind: 'score', score: { home: score.home + home, away: score.away + away } } as const;
      if (parts.every((part) => gradePart(part, end) === 'won')) won += chance;
    }
  }
  const fair = won / billion;
  if (Math.abs(all - billion) > chances.length ** 2 || !(fair > leastFair && fair < 1 - leastFair)) return undefined;
  const exact = (1 - margin / million) ** parts.length / fair;
  const odds = rules < onLadderSince ? Math.floor(exact * 100) / 100 : onLadder(exact);
  return odds <= highestOdds ? Decimal.max(Math.max(odds, lowestOdds), ...alone) : undefined;
}
