export { decideAdjustment, listAdjustments, listUnposted, requestAdjustment } from './adjustments.ts';
export { authorizeDecision, type DepositDecision, recordFirstApproval } from './authorize-decision.ts';
export { type BettorBefore, readBeforeWithdrawal } from './before-withdrawal.ts';
export { changeRefund, readDepositRefund, takeDueRefunds, writeRefund } from './deposit-refunds.ts';
export {
  attachPayment,
  beginDeposit,
  changeDeposit,
  openDeposit,
  takeCompletedDeposits,
  takeOpenDeposits,
} from './deposits.ts';
export { endedBonuses, hasEndedBonus } from './ended-bonus.ts';
export { listTransactions, type TransactionQuery } from './list-transactions.ts';
export { claimCheck, isPaymentUnderWay, listOwedChecks, oweCheck, settleCheck } from './payment-checks.ts';
export {
  type CountAndAmount,
  type LifetimeTotals,
  paymentsSummary,
  readFlags,
  readLifetimeTotals,
} from './payments-summary.ts';
export { digestOfRequest, fingerprintsOf, openPayout, sealPayout } from './payout-target.ts';
export { enterGate, noteAnswer, noteFailure, openUntil } from './provider-gate.ts';
export {
  ownerOf,
  readTransaction,
  readTransactionByPayment,
  readTransactions,
  transactionsOfWallet,
} from './read-transactions.ts';
export {
  finishReconciliation,
  giveUpReconciliation,
  listReconciliations,
  readKnownBalances,
  readOwnPayments,
  readPayouts,
  readStatementDays,
  requestDailyReconciliation,
  requestReconciliation,
  type StatementDays,
  saveStatement,
  startReconciliation,
} from './reconciliations.ts';
export { type ReturnDecision, resolveReturn } from './resolve-return.ts';
export { viewForAdmins } from './view-for-admins.ts';
export { createWithdrawalLink, readByWithdrawalLink } from './withdrawal-links.ts';
export { changeReturns, takeDueReturns, wakeReturns, withdrawalsReturningTo } from './withdrawal-returns.ts';
export { readWithdrawn } from './withdrawn.ts';
