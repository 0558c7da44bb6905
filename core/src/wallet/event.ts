import type { CashOutQuote, LegStatus, RejectionCode } from '../betting/index.ts';
import type { BetId, TransactionId } from '../ids.ts';
import type { Cents } from '../money/index.ts';
import type { AdjustmentCause } from './adjustment.ts';

type OfDeposit = {
  readonly transactionId: TransactionId;
  readonly provider: string;
  readonly providerPaymentId: string;
};
type OfWithdrawal = { readonly transactionId: TransactionId };
/** `settlement` counts the settlements of one bet: 1, plus one after each rollback. */
type OfSettlement = { readonly betId: BetId; readonly settlement: number };
/** The verdict of each leg when the bet was settled, in the order of the slip. */
type Graded = { readonly legs: readonly LegStatus[] };
type OfBonus = { readonly bonusId: string };
/** How much of a stake is bonus money, and of which bonus; absent when all of it is cash. */
type Mixed = { readonly fromBonus?: Cents; readonly bonusId?: string };
/**
 * The effect of a settlement on a bonus; absent means 0. `toBonus`: the share of the payout that returned to the active bonus;
 * `forfeited`: the share that was forfeited, because the bonus was lost; `wagered`: what counted towards its wagering.
 */
type Shared = {
  readonly toBonus?: Cents;
  readonly forfeited?: Cents;
  readonly wagered?: Cents;
  readonly bonusId?: string;
};
/** Why a bonus was lost. */
export type ForfeitReason = 'withdrawal' | 'expired' | 'deposit-reversed';

/**
 * Everything that can happen to a wallet, as facts in the past tense. `amount` is in cents. It is positive except for an adjustment,
 * which may take money away, the end of an empty bonus, and the acceptance of a bet whose stake was taken before.
 */
export type WalletEvent =
  | ({ readonly type: 'DepositCredited'; readonly amount: Cents } & OfDeposit)
  | ({ readonly type: 'DepositReversed'; readonly amount: Cents; readonly reversalId: string } & OfDeposit)
  | ({ readonly type: 'WithdrawalRequested'; readonly amount: Cents } & OfWithdrawal)
  /** `reference`: the bank's reference of the payout. */
  | ({ readonly type: 'WithdrawalPaid'; readonly amount: Cents; readonly reference: string } & OfWithdrawal)
  | ({ readonly type: 'WithdrawalReleased'; readonly amount: Cents; readonly reason: string } & OfWithdrawal)
  /** `terms`: SHA-256 (hex) of the accepted bet in its canonical form, so that its odds cannot change unnoticed. */
  | ({
      readonly type: 'StakeTaken';
      readonly amount: Cents;
      readonly betId: BetId;
      readonly terms: string;
      /** The version of the house rules that the bet was placed under; absent means 1. */
      readonly rules?: number;
      /** Whether the bet awaits acceptance; absent means no, or before version 7 of the house rules that it was not recorded. */
      readonly awaits?: true;
    } & Mixed)
  /** A bet that awaited acceptance is accepted. `terms`: as in `StakeTaken`, at the accepted odds. It moves no money: `amount` is 0. */
  | { readonly type: 'BetAccepted'; readonly amount: Cents; readonly betId: BetId; readonly terms: string }
  /** A bet that awaited acceptance is rejected: its stake is refunded to where it came from. */
  | ({
      readonly type: 'BetRejected';
      readonly amount: Cents;
      readonly betId: BetId;
      readonly reason: RejectionCode;
    } & Omit<Shared, 'wagered'>)
  /**
   * All or a part of an open bet is cashed out. `stake`: the part of its stake, which no result concerns any more; `quote`: what the
   * amount was computed from.
   */
  | {
      readonly type: 'CashedOut';
      readonly amount: Cents;
      readonly stake: Cents;
      readonly betId: BetId;
      readonly quote: CashOutQuote;
    }
  | ({ readonly type: 'WinningsPaid'; readonly amount: Cents; readonly stake: Cents } & OfSettlement & Graded & Shared)
  | ({ readonly type: 'StakeLost'; readonly amount: Cents } & OfSettlement & Graded & Shared)
  | ({ readonly type: 'StakeRefunded'; readonly amount: Cents } & OfSettlement & Graded & Shared)
  | ({
      readonly type: 'SettlementRolledBack';
      readonly amount: Cents;
      readonly stake: Cents;
      readonly reverses: 'WinningsPaid' | 'StakeLost' | 'StakeRefunded';
      readonly reason: string;
    } & OfSettlement &
      Shared)
  /** `terms`: those it was granted on, for good. Odds as decimal text. */
  | ({ readonly type: 'BonusGranted'; readonly amount: Cents; readonly terms?: GrantedTerms } & OfBonus)
  | ({ readonly type: 'BonusConverted'; readonly amount: Cents } & OfBonus)
  /** Converted bonus money is taken back because its deposit was charged back. */
  | ({ readonly type: 'BonusTakenBack'; readonly amount: Cents } & OfBonus)
  | ({ readonly type: 'BonusForfeited'; readonly amount: Cents; readonly reason?: ForfeitReason } & OfBonus)
  | {
      readonly type: 'AdjustmentMade';
      readonly amount: Cents;
      readonly adjustmentId: string;
      readonly reason: AdjustmentCause;
      /** Two admins: `admin:<id>`. */
      readonly requestedBy: string;
      readonly approvedBy: string;
    };

type GrantedTerms = {
  readonly percent: number;
  readonly maximum: Cents;
  readonly wagering: number;
  readonly minTotalOdds: string;
  readonly days: number;
  /** Absent in events from before this term existed. */
  readonly maxStake?: Cents;
  readonly opposing?: 'net';
};

export type StakeTaken = WalletEvent & { readonly type: 'StakeTaken' };
/** One of the events that end a bet. */
export type Settlement = WalletEvent & { readonly type: 'WinningsPaid' | 'StakeLost' | 'StakeRefunded' };
export type WalletEventType = WalletEvent['type'];
