import type { BetId, MatchId, UserId, WalletId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Outcome, Score, Verdict } from '../markets/index.ts';
import type { MatchStatus } from '../matches/index.ts';
import type { Cents, Decimal } from '../money/index.ts';
import type { BuilderInputs } from '../pricing/index.ts';
import type { System } from './system.ts';

export type LegStatus = 'pending' | Verdict;
/**
 * `void`: every leg is void and the stake was refunded. With some void legs, the others decide whether a bet is won or lost.
 * `cashed-out`: its bettor cashed out all of it.
 */
export type BetStatus = 'pending' | 'won' | 'lost' | 'void' | 'cashed-out';

/** Which changes of the odds, between the screen and the server, the bettor accepts. */
export type OddsPolicy = 'none' | 'better' | 'any';

/** One selection of an accepted bet, with the quote it was accepted at. */
export type AcceptedLeg = {
  readonly matchId: MatchId;
  readonly outcome: Outcome;
  readonly label: string;
  readonly odds: Decimal;
  readonly oddsSeen: Decimal;
  readonly marketVersion: number;
  readonly bookmaker: string;
  readonly quotedAt: Instant;
  /** The score at placement when the match was in play. */
  readonly score: Score | null;
  /** What the odds of a bet builder were computed from; bets from before it was recorded lack it. */
  readonly pricedFrom?: BuilderInputs;
};

/** A bet as accepted, at the server's prices. */
export type AcceptedBet = {
  /** On all system lines together. */
  readonly stake: Cents;
  readonly legs: readonly AcceptedLeg[];
  readonly system?: System | undefined;
  /** The sum over all system lines of the product of their odds. */
  readonly totalOdds: Decimal;
  readonly potentialPayout: Cents;
  readonly oddsPolicy: OddsPolicy;
};

/** A leg of a stored bet, with the current state of its match. */
export type BetLeg = AcceptedLeg & {
  readonly status: LegStatus;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
  readonly matchStatus: MatchStatus;
  /** The provider's latest score; final once the match is finished. */
  readonly matchScore: Score | null;
};

/**
 * Why a bet that was awaiting acceptance is rejected. `score-changed`: a goal was scored or disallowed · `betting-suspended`: the
 * market was not open throughout · `line-changed`: the price or the goal line moved further than the bettor accepts · `stale`: the
 * provider has not confirmed the price since the bet was placed · `event-closed`: the match is over for betting ·
 * `payout-above-maximum` and `book-limit-reached`: the current, better odds would exceed a limit · `betting-closed`: an admin
 * closed betting in the meantime.
 */
export type RejectionCode =
  | 'score-changed'
  | 'betting-suspended'
  | 'betting-closed'
  | 'line-changed'
  | 'stale'
  | 'event-closed'
  | 'payout-above-maximum'
  | 'book-limit-reached';

/** The acceptance of a bet that had to wait for it because a match is in play. */
export type Acceptance =
  /** The stake is taken; the bet is decided at `until` or shortly after. */
  | { readonly state: 'pending'; readonly until: Instant }
  | { readonly state: 'accepted'; readonly at: Instant }
  /** The stake was refunded. `matchId`: the selection that was the reason, if it was one. */
  | { readonly state: 'rejected'; readonly code: RejectionCode; readonly matchId: MatchId | null };

/** The part of the stake that its bettor cashed out, and what that paid. */
export type CashedOut = { readonly stake: Cents; readonly paid: Cents };

/** A stored bet. `version` grows whenever the bet or one of its legs changes. */
export type Bet = {
  readonly id: BetId;
  readonly walletId: WalletId;
  readonly userId: UserId;
  readonly version: number;
  readonly status: BetStatus;
  readonly stake: Cents;
  /** How much of the stake is bonus money. */
  readonly bonusStake: Cents;
  readonly system?: System | undefined;
  readonly totalOdds: Decimal;
  readonly potentialPayout: Cents;
  readonly oddsPolicy: OddsPolicy;
  /** The payout of what was not cashed out, 0 for a lost bet; `null` while it is pending. */
  readonly payout: Cents | null;
  readonly cashedOut: CashedOut;
  /** How often it was settled. */
  readonly settlement: number;
  readonly placedAt: Instant;
  readonly settledAt: Instant | null;
  /** Absent: the bet was accepted at once. A rejected bet is void and its payout is its stake. */
  readonly acceptance?: Acceptance;
  readonly legs: readonly BetLeg[];
};
