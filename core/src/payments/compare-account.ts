import { hours, type Instant } from '../instant.ts';
import {
  type Found,
  moneyText,
  type OwnPayments,
  type PaymentDifference,
  type ProviderLists,
  type ProviderPayment,
  type Reversal,
  reportedBy,
} from './compare-lists.ts';

/** The provider's account for us: what moved on its balances, and what was paid out to our bank. Amounts in hundredths. */
export type ProviderAccount = {
  readonly balances: readonly ProviderBalance[];
  readonly settlements: readonly ProviderSettlement[];
};
type ProviderBalance = {
  readonly id: string;
  readonly currency: string;
  /** Available and pending together. */
  readonly amount: number;
  /** Newest first. */
  readonly movements: readonly BalanceMovement[];
};
export type BalanceMovement = {
  readonly id: string;
  readonly type: string;
  /** Before fees, negative if it leaves the balance; `result` is what really moved. */
  readonly initial: number;
  readonly result: number;
  readonly createdAt: Instant;
  readonly paymentId: string | null;
  readonly settlementId: string | null;
};
type ProviderSettlement = {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: number;
  readonly createdAt: Instant;
};

/** A balance at the end of an earlier run, and its newest movement then. */
export type KnownBalance = { readonly id: string; readonly amount: number; readonly movement: string };

/** What the next run continues from: the balances now, but one that jumped stays as it was known, so that its difference stays. */
export const knownAfter = (
  { balances }: ProviderAccount,
  before: readonly KnownBalance[],
  found: readonly PaymentDifference[],
): readonly KnownBalance[] =>
  balances.flatMap(({ id, amount, movements: [newest] }): readonly KnownBalance[] => {
    const known = before.find((one) => one.id === id);
    if (known && found.some(({ key }) => key.includes(`:balance-jumped:${id}:`))) return [known];
    return newest ? [{ id, amount, movement: newest.id }] : [];
  });

/** Fees, payouts and returned money are booked within a day. */
const bookedWithinMs = hours(24);

/**
 * Compares the balances and settlements of the provider with its payments and our deposits: what a payment moved is what was paid less
 * what was returned, money leaves a balance for settlements only, and a balance changes by its movements only.
 */
export function compareAccount(
  account: ProviderAccount,
  lists: ProviderLists,
  own: OwnPayments,
  given: {
    readonly provider: string;
    readonly since: Instant;
    readonly now: Instant;
    readonly before: readonly KnownBalance[];
  },
): readonly PaymentDifference[] {
  const { provider, since, now, before } = given;
  const isOld = ({ createdAt }: { readonly createdAt: Instant }): boolean => createdAt < now - bookedWithinMs;
  const depositOf = new Map(own.deposits.map(({ id, paymentId }) => [paymentId, id]));
  const listed = new Set(lists.payments.map(({ id }) => id));
  const settled = new Set(account.settlements.map(({ id }) => id));
  const isKnown: KnownHere = {
    payment: (id) => listed.has(id) || depositOf.has(id),
    settlement: (id) => id !== null && settled.has(id),
  };
  const moved = movedBy(account);
  const returned = Map.groupBy([...lists.refunds, ...lists.chargebacks], ({ paymentId }) => paymentId);
  return reportedBy(provider, [
    ...account.balances.flatMap((balance) =>
      balance.movements.flatMap((movement) => unexplainedMovement(balance, movement, isKnown)),
    ),
    ...lists.payments.flatMap((payment) => {
      const [back, movedFor] = [returned.get(payment.id) ?? [], moved.payments.get(payment.id) ?? notMoved];
      const isQuiet = [payment, ...back, ...movedFor.movements].every(isOld);
      return isQuiet && payment.createdAt >= since
        ? compareMoved(payment, back, movedFor, depositOf.get(payment.id))
        : [];
    }),
    ...account.settlements.flatMap((settlement) => {
      const { id, status, createdAt } = settlement;
      const isDue = status === 'paidout' && createdAt >= since && isOld(settlement);
      return isDue ? compareSettlement(settlement, moved.settlements.get(id) ?? notMoved) : [];
    }),
    ...before.flatMap((known) => jumpedBalance(known, account)),
  ]);
}

type KnownHere = {
  readonly payment: (id: string) => boolean;
  readonly settlement: (id: string | null) => boolean;
};

function unexplainedMovement(
  balance: ProviderBalance,
  movement: BalanceMovement,
  isKnown: KnownHere,
): readonly Found[] {
  const { id, type, initial, paymentId, settlementId } = movement;
  const money = moneyText(balance.currency, initial);
  const facts = { balance: balance.id, movement: id, type, amount: money };
  const found: Found[] = [];
  if (paymentId !== null && !isKnown.payment(paymentId)) {
    const sentence = `${type} ${id} moved ${money} for payment ${paymentId}, which no deposit belongs to`;
    found.push({ kind: 'unknown-movement', id, sentence, facts: { ...facts, payment: paymentId } });
  }
  if (isTransfer(movement) && !isKnown.settlement(settlementId)) {
    const sentence = `${type} ${id} moved ${money}, which no settlement explains`;
    found.push({ kind: 'unknown-transfer', id, sentence, facts: { ...facts, settlement: settlementId } });
  }
  return found;
}

function compareMoved(
  { id, currency, status, amount }: ProviderPayment,
  returned: readonly Reversal[],
  { sum, currencies }: Moved,
  transactionId: string | undefined,
): readonly Found[] {
  // What was converted has amounts of two currencies.
  if (currencies.some((one) => one !== currency)) return [];
  const due = returned.reduce((left, back) => left - back.amount, status === 'paid' ? amount : 0);
  if (sum === due) return [];
  const facts = { payment: id, moved: moneyText(currency, sum), due: moneyText(currency, due) };
  const sentence = `payment ${id} moved ${facts.moved} on the balance instead of ${facts.due}`;
  return [{ kind: 'balance-differs', id, sentence, facts, transactionId }];
}

function compareSettlement({ id, reference, currency, amount }: ProviderSettlement, { sum }: Moved): readonly Found[] {
  const left = -sum;
  if (left === amount) return [];
  const facts = { settlement: id, reference, paid: moneyText(currency, amount), left: moneyText(currency, left) };
  const sentence = `settlement ${id} (${reference}) paid out ${facts.paid}, but ${facts.left} left the balance for it`;
  return [{ kind: 'settlement-differs', id, sentence, facts }];
}

function jumpedBalance(known: KnownBalance, { balances }: ProviderAccount): readonly Found[] {
  const balance = balances.find(({ id }) => id === known.id);
  const last = balance?.movements.findIndex(({ id }) => id === known.movement) ?? -1;
  // Older than the list: nothing moved since, or the runs are further apart than it reaches.
  if (!balance || last < 0) return [];
  const due = balance.movements.slice(0, last).reduce((sum, { result }) => sum + result, known.amount);
  if (due === balance.amount) return [];
  const facts = {
    balance: known.id,
    is: moneyText(balance.currency, balance.amount),
    due: moneyText(balance.currency, due),
  };
  const sentence = `balance ${known.id} has ${facts.is}, but its movements since ${known.movement} lead to ${facts.due}`;
  const id = `${known.id}:${known.movement}:${balance.amount - due}`;
  return [{ kind: 'balance-jumped', id, sentence, facts }];
}

const isTransfer = ({ type }: BalanceMovement): boolean => type.endsWith('transfer') && type !== 'balance-transfer';

type Moved = { sum: number; readonly currencies: string[]; readonly movements: BalanceMovement[] };
const notMoved: Moved = { sum: 0, currencies: [], movements: [] };

/** What moved for each payment before fees, and for each settlement. */
function movedBy({ balances }: ProviderAccount) {
  const payments = new Map<string, Moved>();
  const settlements = new Map<string, Moved>();
  const add = (to: Map<string, Moved>, id: string | null, movement: BalanceMovement, currency: string): void => {
    if (id === null) return;
    const known = to.get(id) ?? { sum: 0, currencies: [], movements: [] };
    known.sum += movement.initial;
    known.currencies.push(currency);
    known.movements.push(movement);
    to.set(id, known);
  };
  for (const { currency, movements } of balances) {
    for (const movement of movements) {
      add(payments, movement.paymentId, movement, currency);
      add(settlements, movement.settlementId, movement, currency);
    }
  }
  return { payments, settlements };
}
