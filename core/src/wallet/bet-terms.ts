import type { AcceptedBet } from '../betting/index.ts';
import type { BetId } from '../ids.ts';
import { canonicalJson } from './canonical.ts';

/** The terms of an accepted bet in canonical form: what the digest in `StakeTaken` covers. Odds and lines as decimal text. */
export const canonicalTerms = (
  id: BetId,
  bet: Pick<AcceptedBet, 'stake' | 'legs' | 'totalOdds' | 'potentialPayout'>,
): string =>
  canonicalJson({
    bet: id,
    legs: bet.legs.map(({ matchId, outcome, odds }) => ({
      market: outcome.market,
      match: matchId,
      odds: odds.toFixed(),
      pick: outcome.pick,
      point: outcome.market === 'totals' ? String(outcome.point) : null,
    })),
    potential_payout: bet.potentialPayout,
    stake: bet.stake,
    total_odds: bet.totalOdds.toFixed(),
  });
