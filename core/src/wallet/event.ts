import type { LegStatus } from '../betting/index.ts';
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

/**
 * Everything that can happen to a wallet, as facts in the past. `amount` is in cents and is what the event is about;
 * it is positive but for an adjustment, which may take money away.
 */
export type WalletEvent =
  | ({ readonly type: 'DepositCredited'; readonly amount: Cents } & OfDeposit)
  | ({ readonly type: 'DepositReversed'; readonly amount: Cents; readonly reversalId: string } & OfDeposit)
  | ({ readonly type: 'WithdrawalRequested'; readonly amount: Cents } & OfWithdrawal)
  /** `reference`: the payout's number at the bank. */
  | ({ readonly type: 'WithdrawalPaid'; readonly amount: Cents; readonly reference: string } & OfWithdrawal)
  | ({ readonly type: 'WithdrawalReleased'; readonly amount: Cents; readonly reason: string } & OfWithdrawal)
  /** `terms`: SHA-256 (hex) of the accepted bet in its canonical form, so that its odds cannot change unnoticed. */
  | { readonly type: 'StakeTaken'; readonly amount: Cents; readonly betId: BetId; readonly terms: string }
  | ({ readonly type: 'WinningsPaid'; readonly amount: Cents; readonly stake: Cents } & OfSettlement & Graded)
  | ({ readonly type: 'StakeLost'; readonly amount: Cents } & OfSettlement & Graded)
  | ({ readonly type: 'StakeRefunded'; readonly amount: Cents } & OfSettlement & Graded)
  | ({
      readonly type: 'SettlementRolledBack';
      readonly amount: Cents;
      readonly stake: Cents;
      readonly reverses: 'WinningsPaid' | 'StakeLost' | 'StakeRefunded';
      readonly reason: string;
    } & OfSettlement)
  | ({ readonly type: 'BonusGranted'; readonly amount: Cents } & OfBonus)
  | ({ readonly type: 'BonusConverted'; readonly amount: Cents } & OfBonus)
  | ({ readonly type: 'BonusForfeited'; readonly amount: Cents } & OfBonus)
  | {
      readonly type: 'AdjustmentMade';
      readonly amount: Cents;
      readonly reason: string;
      readonly requestedBy: string;
      readonly approvedBy: string;
    };

export type WalletEventType = WalletEvent['type'];
