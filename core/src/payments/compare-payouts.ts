import { hours, type Instant } from '../instant.ts';
import type { PaymentDifference } from './compare-lists.ts';

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

/** A withdrawal that was paid to a bank account. Amount in cents; `isKnownPaid`: an earlier statement has it. */
export type Payout = {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly paidAt: Instant;
  /** The same day as `YYYY-MM-DD`. */
  readonly paidOn: string;
  readonly isKnownPaid: boolean;
};

export type ComparedPayouts = {
  readonly differences: readonly PaymentDifference[];
  /** The withdrawals that the statement has. */
  readonly matched: readonly string[];
};

/** Banks book within two working days; a weekend and a holiday may lie between. */
const booksWithinMs = hours(24 * 5);

/** Compares the debits of a statement with payouts. `end`: when its last day ended, `lastDay` as text. Amounts in other currencies than dollars cannot be compared. */
export function comparePayouts(
  debits: readonly BankEntry[],
  payouts: readonly Payout[],
  { begin, end, lastDay }: { readonly begin: Instant; readonly end: Instant; readonly lastDay: string },
): ComparedPayouts {
  const differences: PaymentDifference[] = [];
  const byReference = new Map(payouts.map((payout) => [plain(payout.reference), payout]));
  const seen = new Map<string, number>();
  for (const [at, entry] of debits.entries()) {
    const { reference, bankReference, currency, amount, date, name } = entry;
    const money = `${currency} ${(amount / 100).toFixed(2)}`;
    const facts = { reference, bankReference, amount: money, date, name };
    const payout = byReference.get(plain(reference));
    if (!payout) {
      const key = `bank:unknown-debit:${bankReference || `${date}:${money}:${reference}:${at}`}`;
      const sentence = `the bank paid ${money} on ${date} (${reference || 'without reference'}), which is no withdrawal`;
      differences.push({ key, sentence, facts });
      continue;
    }
    const count = (seen.get(payout.id) ?? 0) + 1;
    seen.set(payout.id, count);
    if (count > 1 || payout.isKnownPaid) {
      const sentence = `withdrawal ${payout.id} was paid again on ${date}: ${money} (${reference})`;
      differences.push({ key: `bank:paid-twice:${payout.id}`, sentence, facts, transactionId: payout.id });
    }
    if (currency === 'USD' && amount !== payout.amount) {
      const due = `USD ${(payout.amount / 100).toFixed(2)}`;
      const sentence = `withdrawal ${payout.id} is ${due}, but the bank paid ${money} on ${date}`;
      differences.push({
        key: `bank:amount-differs:${payout.id}`,
        sentence,
        facts: { ...facts, due },
        transactionId: payout.id,
      });
    }
  }
  for (const { id, reference, paidAt, paidOn, isKnownPaid } of payouts) {
    if (seen.has(id) || isKnownPaid || paidAt < begin || paidAt > end - booksWithinMs) continue;
    const sentence = `withdrawal ${id} was marked as paid on ${paidOn} (${reference}), but no statement until ${lastDay} has it`;
    differences.push({ key: `bank:not-paid:${id}`, sentence, facts: { reference, until: lastDay }, transactionId: id });
  }
  return { differences, matched: [...seen.keys()] };
}

const plain = (reference: string): string => reference.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
