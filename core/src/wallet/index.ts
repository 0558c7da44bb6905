export {
  type Adjustment,
  type AdjustmentCause,
  type AdjustmentDecision,
  adjustmentCauses,
  adjustmentDecisions,
  type DecideAdjustmentRefusal,
  maxAdjustment,
  mayDecideAdjustment,
  type RequestAdjustmentRefusal,
} from './adjustment.ts';
export { canonicalTerms } from './bet-terms.ts';
export { canonicalEvent, canonicalJson, type EventRecord, type Json, requirePlainNames } from './canonical.ts';
export { creditDeposit, type DepositRefusal, type PaidDeposit } from './credit-deposit.ts';
export type { ForfeitReason, Settlement, StakeTaken, WalletEvent, WalletEventType } from './event.ts';
export { type Account, allAccounts, isMovedByAmount, isPlayerAccount, type Leg, legs, playerAccounts } from './legs.ts';
export { type PlayToDate, playAfter, playedBy } from './played-by.ts';
export { rollBackSettlement, settleBet } from './settle-bet.ts';
export { type StakeRefusal, takeStake } from './take-stake.ts';
export { apply, applyLegs, balanceOf, emptyWallet, replay, type Wallet } from './wallet.ts';
