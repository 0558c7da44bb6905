import type { AcceptedBet, AcceptedLeg } from '../betting/index.ts';
import type { BetId } from '../ids.ts';
import { lineOf } from '../markets/index.ts';
import { canonicalJson } from './canonical.ts';

/** The terms of an accepted bet in canonical form: what the digest in `StakeTaken` covers. Odds and goal lines as decimal text. */
export const canonicalTerms = (
  id: BetId,
  bet: Pick<AcceptedBet, 'stake' | 'system' | 'totalOdds' | 'potentialPayout'> & { readonly legs: readonly Leg[] },
): string =>
  // Names in sorted order, as in `canonicalEvent`.
  canonicalJson(
    bet.system
      ? {
          bet: id,
          legs: bet.legs.map(termsOf),
          potential_payout: bet.potentialPayout,
          stake: bet.stake,
          system: { bankers: bet.system.bankers, sizes: bet.system.sizes },
          total_odds: bet.totalOdds.toFixed(),
        }
      : {
          bet: id,
          legs: bet.legs.map(termsOf),
          potential_payout: bet.potentialPayout,
          stake: bet.stake,
          total_odds: bet.totalOdds.toFixed(),
        },
  );

type Leg = Pick<AcceptedLeg, 'matchId' | 'outcome' | 'odds' | 'pricedFrom'>;
const termsOf = ({ matchId, outcome, odds, pricedFrom }: Leg) => ({
  market: outcome.market,
  match: matchId,
  odds: odds.toFixed(),
  pick: outcome.pick,
  point: lineOf(outcome)?.toString() ?? null,
  ...(pricedFrom && { priced_from: pricedFrom }),
});
