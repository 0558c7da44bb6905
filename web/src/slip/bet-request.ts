import type { OddsPolicy } from '@touchline/core/betting';
import type { LegRefusalView, PlaceBetRequest, PlaceTicketsRequest, RefusalView } from '@touchline/core/contract';
import { type Cents, cents, centsFromDollars, dollars } from '@touchline/core/money';
import type { ApiFailure } from '../api/client.ts';
import type { Attempt } from '../attempt/attempt-machine.ts';
import { effectiveOdds, type SlipLine } from './slip-line.ts';
import type { Ticket } from './tickets.ts';

/** One accumulator, or several tickets. */
export type SlipRequest = PlaceBetRequest | PlaceTicketsRequest;

/** An attempt to place a bet. It is stored, so that a reload without an answer, or another tab, submits it again under the same key. */
export type BetAttempt = Attempt<SlipRequest> & {
  readonly bettorId: string;
  /** How often it was submitted without an answer. */
  readonly attempts: number;
};

/** The bets as the screen shows them when the button is pressed. */
export function requestOf(lines: readonly SlipLine[], tickets: readonly Ticket[], policy: OddsPolicy): SlipRequest {
  const selections = lines.map((line) => ({
    matchId: line.entry.matchId,
    betOutcome: line.entry.betOutcome,
    odds: effectiveOdds(line, policy).toNumber(),
  }));
  const [only] = tickets;
  if (only && tickets.length === 1 && !only.system) {
    return { stake: dollars(only.unitStake), matches: selections, oddsPolicy: policy };
  }
  return {
    tickets: tickets.map(({ unitStake, system, at: positions }) => ({
      type: system ? 'system' : 'single',
      unitStake: dollars(unitStake),
      ...(system && { sizes: [...system.sizes] }),
      selections: positions.flatMap((at) => {
        const selection = selections[at];
        return selection ? [{ ...selection, ...(system?.bankers.includes(at) && { banker: true }) }] : [];
      }),
    })),
    oddsPolicy: policy,
  };
}

/** The refused selections of an answer; malformed ones are left out. */
export function refusedLegs(failure: ApiFailure | undefined): readonly LegRefusalView[] {
  return refusalsIn(failure).flatMap(({ details }) => {
    const legs = details?.['legs'];
    return Array.isArray(legs) ? legs.filter(isLegRefusal) : [];
  });
}

/** The refusal of the bet, or of each ticket. */
function refusalsIn(failure: ApiFailure | undefined): readonly RefusalView[] {
  if (failure?.kind !== 'refused') return [];
  const tickets = failure.view.details?.['tickets'];
  return Array.isArray(tickets) ? (tickets as readonly RefusalView[]) : [failure.view];
}

/** The stake of each line that the server would accept instead; `null` if it names none, or several tickets were refused. */
export function maxStakeOf(failure: ApiFailure | undefined, tickets: readonly Ticket[]): Cents | null {
  const [refused, another] = refusalsIn(failure);
  const lines = tickets[0]?.lines ?? 1;
  if (!refused || another) return null;
  const limits = [refused.details?.['maxStake'], ...refusedLegs(failure).map((leg) => leg.maxStake)];
  const stakes = limits.filter((stake) => typeof stake === 'number');
  const least = stakes.length > 0 ? centsFromDollars(Math.min(...stakes)) : undefined;
  return least !== undefined && least >= lines ? cents(Math.floor(least / lines)) : null;
}

function isLegRefusal(leg: unknown): leg is LegRefusalView {
  if (typeof leg !== 'object' || leg === null) return false;
  return 'matchId' in leg && 'code' in leg && 'error' in leg && typeof leg.matchId === 'string';
}
