import {
  type DepositAnswer,
  type DepositRefusal,
  type DepositRequest,
  viewOwnTransaction,
} from '@touchline/core/contract';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, centsFromDollars, type Decimal, dollars, formatDollars } from '@touchline/core/money';
import {
  abandoned,
  chargeFor,
  chargeNotes,
  type DepositMethod,
  isFinal,
  minDeposit,
  type Transaction,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { type PaymentProvider, ProviderDown } from '@touchline/payments/provider';
import { paymentChange } from '@touchline/payments/reconcile';
import type { Db } from '@touchline/store/connect';
import { keyedId } from '@touchline/store/keyed-id';
import { withRoomAgain } from '@touchline/store/limits';
import { attachPayment, beginDeposit, changeDeposit } from '@touchline/store/payments';
import type { Announce } from '../live/announce.ts';

export type DepositDeps = {
  readonly db: Db;
  readonly provider: PaymentProvider;
  readonly euroPerDollar: Decimal;
  /** The public address of the product. */
  readonly publicUrl: string;
  readonly webhookUrl: string;
  readonly announce: Announce;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};
export type BeginDeposit = (
  by: { readonly userId: UserId; readonly walletId: WalletId },
  asked: DepositRequest,
  key: string | undefined,
) => Promise<Result<DepositAnswer, DepositRefusal>>;

/**
 * Begins deposits: stores the transaction, requests a payment from the provider under its id, then stores and returns the link to its
 * checkout. The same key is the same deposit, on any node and also for concurrent requests.
 */
export function createDeposits(deps: DepositDeps): BeginDeposit {
  const underWay = new Map<TransactionId, ReturnType<BeginDeposit>>();
  return async (by, asked, key) => {
    const amount = centsFromDollars(asked.amount);
    if (!(asked.amount > 0)) return refused({ code: 'amount-invalid' });
    if (asked.amount < dollars(minDeposit)) return refused({ code: 'amount-below-minimum', minimum: minDeposit });
    if (amount === undefined) {
      // A number too large to be counted in cents is a whole one.
      return refused({ code: Number.isInteger(asked.amount) ? 'amount-invalid' : 'amount-part-of-cent' });
    }
    const method = asked.paymentMethod;
    const begun = await beginDeposit(deps.db, newDeposit(deps, by.walletId, { amount, method, key }));
    if (!begun.ok) {
      const { refusal } = begun;
      if (refusal.code !== 'limit-reached') return refused(refusal);
      return refused(await withRoomAgain(deps.db, by.walletId, refusal, amount, deps.now()));
    }
    const transaction = begun.value;
    if (transaction.amount !== amount || transaction.method !== method) return refused({ code: 'key-reused' });
    if (transaction.checkout !== null) return ok(answerOf(deps, transaction, by.userId));
    if (isFinal(transaction.status)) return refused(closed(transaction));
    const asking =
      underWay.get(transaction.id) ??
      askProvider(deps, by.userId, transaction, method).finally(() => underWay.delete(transaction.id));
    underWay.set(transaction.id, asking);
    return asking;
  };
}

async function askProvider(
  deps: DepositDeps,
  userId: UserId,
  transaction: Transaction,
  method: DepositMethod,
): Promise<Result<DepositAnswer, DepositRefusal>> {
  try {
    const created = await deps.provider.create({
      transactionId: transaction.id,
      // As it was shown and stored, even if the operator's rate has changed since.
      charge: transaction.charge ?? chargeFor(transaction.amount, method, deps.euroPerDollar),
      credit: transaction.amount,
      method,
      description: `Touchline deposit of ${formatDollars(transaction.amount)}`,
      redirectUrl: `${deps.publicUrl}/payment/return/${transaction.id}`,
      webhookUrl: deps.webhookUrl,
    });
    if (!created.ok) {
      deps.onError(new Error(created.refusal.detail));
      return refused({ code: 'provider-refused', transaction: await giveUp(deps, transaction, refusedText) });
    }
    const attached = await attachPayment(deps.db, transaction.id, created.value, deps.now());
    // Closed by the sweep or another attempt in the meantime. No one has the link to its payment page, so it cannot be paid.
    if (!attached) return refused({ code: 'deposit-closed', transaction });
    await announceChange(deps, attached);
    return ok(answerOf(deps, attached, userId));
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    deps.onError(error);
    return refused({ code: 'provider-unavailable', transaction: await giveUp(deps, transaction, downText) });
  }
}

const refusedText = 'The payment provider does not take this amount by this method.';
const downText = 'The payment provider could not be reached.';

/** A concurrent attempt may have reached the provider; the deposit then continues. */
async function giveUp(deps: DepositDeps, { id }: Transaction, reason: string): Promise<Transaction> {
  const { transaction, isChanged } = await changeDeposit(deps.db, id, (current) =>
    isFinal(current.status) || current.providerPaymentId !== null ? undefined : abandoned(current, reason, deps.now()),
  );
  if (isChanged) await announceChange(deps, transaction);
  return transaction;
}

async function announceChange(deps: DepositDeps, changed: Transaction): Promise<void> {
  const { userId, transaction, forAdmins } = await paymentChange(deps, changed);
  deps.announce(userId, { transaction, forAdmins });
}

function closed(transaction: Transaction): DepositRefusal {
  if (transaction.reason === refusedText) return { code: 'provider-refused', transaction };
  if (transaction.reason === downText) return { code: 'provider-unavailable', transaction };
  return { code: 'deposit-closed', transaction };
}

function newDeposit(
  deps: DepositDeps,
  walletId: WalletId,
  asked: { readonly amount: Cents; readonly method: DepositMethod; readonly key: string | undefined },
): Transaction {
  const { amount, method, key = crypto.randomUUID() } = asked;
  const charge = chargeFor(amount, method, deps.euroPerDollar);
  const at = deps.now();
  return {
    id: keyedId(`deposit:${walletId}:${key}`) as TransactionId,
    walletId,
    version: 1,
    type: 'deposit',
    amount,
    status: 'initiated',
    method,
    reference: null,
    reason: null,
    provider: deps.provider.name,
    providerPaymentId: null,
    charge,
    checkout: null,
    payout: null,
    flags: [],
    decision: null,
    metadata: chargeNotes(charge, deps.euroPerDollar),
    createdAt: at,
    updatedAt: at,
  };
}

const answerOf = ({ now }: DepositDeps, transaction: Transaction, userId: UserId): DepositAnswer => ({
  transactionId: transaction.id,
  checkoutUrl: transaction.checkout?.url ?? '',
  transaction: viewOwnTransaction(transaction, userId, now()),
});
