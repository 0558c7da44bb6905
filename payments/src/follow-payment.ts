import type { BonusTerms } from '@touchline/core/bonus';
import type { Instant } from '@touchline/core/instant';
import {
  type DepositAlarm,
  followPayment,
  isReturnedByRule,
  newRefund,
  type ProviderPayment,
  returnedByRule,
  type Transaction,
} from '@touchline/core/payments';
import { type StoredEmail, storeEmail } from '@touchline/store/emails';
import { changeDeposit, ownerOf, readTransaction, writeRefund } from '@touchline/store/payments';
import { recognizePerson } from '@touchline/store/privacy';
import { movedWallet, publishChange, type ReconcileDeps } from './publish-change.ts';

/** Changes a deposit without moving money. Decides again under the row's lock, as another change may have come first. */
export async function changeStatus(
  deps: ReconcileDeps,
  deposit: Transaction,
  payment: ProviderPayment,
): Promise<Transaction> {
  let alarm: DepositAlarm | undefined;
  const { transaction, isChanged } = await changeDeposit(deps.db, deposit.id, (current) => {
    const step = followPayment(current, payment, deps.now());
    if (step.kind !== 'change') return undefined;
    alarm = step.alarm;
    return step.transaction;
  });
  if (isChanged) await publishChange(deps, transaction);
  if (alarm !== undefined) {
    const { charge, status } = transaction;
    const paid = { currency: payment.currency, amount: payment.amount };
    deps.alarm({ transaction: transaction.id, payment: payment.id, alarm, status, charge, paid }, alarms[alarm]);
  }
  return transaction;
}

const alarms = {
  'amount-differs': 'payment differs from the charge: not credited, an admin must decide',
  'paid-after-close': 'payment for a closed deposit: not credited, an admin must decide',
} as const satisfies Record<DepositAlarm, string>;

/** Credits a paid deposit, once per payment of the provider. A payment (`paidAt`) during an exclusion is refunded instead. */
export async function creditPaid(
  deps: ReconcileDeps,
  deposit: Transaction,
  payment: ProviderPayment,
  paid?: { readonly at: Instant; readonly bonus: BonusTerms },
): Promise<Transaction> {
  if (paid) await recognizePayer(deps, deposit, payment, paid.at);
  const credited = await deps.writer.submit({
    type: 'credit-deposit',
    walletId: deposit.walletId,
    deposit: {
      transactionId: deposit.id,
      provider: deps.provider.name,
      providerPaymentId: payment.id,
      amount: deposit.amount,
    },
    ...(paid && { paidAt: paid.at, bonus: paid.bonus }),
    actor: 'system:payments',
    cause: `payment:${payment.id}`,
  });
  if (credited.ok) {
    if (!credited.value.repeated)
      await publishChange(deps, credited.value.transaction, movedWallet(credited.value, 'DepositCredited'));
    return credited.value.transaction;
  }
  if (credited.refusal.code === 'paid-while-excluded') return refundUncredited(deps, deposit);
  // Closed before the lock was taken: decide again on the current row.
  if (credited.refusal.code === 'transaction-closed') return changeStatus(deps, credited.refusal.transaction, payment);
  // An admin has credited it by hand with another amount.
  const now = credited.refusal.code === 'key-reused' ? await readTransaction(deps.db, deposit.id) : undefined;
  if (now?.decision) return now;
  throw new Error(`deposit ${deposit.id} was not credited: ${credited.refusal.code}`);
}

/**
 * Stores a keyed digest of the payer before the deposit is credited. The card of an excluded person excludes the account from the
 * moment of the payment, so that it is not credited; the card of a person who had a bonus earns no other.
 */
export async function recognizePayer(
  deps: ReconcileDeps,
  { walletId }: Transaction,
  { id, payer }: ProviderPayment,
  paidAt: Instant,
): Promise<void> {
  if (payer === null) return;
  const userId = await ownerOf(deps.db, walletId);
  const signals = [{ kind: 'payment', value: `${deps.provider.name} ${payer}` }] as const;
  const notice = await deps.db
    .transaction()
    .execute((trx) =>
      recognizePerson(trx, deps.dataKey, { userId, walletId, signals, requestId: `payment:${id}`, since: paidAt }),
    );
  if (notice) deps.queueEmail(notice);
}

/**
 * Closes a deposit that was paid during an exclusion, which the wallet writer has established under the wallet's lock. Stores its full
 * refund and an email in the same transaction.
 */
async function refundUncredited(deps: ReconcileDeps, { id }: Transaction): Promise<Transaction> {
  let email: StoredEmail | undefined;
  const { transaction, isChanged } = await changeDeposit(
    deps.db,
    id,
    (current) =>
      current.status === 'completed' || current.decision !== null || isReturnedByRule(current)
        ? undefined
        : returnedByRule(current, deps.now()),
    async (trx, _before, after) => {
      await writeRefund(trx, newRefund(after, after.updatedAt));
      email = await storeEmail(trx, { kind: 'deposit-returned', transactionId: id });
    },
  );
  if (email) deps.queueEmail(email);
  if (isChanged) await publishChange(deps, transaction);
  return transaction;
}
