import { type DeskTransactionView, type TransactionView, viewWallet, type WalletPush } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { dollars, negative } from '@touchline/core/money';
import {
  type DepositAlarm,
  followPayment,
  type ProviderPayment,
  type ReversedShare,
  reversedShares,
  type TakenBack,
  type Transaction,
} from '@touchline/core/payments';
import type { Db } from '@touchline/store/connect';
import {
  attachPayment,
  changeDeposit,
  openDeposit,
  ownerOf,
  readTransaction,
  readTransactionByPayment,
  readTransactions,
  viewForDesk,
  viewTransaction,
} from '@touchline/store/payments';
import type { MovedTransaction, WalletWriter } from '@touchline/store/wallet';
import { namedTransactionId } from './named-id.ts';
import type { PaymentProvider } from './provider.ts';

/** A transaction that was committed as it is now, for its owner and for the desk, and the wallet when money moved. */
export type PaymentChange = {
  readonly userId: UserId;
  readonly transaction: TransactionView;
  readonly desk: DeskTransactionView;
  readonly wallet?: WalletPush;
};

export type ReconcileDeps = {
  readonly db: Db;
  readonly writer: Pick<WalletWriter, 'submit'>;
  readonly provider: PaymentProvider;
  readonly now: () => Instant;
  /** Called after each commit. */
  readonly announce: (change: PaymentChange) => void;
  /** Something that a person has to look at. */
  readonly alarm: (particulars: object, event: string) => void;
};

/**
 * Brings a deposit up to what the provider says of its payment now; the webhook, the return page and the sweeper all come here. Any
 * number of times at once has one effect: each change is decided again under the lock of its row, and money moves under a key of the
 * provider's number. Answers the deposit as it is then. Throws `ProviderDown`.
 */
export async function reconcileDeposit(deps: ReconcileDeps, deposit: Transaction): Promise<Transaction> {
  if (deposit.provider !== deps.provider.name || deposit.providerPaymentId === null) return deposit;
  const payment = await deps.provider.read(deposit.providerPaymentId);
  if (payment) return follow(deps, deposit, payment);
  deps.alarm(
    { transaction: deposit.id, payment: deposit.providerPaymentId },
    'the provider does not know a payment of ours',
  );
  return deposit;
}

/** The same for a payment's number alone, as webhooks tell it. `undefined` when it is not ours. */
export async function reconcilePayment(deps: ReconcileDeps, paymentId: string): Promise<Transaction | undefined> {
  const known = await readTransactionByPayment(deps.db, deps.provider.name, paymentId);
  if (known) return reconcileDeposit(deps, known);
  // It may be told before its number was noted, or by a process that died before it could note it.
  const payment = await deps.provider.read(paymentId);
  const named = payment?.transactionId && (await readTransaction(deps.db, payment.transactionId));
  if (!payment || !named || named.type !== 'deposit' || named.provider !== deps.provider.name) return undefined;
  const attached = await attachPayment(deps.db, named.id, { id: paymentId, checkoutUrl: null }, deps.now());
  if (!attached && payment.status === 'paid') {
    deps.alarm({ transaction: named.id, payment: paymentId }, 'a payment was made that belongs to no open deposit');
  }
  return attached && follow(deps, attached.transaction, payment);
}

async function follow(deps: ReconcileDeps, deposit: Transaction, payment: ProviderPayment): Promise<Transaction> {
  const step = followPayment(deposit, payment, deps.now());
  const followed =
    step.kind === 'stay'
      ? deposit
      : step.kind === 'credit'
        ? await credit(deps, deposit, payment)
        : await change(deps, deposit, payment);
  if (followed.status === 'completed') await takeBack(deps, followed, payment.takenBack);
  return followed;
}

/** Decided once more as the row is under its lock: another may have come first. */
async function change(deps: ReconcileDeps, deposit: Transaction, payment: ProviderPayment): Promise<Transaction> {
  let alarm: DepositAlarm | undefined;
  const { transaction, isChanged } = await changeDeposit(deps.db, deposit.id, (current) => {
    const step = followPayment(current, payment, deps.now());
    if (step.kind !== 'change') return undefined;
    alarm = step.alarm;
    return step.transaction;
  });
  if (isChanged) await tell(deps, transaction);
  if (alarm !== undefined) {
    const { charge, status } = transaction;
    const paid = { currency: payment.currency, amount: payment.amount };
    deps.alarm({ transaction: transaction.id, payment: payment.id, alarm, status, charge, paid }, alarms[alarm]);
  }
  return transaction;
}

const alarms = {
  'amount-differs': 'a payment is not what was charged: it is not credited and waits for a person',
  'paid-after-close':
    'a payment was made for a deposit that had been closed: it is not credited and waits for a person',
} as const satisfies Record<DepositAlarm, string>;

async function credit(deps: ReconcileDeps, deposit: Transaction, payment: ProviderPayment): Promise<Transaction> {
  const credited = await deps.writer.submit({
    type: 'credit-deposit',
    walletId: deposit.walletId,
    deposit: {
      transactionId: deposit.id,
      provider: deps.provider.name,
      providerPaymentId: payment.id,
      amount: deposit.amount,
    },
    actor: 'system:payments',
    cause: `payment:${payment.id}`,
  });
  if (credited.ok) {
    if (!credited.value.repeated)
      await tell(deps, credited.value.transaction, moved(credited.value, 'DepositCredited'));
    return credited.value.transaction;
  }
  // Closed between our look and the lock: what that means is decided on the row as it is.
  if (credited.refusal.code === 'transaction-closed') return change(deps, credited.refusal.transaction, payment);
  throw new Error(`deposit ${deposit.id} was not credited: ${credited.refusal.code}`);
}

async function takeBack(deps: ReconcileDeps, deposit: Transaction, takenBack: readonly TakenBack[]): Promise<void> {
  if (takenBack.length === 0) return;
  const ids = takenBack.flatMap(({ reversalId }) => [reversalIdOf(deps, reversalId), returnIdOf(deps, reversalId)]);
  const known = new Map((await readTransactions(deps.db, ids)).map((one) => [one.id, one]));
  const taken = takenBack.filter(({ state }) => state === 'taken');
  for (const share of reversedShares(deposit, taken)) {
    if (!known.has(reversalIdOf(deps, share.taken.reversalId))) await reverse(deps, deposit, share);
  }
  for (const { state, reversalId } of takenBack) {
    const reversal = known.get(reversalIdOf(deps, reversalId));
    const isReturned = known.get(returnIdOf(deps, reversalId))?.status === 'completed';
    if (state === 'returned' && reversal && !isReturned) await giveBack(deps, deposit, reversal, reversalId);
  }
}

async function reverse(deps: ReconcileDeps, deposit: Transaction, { taken, amount }: ReversedShare): Promise<void> {
  const { kind, reversalId } = taken;
  const reversed = await deps.writer.submit({
    type: 'reverse-deposit',
    walletId: deposit.walletId,
    transactionId: deposit.id,
    reversal: { id: reversalIdOf(deps, reversalId), kind, reversalId, amount },
    actor: 'system:payments',
    cause: `payment:${deposit.providerPaymentId}`,
  });
  if (!reversed.ok) throw new Error(`${kind} ${reversalId} of deposit ${deposit.id}: ${reversed.refusal.code}`);
  if (!reversed.value.repeated) await tell(deps, reversed.value.transaction, moved(reversed.value, 'DepositReversed'));
}

/** A refund that failed or a chargeback that was won: what had been taken is credited again, under the reversal's own number. */
async function giveBack(
  deps: ReconcileDeps,
  deposit: Transaction,
  reversal: Transaction,
  reversalId: string,
): Promise<void> {
  const at = deps.now();
  const { transaction } = await openDeposit(deps.db, {
    ...deposit,
    id: returnIdOf(deps, reversalId),
    version: 1,
    amount: reversal.amount,
    status: 'pending',
    reference: reversalId,
    providerPaymentId: reversalId,
    charge: null,
    flags: [],
    metadata: { ...reversal.metadata, returned: 'The provider gave it back.' },
    createdAt: at,
    updatedAt: at,
  });
  await credit(deps, transaction, { ...noPayment, id: reversalId });
}

// Only its number is read where money is given back.
const noPayment: Omit<ProviderPayment, 'id'> = {
  status: 'paid',
  currency: '',
  amount: 0,
  failureReason: null,
  transactionId: null,
  takenBack: [],
};

const reversalIdOf = ({ provider }: ReconcileDeps, reversalId: string) =>
  namedTransactionId('reversal', provider.name, reversalId);
const returnIdOf = ({ provider }: ReconcileDeps, reversalId: string) =>
  namedTransactionId('return', provider.name, reversalId);

function moved(
  { wallet, version, transaction }: MovedTransaction,
  type: 'DepositCredited' | 'DepositReversed',
): WalletPush {
  const amount = type === 'DepositCredited' ? transaction.amount : negative(transaction.amount);
  return { ...viewWallet(wallet, version), reason: { type, amount: dollars(amount) } };
}

async function tell(deps: ReconcileDeps, transaction: Transaction, wallet?: WalletPush): Promise<void> {
  const change = await paymentChange(deps.db, transaction);
  deps.announce({ ...change, ...(wallet && { wallet }) });
}

/** A transaction that changed, as it is shown. */
export async function paymentChange(db: Db, transaction: Transaction): Promise<PaymentChange> {
  const [userId, [desk]] = await Promise.all([ownerOf(db, transaction.walletId), viewForDesk(db, [transaction])]);
  if (!desk) throw new Error(`transaction ${transaction.id} cannot be shown`);
  return { userId, transaction: viewTransaction(transaction, userId), desk };
}
