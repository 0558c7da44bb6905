import { hours, type Instant } from '../instant.ts';
import { moneyText, type OwnPayments, type PaymentDifference, type ProviderLists } from './compare-lists.ts';

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
  const found: PaymentDifference[] = [];
  const report = (kind: string, id: string, sentence: string, facts: PaymentDifference['facts'], deposit?: string) =>
    found.push({ key: `${provider}:${kind}:${id}`, sentence, facts, ...(deposit && { transactionId: deposit }) });
  const isOld = (at: Instant): boolean => at < now - bookedWithinMs;
  const depositOf = new Map(own.deposits.map(({ id, paymentId }) => [paymentId, id]));
  const payments = new Map(lists.payments.map((payment) => [payment.id, payment]));
  const settlements = new Map(account.settlements.map((settlement) => [settlement.id, settlement]));
  const moved = movedBy(account);

  for (const { id, currency, movements } of account.balances) {
    for (const movement of movements) {
      const money = moneyText(currency, movement.initial);
      const facts = { balance: id, movement: movement.id, type: movement.type, amount: money };
      const { paymentId, settlementId } = movement;
      if (paymentId !== null && !payments.has(paymentId) && !depositOf.has(paymentId)) {
        const sentence = `${movement.type} ${movement.id} moved ${money} for payment ${paymentId}, which no deposit belongs to`;
        report('unknown-movement', movement.id, sentence, { ...facts, payment: paymentId });
      }
      if (isTransfer(movement) && (settlementId === null || !settlements.has(settlementId))) {
        const sentence = `${movement.type} ${movement.id} moved ${money}, which no settlement explains`;
        report('unknown-transfer', movement.id, sentence, { ...facts, settlement: settlementId });
      }
    }
  }
  for (const payment of lists.payments) {
    const { id, currency } = payment;
    const returned = [...lists.refunds, ...lists.chargebacks].filter(({ paymentId }) => paymentId === id);
    const own = moved.payments.get(id);
    const isQuiet = [payment, ...returned, ...(own?.movements ?? [])].every(({ createdAt }) => isOld(createdAt));
    // What was converted has amounts of two currencies.
    if (!isQuiet || payment.createdAt < since || own?.currencies.some((one) => one !== currency)) continue;
    const paid = payment.status === 'paid' ? payment.amount : 0;
    const due = returned.reduce((left, { amount }) => left - amount, paid);
    const sum = own?.sum ?? 0;
    if (sum === due) continue;
    const sentence = `payment ${id} moved ${moneyText(currency, sum)} on the balance instead of ${moneyText(currency, due)}`;
    const facts = { payment: id, moved: moneyText(currency, sum), due: moneyText(currency, due) };
    report('balance-differs', id, sentence, facts, depositOf.get(id));
  }
  for (const { id, reference, status, currency, amount, createdAt } of account.settlements) {
    if (status !== 'paidout' || createdAt < since || !isOld(createdAt)) continue;
    const left = -(moved.settlements.get(id)?.sum ?? 0);
    if (left === amount) continue;
    const [said, really] = [moneyText(currency, amount), moneyText(currency, left)];
    const sentence = `settlement ${id} (${reference}) paid out ${said}, but ${really} left the balance for it`;
    report('settlement-differs', id, sentence, { settlement: id, reference, paid: said, left: really });
  }
  for (const known of before) {
    const balance = account.balances.find(({ id }) => id === known.id);
    const last = balance?.movements.findIndex(({ id }) => id === known.movement) ?? -1;
    // Older than the list: nothing moved since, or the runs are further apart than it reaches.
    if (!balance || last < 0) continue;
    const due = balance.movements.slice(0, last).reduce((sum, { result }) => sum + result, known.amount);
    if (due === balance.amount) continue;
    const [is, should] = [moneyText(balance.currency, balance.amount), moneyText(balance.currency, due)];
    const sentence = `balance ${known.id} has ${is}, but its movements since ${known.movement} lead to ${should}`;
    const id = `${known.id}:${known.movement}:${balance.amount - due}`;
    report('balance-jumped', id, sentence, { balance: known.id, is, due: should });
  }
  return found;
}

const isTransfer = ({ type }: BalanceMovement): boolean => type.endsWith('transfer') && type !== 'balance-transfer';

/** What moved for each payment before fees, and for each settlement. */
function movedBy({ balances }: ProviderAccount) {
  type Moved = { sum: number; readonly currencies: string[]; readonly movements: BalanceMovement[] };
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
