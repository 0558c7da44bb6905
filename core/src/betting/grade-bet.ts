import type { Outcome, Score } from '../matches/index.ts';
import { type Cents, Decimal, noMoney, payout } from '../money/index.ts';
import type { BetStatus, LegStatus, Verdict } from './bet.ts';

/** How a match ended for betting: with a score after 90 minutes and stoppage time, or not at all. */
export type MatchResult = { readonly kind: 'score'; readonly score: Score } | { readonly kind: 'void' };

/**
 * What a selection came to. A whole goal line met exactly is void; a quarter line is half of each neighbour.
 * Source: the settlement table of the house rules; the same in the public rule pages of the large bookmakers.
 */
export function gradeLeg(outcome: Outcome, result: MatchResult): Verdict {
  if (result.kind === 'void') return 'void';
  const { home, away } = result.score;
  if (outcome.market === 'h2h') {
    const winner = home > away ? 'home' : home < away ? 'away' : 'draw';
    return winner === outcome.pick ? 'won' : 'lost';
  }
  const lead = new Decimal(home + away).minus(outcome.point).times(outcome.pick === 'over' ? 1 : -1);
  if (lead.eq(0)) return 'void';
  if (lead.abs().eq('0.25')) return lead.gt(0) ? 'half-won' : 'half-lost';
  return lead.gt(0) ? 'won' : 'lost';
}

/** The factor by which a decided leg multiplies the stake: odds, 0, 1, or half of one of them and half of 1. */
export function legFactor(verdict: Verdict, odds: Decimal): Decimal {
  switch (verdict) {
    case 'won':
      return odds;
    case 'lost':
      return new Decimal(0);
    case 'void':
      return new Decimal(1);
    case 'half-won':
      return odds.plus(1).div(2);
    case 'half-lost':
      return new Decimal('0.5');
  }
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
