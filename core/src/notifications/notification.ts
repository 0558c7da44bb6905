import type { BetId, MatchId, TransactionId } from '../ids.ts';
import type { Cents } from '../money/index.ts';
import type { AdjustmentCause } from '../wallet/index.ts';

/** What bettors are notified of; each can be switched. All concern their own bets and money: there is no marketing. */
export const notificationKinds = [
  'bet-settled',
  'bet-corrected',
  'cash-out',
  'withdrawal',
  'deposit',
  'adjustment',
  'goal',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Unread notifications are counted up to this many. */
export const maxUnread = 100;

export const betResults = ['won', 'lost', 'void', 'half-won', 'half-lost'] as const;
export type BetResult = (typeof betResults)[number];

/** The facts of a notification, as stored. `amount`: what was returned or moved; of a lost bet, the stake. */
export type NotificationFacts =
  | { readonly kind: 'bet-settled'; readonly betId: BetId; readonly result: BetResult; readonly amount: Cents }
  /** A corrected result changed a settled bet. `open`: it is not decided any more, and `amount` was taken back. */
  | {
      readonly kind: 'bet-corrected';
      readonly betId: BetId;
      readonly result: BetResult | 'open';
      readonly amount: Cents;
    }
  | { readonly kind: 'cash-out'; readonly betId: BetId; readonly amount: Cents }
  | {
      readonly kind: 'withdrawal';
      readonly transactionId: TransactionId;
      readonly result: 'paid' | 'rejected';
      readonly amount: Cents;
    }
  | { readonly kind: 'deposit'; readonly transactionId: TransactionId; readonly amount: Cents }
  /** `amount`: negative if it was taken away. */
  | {
      readonly kind: 'adjustment';
      readonly adjustmentId: string;
      readonly cause: AdjustmentCause;
      readonly amount: Cents;
    }
  | {
      readonly kind: 'goal';
      readonly matchId: MatchId;
      readonly homeTeam: string;
      readonly awayTeam: string;
      readonly score: { readonly home: number; readonly away: number };
      /** Who scored; no one when the score was corrected downwards. */
      readonly scorers: readonly ('home' | 'away')[];
      /** The bettor's open selections on the match. */
      readonly selections: readonly string[];
    };
