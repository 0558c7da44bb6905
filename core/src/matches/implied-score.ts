import type { Instant } from '../instant.ts';
import { lineOf, pricesIn, type Score } from '../markets/index.ts';
import type { Decimal } from '../money/index.ts';
import type { Markets } from './match.ts';
import { type MatchClock, remainingShare } from './match-clock.ts';

/** The most goals that a side may expect: over a whole match, and in any time, however short, as the clock is an estimate. */
const mostGoals = { perMatch: 4.5, atLeast: 0.5 };
/** By how much a probability may exceed what is possible. */
const tolerance = 0.1;

type Situation = {
  readonly score: Score | null;
  readonly kickoffAt: Instant;
  readonly clock?: MatchClock | undefined;
};

/**
 * Whether prices in play contradict the score, such as 1.03 for a draw at 1-0 near the end: bookmakers know of a goal, or of one that
 * was disallowed, before the score says so. Compares each price with the most that its outcome can be worth.
 */
export function impliesAnotherScore(
  { h2h, totals }: Pick<Markets, 'h2h' | 'totals'>,
  { score, kickoffAt, clock }: Situation,
  at: Instant,
): boolean {
  const { home, away } = score ?? { home: 0, away: 0 };
  const goals = mostGoals.perMatch * remainingShare(kickoffAt, at, clock) + mostGoals.atLeast;
  const lead = home - away;
  const result = [catchUp(goals, 1 - lead), lead === 0 ? 1 : catchUp(goals, Math.abs(lead)), catchUp(goals, 1 + lead)];
  const line = totals && lineOf(totals);
  const missing = line === null ? 0 : Math.ceil(line - home - away);
  const total = [missing > 0 ? catchUp(2 * goals, missing) : 1, 1];
  return (
    (h2h !== null && exceeds(pricesIn<Decimal>('h2h', h2h), result)) ||
    (totals !== null && exceeds(pricesIn<Decimal>('totals', totals), total))
  );
}

/** The probability that at least `wanted` goals are scored when `expected` are. */
function catchUp(expected: number, wanted: number): number {
  let [one, fewer] = [Math.exp(-expected), 0];
  for (let goals = 0; goals < wanted; goals += 1) {
    fewer += one;
    one *= expected / (goals + 1);
  }
  return 1 - fewer;
}

function exceeds(prices: readonly Decimal[], most: readonly number[]): boolean {
  const raw = prices.map((price) => 1 / price.toNumber());
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.some((one, at) => one / sum > (most[at] ?? 1) + tolerance);
}
