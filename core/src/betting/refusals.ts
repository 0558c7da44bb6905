import type { MatchId } from '../ids.ts';
import type { LeagueKey } from '../matches/index.ts';
import type { Cents, Decimal } from '../money/index.ts';
import type { BookLimitReached } from './book-limits.ts';

/** Why one selection is refused, with the facts that its message needs. */
export type LegRefusal = { readonly matchId: MatchId; readonly label: string } & (
  | { readonly code: 'odds-changed'; readonly seen: Decimal; readonly now: Decimal }
  | { readonly code: 'line-moved'; readonly point: number }
  | { readonly code: 'market-suspended' }
  | { readonly code: 'odds-stale' }
  /** The score changed, and no price has been confirmed since. */
  | { readonly code: 'score-changed' }
  | { readonly code: 'match-started' }
  | { readonly code: 'match-over' }
  | { readonly code: 'match-unknown' }
  | { readonly code: 'outcome-unknown' }
  | { readonly code: 'match-twice' }
  /** `maxStake`: the stake that would be accepted now; 0 when none would. */
  | { readonly code: 'liability-reached'; readonly maxStake: Cents }
);

/** An admin closed betting: on everything, or on the league `league`. */
export type BettingClosed = { readonly code: 'betting-closed'; readonly league?: LeagueKey };

/** Why a bet is refused. No money has moved. */
export type BetRefusal =
  | { readonly code: 'slip-empty' }
  | { readonly code: 'too-many-legs'; readonly maximum: number }
  | { readonly code: 'stake-invalid' }
  | { readonly code: 'stake-below-minimum'; readonly minimum: Cents }
  /** `inPlay`: the limit is that of bets with a match in play. */
  | { readonly code: 'stake-above-maximum'; readonly maximum: Cents; readonly inPlay?: true }
  | {
      readonly code: 'payout-above-maximum';
      readonly maximum: Cents;
      readonly potentialPayout: Cents;
      readonly inPlay?: true;
    }
  | { readonly code: 'odds-above-maximum'; readonly maximum: number; readonly totalOdds: Decimal }
  | BookLimitReached
  | { readonly code: 'legs-refused'; readonly legs: readonly LegRefusal[] };
