import type { Outcome, Score } from '../matches/index.ts';
import { type Cents, Decimal, noMoney, payout } from '../money/index.ts';
import type { BetStatus, LegStatus, Verdict } from './bet.ts';

/**
 * How a match ended for betting: with a score after 90 minutes and stoppage time; abandoned at a score; or not at all, which is
 * also what is said of a walkover, of an awarded result, and of a match at another venue or with home and away swapped.
 */
export type MatchResult =
  | { readonly kind: 'score'; readonly score: Score }
  | { readonly kind: 'abandoned'; readonly score: Score }
  | { readonly kind: 'void' };

/**
 * What a selection came to. A whole goal line met exactly is void; a quarter line is half of each neighbour. When a match is
 * abandoned, only what its goals had decided by then stands: a line that was passed, but never the winner.
 * Source: the settlement table of the house rules; the same in the public rule pages of the large bookmakers.
 */
export function gradeLeg(outcome: Outcome, result: MatchResult): Verdict {
  if (result.kind === 'void') return 'void';
  const { home, away } = result.score;
  const isAbandoned = result.kind === 'abandoned';
  if (outcome.market === 'h2h') {
    if (isAbandoned) return 'void';
    const winner = home > away ? 'home' : home < away ? 'away' : 'draw';
    return winner === outcome.pick ? 'won' : 'lost';
  }
  const passed = new Decimal(home + away).minus(outcome.point);
  if (isAbandoned && passed.lt(0)) return 'void';
  const lead = passed.times(outcome.pick === 'over' ? 1 : -1);
  if (lead.eq(0)) return 'void';
  if (lead.abs().eq('0.25')) return lead.gt(0) ? 'half-won' : 'half-lost';
  return lead.gt(0) ? 'won' : 'lost';
}

/** Which part of a stake comes back as it was, and whether the rest has won. */
const shares: Readonly<Record<Verdict, { readonly isWon: boolean; readonly voidFactor: string }>> = {
  won: { isWon: true, voidFactor: '0' },
  lost: { isWon: false, voidFactor: '0' },
  void: { isWon: false, voidFactor: '1' },
  'half-won': { isWon: true, voidFactor: '0.5' },
  'half-lost': { isWon: false, voidFactor: '0.5' },
};

/**
 * The factor by which a decided leg multiplies the stake: the void part counts 1, the rest the odds when it has won and else 0.
 * Exact: a bet is rounded once, when it is paid.
 */
export function legFactor(verdict: Verdict, odds: Decimal): Decimal {
  const { isWon, voidFactor } = shares[verdict];
  const rest = new Decimal(1).minus(voidFactor);
  return isWon ? rest.times(odds).plus(voidFactor) : new Decimal(voidFactor);
}

export type GradedBet = { readonly status: BetStatus; readonly payout: Cents };
type GradedLeg = { readonly odds: Decimal; readonly status: LegStatus };

/**
 * What a bet comes to. One lost leg loses it at once, whatever is still open; all void returns the stake;
 * else it waits for every leg and pays the stake times the product of the factors, rounded down to the cent. A bet of which
 * less than a cent is left is lost.
 */
export function gradeBet(stake: Cents, legs: readonly GradedLeg[]): GradedBet {
  if (legs.some((leg) => leg.status === 'lost')) return { status: 'lost', payout: noMoney };
  const factors: Decimal[] = [];
  for (const leg of legs) {
    if (leg.status === 'pending') return { status: 'pending', payout: noMoney };
    factors.push(legFactor(leg.status, leg.odds));
  }
  if (legs.every((leg) => leg.status === 'void')) return { status: 'void', payout: stake };
  const paid = payout(stake, factors);
  return { status: paid > 0 ? 'won' : 'lost', payout: paid };
}
