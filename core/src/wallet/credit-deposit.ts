import type { TransactionId } from '../ids.ts';
import type { Cents } from '../money/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { WalletEvent } from './event.ts';

export type PaidDeposit = {
  readonly transactionId: TransactionId;
  readonly provider: string;
  readonly providerPaymentId: string;
  readonly amount: Cents;
};
export type DepositRefusal = { readonly code: 'amount-invalid' };

/** Credits money that the payment provider confirmed as paid. */
export function creditDeposit(deposit: PaidDeposit): Result<WalletEvent, DepositRefusal> {
  if (deposit.amount <= 0) return refused({ code: 'amount-invalid' });
  return ok({ type: 'DepositCredited', ...deposit });
}
