export {
  chargeCurrency,
  chargeFor,
  chargeFromText,
  chargeNotes,
  chargeText,
  euroRate,
  formatCharge,
} from './charge.ts';
export { compareAccount, type KnownBalance, knownAfter, type ProviderAccount } from './compare-account.ts';
export {
  compareLists,
  type OwnDeposit,
  type OwnPayments,
  type PaymentDifference,
  type ProviderLists,
} from './compare-lists.ts';
export {
  type BankEntry,
  type ComparedPayouts,
  comparePayouts,
  coveredPeriod,
  type Payout,
  type StatementPeriod,
} from './compare-payouts.ts';
export { completed, type Reversal, type ReverseRefusal, reverseDeposit } from './deposit.ts';
export { abandoned, followPayment, type ReversedShare, reversedShares } from './follow-payment.ts';
export {
  type DepositsOpen,
  maxWithdrawal,
  minDeposit,
  minWithdrawal,
  mostDailyWithdrawals,
  mostOpenDeposits,
  partOfCentText,
  type TooManyDeposits,
  unpaidDepositRate,
} from './limits.ts';
export { type ProviderPayment, type ProviderReversal, providerStatuses } from './provider-payment.ts';
export { longestRefundDays, mollieRefundPeriods } from './refund-periods.ts';
export {
  type CreditByHandRefusal,
  creditedByHand,
  type DepositAlarm,
  depositAlarms,
  leftToRefund,
  mayResolve,
  needsManualDecision,
  type Resolution,
  resolved,
  returnedByHand,
} from './resolve-deposit.ts';
export {
  hasFailedReturn,
  mayResolveReturn,
  owedOf,
  type ReturnRefusal,
  type ReturnResolution,
  resolvedReturn,
  returnResolutions,
  roundsOwed,
} from './resolve-return.ts';
export {
  firstReturnCheckMs,
  followReturn,
  isUnderWay,
  nextReturnCheckMs,
} from './return-part.ts';
export {
  type DepositRefund,
  excludedFlag,
  followRefund,
  hasFailedRefund,
  isReturnedByRule,
  newRefund,
  paidRefund,
  type RefundReport,
  type RefundState,
  refundAlarm,
  retryRefund,
  returnedByRule,
  withRefundRequested,
} from './return-refund.ts';
export { paidInsteadText, rateText, storedText } from './stored-text.ts';
export {
  type Charge,
  type Checkout,
  type DepositMethod,
  depositMethods,
  isFinal,
  openCheckout,
  type PayoutPlan,
  type PayoutTarget,
  type ReturnedPart,
  returnStates,
  type Transaction,
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
  type WithdrawalMethod,
  withdrawalMethods,
} from './transaction.ts';
export {
  approveFirst,
  type ConfirmationRequired,
  confirmationNeeded,
  type DecisionRefusal,
  type Destination,
  decideWithdrawal,
  leftToWithdraw,
  needsTwoAdmins,
  payableFrom,
  requestWithdrawal,
  type WithdrawalDecision,
  type WithdrawalRefusal,
  withdrawalAmount,
} from './withdraw.ts';
export { flagsOf, withdrawalFlags } from './withdrawal-flags.ts';
export { type WithdrawalPolicy, withdrawalPolicyFrom, withdrawalVariables } from './withdrawal-policy.ts';
export { paidOutOf, type ReturnSource, returnsByMethod, routeWithdrawal } from './withdrawal-route.ts';
