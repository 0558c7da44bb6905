import type { AcceptedBet, AcceptedLeg, System } from '../betting/index.ts';
import type { BetId } from '../ids.ts';
import { lineOf } from '../markets/index.ts';
import { canonicalJson, canonicalText, canonicalWhole } from './canonical.ts';

/** The terms of an accepted bet in canonical form: what the digest in `StakeTaken` covers. Odds and lines as decimal text. */
export const canonicalTerms = (
  id: BetId,
  bet: Pick<AcceptedBet, 'stake' | 'system' | 'totalOdds' | 'potentialPayout'> & { readonly legs: readonly Leg[] },
): string =>
  // Spelled out in sorted order, as `canonicalEvent` is: this runs for every bet.
  `{"bet":${canonicalText(id)},"legs":[${bet.legs.map(canonicalLeg).join(',')}],` +
  `"potential_payout":${canonicalWhole(bet.potentialPayout)},"stake":${canonicalWhole(bet.stake)},` +
  (bet.system ? `"system":${canonicalSystem(bet.system)},` : '') +
  `"total_odds":${canonicalText(bet.totalOdds.toFixed())}}`;

const canonicalSystem = ({ sizes, bankers }: System): string =>
  `{"bankers":[${bankers.map(canonicalWhole).join(',')}],"sizes":[${sizes.map(canonicalWhole).join(',')}]}`;

type Leg = Pick<AcceptedLeg, 'matchId' | 'outcome' | 'odds' | 'pricedFrom'>;
function canonicalLeg({ matchId, outcome, odds, pricedFrom }: Leg): string {
  const line = lineOf(outcome);
  const point = line === null ? 'null' : canonicalText(String(line));
  return (
    `{"market":${canonicalText(outcome.market)},"match":${canonicalText(matchId)},"odds":${canonicalText(odds.toFixed())},` +
    `"pick":${canonicalText(outcome.pick)},"point":${point}${pricedFrom ? `,"priced_from":${canonicalJson(pricedFrom)}` : ''}}`
  );
}
