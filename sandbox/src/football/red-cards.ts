import { dice } from '../chance/chance.ts';
import type { AtMinute, Side } from './match.ts';
import type { GoalsExpected, OtherRate, Score } from './score-matrix.ts';
import { minuteOfShare, shareDue, type Timing } from './timing.ts';

/** A side with a player sent off scores at two thirds of its rate, the other at five quarters (Vecer, Kopriva, Ichiba 2009). */
const SHORT = 2 / 3;
const AGAINST_SHORT = 5 / 4;

const rateOf = (own: number, others: number): number => SHORT ** own * AGAINST_SHORT ** others;

/** Returns both sides' rates after these red cards, for the remaining share of goals (0 to 1). */
export function ratesAfter(
  reds: Score,
  expected: GoalsExpected,
  toCome: number,
): { readonly home: OtherRate; readonly away: OtherRate } {
  const other = (rate: number, goals: number): OtherRate => ({
    keeps: Math.min(1, rate),
    extra: Math.max(0, rate - 1) * goals * toCome,
  });
  return {
    home: other(rateOf(reds.home, reds.away), expected.home),
    away: other(rateOf(reds.away, reds.home), expected.away),
  };
}

/** Applies red cards to a match's goals: removes some of the reduced side's and adds some of the other's. */
export function goalsWithReds(
  goals: readonly AtMinute[],
  reds: readonly AtMinute[],
  match: { readonly key: string; readonly expected: GoalsExpected; readonly timing: Timing },
): AtMinute[] {
  if (reds.length === 0) return [...goals];
  const next = dice(`${match.key}|after red cards`);
  const countBy = (minute: number) => {
    const count = { home: 0, away: 0 };
    for (const red of reds) if (red.minute <= minute) count[red.side] += 1;
    return count;
  };
  const rateAt = (side: Side, minute: number) => {
    const { home, away } = countBy(minute);
    return side === 'home' ? rateOf(home, away) : rateOf(away, home);
  };
  const kept = goals.filter((goal) => next() < rateAt(goal.side, goal.minute));
  const more: AtMinute[] = [];
  for (const [index, red] of reds.entries()) {
    const from = shareDue(match.timing, red.minute);
    const until = reds[index + 1];
    const to = until ? shareDue(match.timing, until.minute) : 1;
    for (const side of ['home', 'away'] as const) {
      const mean = Math.max(0, rateAt(side, red.minute) - 1) * match.expected[side] * (to - from);
      for (let left = poissonRoll(mean, next()); left > 0; left -= 1)
        more.push({ side, minute: minuteOfShare(match.timing, from + next() * (to - from)) });
    }
  }
  return [...kept, ...more].sort((one, other) => one.minute - other.minute);
}

/** Returns the Poisson count for a random number in [0, 1); 10 at most. */
export function poissonRoll(mean: number, rolled: number): number {
  let chance = Math.exp(-mean);
  let left = rolled - chance;
  let count = 0;
  while (left >= 0 && count < 10) {
    count += 1;
    chance *= mean / count;
    left -= chance;
  }
  return count;
}
