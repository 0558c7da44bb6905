import type { LegStatus, RejectionCode } from '../betting/index.ts';
import type { BetId, TransactionId } from '../ids.ts';
import type { Cents } from '../money/index.ts';

type OfDeposit = {
  readonly transactionId: TransactionId;
  readonly provider: string;
  readonly providerPaymentId: string;
};
type OfWithdrawal = { readonly transactionId: TransactionId };
/** `settlement` counts the settlements of one bet: 1, and one more after each roll-back. */
type OfSettlement = { readonly betId: BetId; readonly settlement: number };
/** What each leg had come to when the bet was settled, in the order of the slip. */
type Graded = { readonly legs: readonly LegStatus[] };
type OfBonus = { readonly bonusId: string };
/** How much of a stake is bonus money, and of which bonus; absent when all of it is the player's own. */
type Mixed = { readonly fromBonus?: Cents; readonly bonusId?: string };
/**
 * What a settlement did for a bonus; absent is 0. `toBonus`: the share of the payout that went back to the active bonus;
 * `forfeited`: the share that went to the house, because the bonus had ended; `wagered`: what counted towards its wagering.
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
 * Everything that can happen to a wallet, as facts in the past. `amount` is in cents and is what the event is about;
 * it is positive but for an adjustment, which may take money away, the end of a bonus of which nothing is left, and a bet that
 * is accepted after its stake was taken.
 */
export type WalletEvent =
  | ({ readonly type: 'DepositCredited'; readonly amount: Cents } & OfDeposit)
  | ({ readonly type: 'DepositReversed'; readonly amount: Cents; readonly reversalId: string } & OfDeposit)
  | ({ readonly type: 'WithdrawalRequested'; readonly amount: Cents } & OfWithdrawal)
  /** `reference`: the payout's number at the bank. */
  | ({ readonly type: 'WithdrawalPaid'; readonly amount: Cents; readonly reference: string } & OfWithdrawal)
  | ({ readonly type: 'WithdrawalReleased'; readonly amount: Cents; readonly reason: string } & OfWithdrawal)
  /** `terms`: SHA-256 (hex) of the accepted bet in its canonical form, so that its odds cannot change unnoticed. */
  | ({ readonly type: 'StakeTaken'; readonly amount: Cents; readonly betId: BetId; readonly terms: string } & Mixed)
  /** A bet that was held counts from here on. `terms`: as in `StakeTaken`, at the odds that count. It moves nothing: `amount` is 0. */
  | { readonly type: 'BetAccepted'; readonly amount: Cents; readonly betId: BetId; readonly terms: string }
  /** A bet that was held is not taken: its stake goes back to where it came from. */
  | ({
      readonly type: 'BetRejected';
      readonly amount: Cents;
      readonly betId: BetId;
      readonly reason: RejectionCode;
    } & Omit<Shared, 'wagered'>)
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
  /** `terms` as they were granted with: they stay so. The odds are decimal text. */
  | ({ readonly type: 'BonusGranted'; readonly amount: Cents; readonly terms?: GrantedTerms } & OfBonus)
  | ({ readonly type: 'BonusConverted'; readonly amount: Cents } & OfBonus)
  /** What of a bonus had become cash goes back to the house: its deposit was charged back. */
  | ({ readonly type: 'BonusTakenBack'; readonly amount: Cents } & OfBonus)
  | ({ readonly type: 'BonusForfeited'; readonly amount: Cents; readonly reason?: ForfeitReason } & OfBonus)
  | {
      readonly type: 'AdjustmentMade';
      readonly amount: Cents;
      readonly reason: string;
      readonly requestedBy: string;
      readonly approvedBy: string;
    };

type GrantedTerms = {
  readonly percent: number;
  readonly maximum: Cents;
  readonly wagering: number;
  readonly minTotalOdds: string;
  readonly days: number;
  /** Absent in events from before there was such a term. */
  readonly maxStake?: Cents;
  readonly opposing?: 'net';
};

export type StakeTaken = WalletEvent & { readonly type: 'StakeTaken' };
/** One of the events that end a bet. */
export type Settlement = WalletEvent & { readonly type: 'WinningsPaid' | 'StakeLost' | 'StakeRefunded' };
export type WalletEventType = WalletEvent['type'];
