import type { OddsPolicy } from '@touchline/core/betting';
import type { LegRefusalView, PlaceBetRequest } from '@touchline/core/contract';
import { type Cents, centsFromDollars, dollars } from '@touchline/core/money';
import type { ApiFailure } from '../api/client.ts';
import type { Attempt } from '../attempt/attempt-machine.ts';
import { effectiveOdds, type SlipLine } from './slip-line.ts';

/** An attempt to place a bet. It is stored with the slip, so that a reload without an answer submits it again under the same key. */
export type BetAttempt = Attempt<PlaceBetRequest> & {
  readonly bettorId: string;
  /** How often it was submitted without an answer. */
  readonly attempts: number;
};

/** The bet as the screen shows it when the button is pressed. */
export const requestOf = (lines: readonly SlipLine[], stake: Cents, policy: OddsPolicy): PlaceBetRequest => ({
  stake: dollars(stake),
  matches: lines.map((line) => ({
    matchId: line.entry.matchId,
    betOutcome: line.entry.betOutcome,
    odds: effectiveOdds(line, policy).toNumber(),
  })),
  oddsPolicy: policy,
});

/** The refused selections of an answer; malformed ones are left out. */
export function refusedLegs(failure: ApiFailure | undefined): readonly LegRefusalView[] {
  const legs = failure?.kind === 'refused' ? failure.view.details?.['legs'] : undefined;
  return Array.isArray(legs) ? legs.filter(isLegRefusal) : [];
}

/** The stake that the server would accept instead; `null` if it names none. */
export function maxStakeOf(failure: ApiFailure | undefined): Cents | null {
  if (failure?.kind !== 'refused') return null;
  const limits = [failure.view.details?.['maxStake'], ...refusedLegs(failure).map((leg) => leg.maxStake)];
  const stakes = limits.filter((stake) => typeof stake === 'number');
  const least = stakes.length > 0 ? centsFromDollars(Math.min(...stakes)) : undefined;
  return least !== undefined && least > 0 ? least : null;
}

function isLegRefusal(leg: unknown): leg is LegRefusalView {
  if (typeof leg !== 'object' || leg === null) return false;
  return 'matchId' in leg && 'code' in leg && 'error' in leg && typeof leg.matchId === 'string';
}
