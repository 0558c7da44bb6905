import { hours, type Instant } from '../instant.ts';
import { type Found, moneyText, type PaymentDifference, reportedBy } from './compare-lists.ts';

/** A debit of the operator's bank account. Amount in hundredths; `date`: when it was booked, `YYYY-MM-DD`. */
export type BankEntry = {
  /** The end-to-end id that we gave the payout. */
  readonly reference: string;
  readonly bankReference: string;
  readonly currency: string;
  readonly amount: number;
  readonly date: string;
  readonly account: string;
  readonly name: string;
};

/**
 * A payment of a withdrawal, or of a part of it, to a bank account. Amount in cents; `isKnownPaid`: an earlier statement has it, and
 * `bookings` names the debits there.
 */
export type Payout = {
  readonly id: string;
  readonly withdrawalId: string;
  readonly reference: string;
  readonly amount: number;
  readonly paidAt: Instant;
  /** The same day as `YYYY-MM-DD`. */
  readonly paidOn: string;
  readonly isKnownPaid: boolean;
  readonly bookings: readonly string[];
};

/** The days of a statement. `end`: when the last one ended, `lastDay` as `YYYY-MM-DD`. */
export type StatementPeriod = { readonly begin: Instant; readonly end: Instant; readonly lastDay: string };

export type ComparedPayouts = {
  readonly differences: readonly PaymentDifference[];
  /** The payouts that the statement has. */
  readonly matched: readonly string[];
  /** The debits that paid them, named the same in every statement that has them. */
  readonly bookings: readonly { readonly payout: string; readonly booking: string }[];
};

/** Banks book within two working days; a weekend and a holiday may lie between. */
const booksWithinMs = hours(24 * 5);

/**
 * Returns the days that a statement covers together with earlier ones. Days without a statement are no gap if the bank may have booked
 * nothing on them.
 */
export function coveredPeriod(statement: StatementPeriod, others: readonly StatementPeriod[]): StatementPeriod {
  let covered: StatementPeriod | undefined;
  for (const next of [statement, ...others].toSorted((a, b) => a.begin - b.begin)) {
    if (covered && next.begin - covered.end <= booksWithinMs) {
      covered = { ...(next.end > covered.end ? next : covered), begin: covered.begin };
    } else if (covered && covered.end >= statement.end) break;
    else covered = next;
  }
  return covered ?? statement;
}

/**
 * Compares the debits of a statement with payouts. `covered`: the days of this and earlier statements. Amounts in other currencies than
 * dollars cannot be compared.
 */
export function comparePayouts(
  debits: readonly BankEntry[],
  payouts: readonly Payout[],
  { begin, end, lastDay }: StatementPeriod,
): ComparedPayouts {
  const byReference = Map.groupBy(payouts, ({ reference }) => plain(reference));
  const paid = new Set<string>();
  const bookings: { readonly payout: string; readonly booking: string }[] = [];
  const nameBooking = createBookingNames();
  const isPaid = ({ id, isKnownPaid }: Payout): boolean => isKnownPaid || paid.has(id);
  const compared = debits.flatMap((entry) => {
    // Admins type some references, so two payouts may have the same or none.
    const named = plain(entry.reference) === '' ? [] : (byReference.get(plain(entry.reference)) ?? []);
    const booking = nameBooking(entry);
    const known = named.find((payout) => payout.bookings.includes(booking));
    const due = named.filter((payout) => !isPaid(payout));
    const payout = known ?? due.find(({ amount }) => amount === entry.amount) ?? due[0] ?? named[0];
    if (!payout) return unknownDebit(entry, `${booking} ${entry.reference}`);
    const isRepeated = isPaid(payout);
    paid.add(payout.id);
    bookings.push({ payout: payout.id, booking });
    return known ? [] : compareDebit(entry, payout, isRepeated);
  });
  const mustBePaid = (payout: Payout): boolean =>
    !isPaid(payout) && payout.paidAt >= begin && payout.paidAt <= end - booksWithinMs;
  const missing = payouts.filter(mustBePaid).map(({ id, withdrawalId, reference, paidOn }): Found => {
    const sentence = `withdrawal ${withdrawalId} was marked as paid on ${paidOn} (${reference}), but no statement until ${lastDay} has it`;
    return { kind: 'not-paid', id, sentence, facts: { reference, until: lastDay }, transactionId: withdrawalId };
  });
  return { differences: reportedBy('bank', [...compared, ...missing]), matched: [...paid], bookings };
}

/** Names the debits of a payout by what the bank says about each; of several that are the same, also by their number. */
function createBookingNames(): (entry: BankEntry) => string {
  const times = new Map<string, number>();
  return ({ bankReference, date, currency, amount, reference }) => {
    const facts = [bankReference, date, moneyText(currency, amount)].join(' ');
    const key = `${facts} ${plain(reference)}`;
    const number = (times.get(key) ?? 0) + 1;
    times.set(key, number);
    return `${facts} ${number}`;
  };
}

const factsOf = ({ reference, bankReference, currency, amount, date }: BankEntry) =>
  ({ reference, bankReference, amount: moneyText(currency, amount), date }) as const;

function unknownDebit(entry: BankEntry, id: string): readonly Found[] {
  const facts = factsOf(entry);
  const { amount: money, date, reference } = facts;
  const sentence = `the bank paid ${money} on ${date} (${reference || 'without reference'}), which is no withdrawal`;
  // Only here: the creditor of a withdrawal is the player, whom its id names.
  return [{ kind: 'unknown-debit', id, sentence, facts: { ...facts, name: entry.name } }];
}

function compareDebit(entry: BankEntry, payout: Payout, isRepeated: boolean): readonly Found[] {
  const { id, withdrawalId: transactionId, amount: owed } = payout;
  const facts = factsOf(entry);
  const { amount: money, date, reference } = facts;
  const found: Found[] = [];
  if (isRepeated) {
    const sentence = `withdrawal ${transactionId} was paid again on ${date}: ${money} (${reference})`;
    found.push({ kind: 'paid-twice', id, sentence, facts, transactionId });
  }
  if (entry.currency === 'USD' && entry.amount !== owed) {
    const due = moneyText('USD', owed);
    const sentence = `the bank paid ${money} of withdrawal ${transactionId} on ${date} (${reference}) instead of ${due}`;
    found.push({ kind: 'amount-differs', id, sentence, facts: { ...facts, due }, transactionId });
  }
  return found;
}

const plain = (reference: string): string => reference.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
