export {
  chargeCurrency,
  chargeFor,
  chargeFromText,
  chargeNotes,
  chargeText,
  euroRate,
  formatCharge,
} from './charge.ts';
export { openCheckout } from './checkout.ts';
export { completed, type Reversal, type ReverseRefusal, reverseDeposit } from './deposit.ts';
export {
  type DepositStep,
  failureInWords,
  followPayment,
  givenUp,
  type ProviderPayment,
  type ProviderStatus,
  providerStatuses,
  type ReversedShare,
  reversedShares,
  type TakenBack,
} from './follow-payment.ts';
export { type DepositsOpen, maxWithdrawal, minDeposit, minWithdrawal, mostOpenDeposits } from './limits.ts';
export {
  type CreditByHandRefusal,
  creditedByHand,
  type DepositAlarm,
  depositAlarms,
  mayResolve,
  type Resolution,
  type ResolveRefusal,
  type Resolver,
  resolved,
  returnedByHand,
  waitsForPerson,
} from './resolve-deposit.ts';
export {
  type DepositRefund,
  excludedFlag,
  followRefund,
  isReturnedByRule,
  type RefundState,
  type RefundWord,
  refundAgain,
  refundAlarm,
  refundWanted,
  returnedByRule,
  waitsForRefund,
  withRefundWanted,
} from './return-refund.ts';
export {
  type Charge,
  type Checkout,
  type DepositMethod,
  depositMethods,
  isFinal,
  type PayoutTarget,
  type Transaction,
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
  type WithdrawalMethod,
  withdrawalMethods,
} from './transaction.ts';
export {
  type DecisionRefusal,
  decideWithdrawal,
  requestWithdrawal,
  type WithdrawalDecision,
  type WithdrawalRefusal,
} from './withdraw.ts';
export { type BeforeWithdrawal, flagsOf, type WithdrawalFlag, withdrawalFlags } from './withdrawal-flags.ts';
