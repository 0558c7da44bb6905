import type { BetId, MatchId, UserId, WalletId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Outcome, Score, Verdict } from '../markets/index.ts';
import type { MatchStatus } from '../matches/index.ts';
import type { Cents, Decimal } from '../money/index.ts';

export type LegStatus = 'pending' | Verdict;
/** `void`: every leg was void and the stake went back. A bet with some void legs is won or lost by the others. */
export type BetStatus = 'pending' | 'won' | 'lost' | 'void';

/** Which moves of the odds between seeing and placing a bettor accepts. */
export type OddsPolicy = 'none' | 'better' | 'any';

/** One selection of an accepted bet, with what was quoted when it was taken. */
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
};

/** A bet as accepted: at the server's prices, with the most it can pay. */
export type AcceptedBet = {
  readonly stake: Cents;
  readonly legs: readonly AcceptedLeg[];
  readonly totalOdds: Decimal;
  readonly potentialPayout: Cents;
  readonly oddsPolicy: OddsPolicy;
};

/** A leg of a stored bet, with the match as it is known now. */
export type BetLeg = AcceptedLeg & {
  readonly status: LegStatus;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
  readonly matchStatus: MatchStatus;
  /** The score as last told by the provider; final once the match is finished. */
  readonly matchScore: Score | null;
};

/**
 * Why a bet that was held is not taken. `score-changed`: a goal fell, or was taken back · `betting-suspended`: the market was not
 * open all the time · `line-changed`: the price or the goal line moved further than the bettor accepts · `stale`: the provider
 * has not confirmed the price since the bet was placed · `event-closed`: the match is over for betting · `payout-above-maximum`:
 * at the better odds of now it would pay more than the house pays · `book-limit-reached`: the book has no room for what it would
 * pay at the better odds of now · `betting-closed`: an admin closed betting meanwhile.
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

/** What became of a bet that was held before it counted, as those with a match in play are. */
export type Acceptance =
  /** The stake is taken; what becomes of the bet is judged from `until` on. */
  | { readonly state: 'pending'; readonly until: Instant }
  | { readonly state: 'accepted' }
  /** The stake went back. `matchId`: of the selection that was the reason, where it was one. */
  | { readonly state: 'rejected'; readonly code: RejectionCode; readonly matchId: MatchId | null };

/** A bet as it stands. `version` grows whenever the bet or one of its legs changes. */
export type Bet = {
  readonly id: BetId;
  readonly walletId: WalletId;
  readonly userId: UserId;
  readonly version: number;
  readonly status: BetStatus;
  readonly stake: Cents;
  /** How much of the stake is bonus money. */
  readonly bonusStake: Cents;
  readonly totalOdds: Decimal;
  readonly potentialPayout: Cents;
  readonly oddsPolicy: OddsPolicy;
  /** What was paid, 0 for a lost bet; `null` while it is pending. */
  readonly payout: Cents | null;
  /** How often it was settled: 0 while it never was. */
  readonly settlement: number;
  readonly placedAt: Instant;
  readonly settledAt: Instant | null;
  /** Without it the bet was accepted at once. A rejected bet is void, and its stake is its payout. */
  readonly acceptance?: Acceptance;
  readonly legs: readonly BetLeg[];
};
