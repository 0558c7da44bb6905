import type { OddsPolicy } from '@touchline/core/betting';
import type { LegRefusalView, PlaceBetRequest } from '@touchline/core/contract';
import { type Cents, centsFromDollars, dollars } from '@touchline/core/money';
import type { ApiFailure } from '../api/client.ts';
import { priceThatCounts, type SlipLine } from './slip-line.ts';

/**
 * One wish to place one bet. Its key goes with every try, so the server books it at most once;
 * it is kept with the slip, so that even a reload in the middle asks again with the same key.
 */
export type Attempt = {
  readonly key: string;
  readonly bettorId: string;
  readonly request: PlaceBetRequest;
  readonly tries: number;
};

/** The bet as the screen shows it at the moment of pressing. */
export const requestOf = (lines: readonly SlipLine[], stake: Cents, policy: OddsPolicy): PlaceBetRequest => ({
  stake: dollars(stake),
  matches: lines.map((line) => ({
    matchId: line.entry.matchId,
    betOutcome: line.entry.betOutcome,
    odds: priceThatCounts(line, policy).toNumber(),
  })),
  oddsPolicy: policy,
});

/** The refused selections of an answer; anything that does not look like one is left out. */
export function refusedLegs(failure: ApiFailure): readonly LegRefusalView[] {
  const legs = failure.kind === 'refused' ? failure.view.details?.['legs'] : undefined;
  return Array.isArray(legs) ? legs.filter(isLegRefusal) : [];
}

/** The stake that the server says it would take instead; `null` when it names none. */
export function offeredStake(failure: ApiFailure): Cents | null {
  if (failure.kind !== 'refused') return null;
  const named = [failure.view.details?.['maxStake'], ...refusedLegs(failure).map((leg) => leg.maxStake)];
  const stakes = named.filter((stake) => typeof stake === 'number');
  const least = stakes.length > 0 ? centsFromDollars(Math.min(...stakes)) : undefined;
  return least !== undefined && least > 0 ? least : null;
}

function isLegRefusal(leg: unknown): leg is LegRefusalView {
  if (typeof leg !== 'object' || leg === null) return false;
  return 'matchId' in leg && 'code' in leg && 'error' in leg && typeof leg.matchId === 'string';
}
