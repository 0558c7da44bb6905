import { hours, type Instant } from '../instant.ts';
import { type Cents, cents, minus, noMoney, plus } from '../money/index.ts';
import type { RefundPeriods } from './refund-periods.ts';
import { type DepositMethod, depositMethods, type ReturnedPart, type Transaction } from './transaction.ts';

/** A completed deposit and how much of it is returned or planned to be. */
export type ReturnSource = { readonly deposit: Transaction; readonly returned: Cents };

/** The refund is requested later than planned, after an admin's decision. */
const marginMs = hours(7 * 24);

/** Returns what can still go back to a deposit's source; nothing shortly before the provider's refund period ends. */
export function returnableOf({ deposit, returned }: ReturnSource, periods: RefundPeriods, now: Instant): Cents {
  const method = methodOf(deposit);
  if (deposit.type !== 'deposit' || deposit.status !== 'completed' || method === undefined) return noMoney;
  if (deposit.charge === null || deposit.providerPaymentId === null) return noMoney;
  if (now - deposit.createdAt > hours(periods[method] * 24) - marginMs) return noMoney;
  return cents(Math.max(0, minus(deposit.amount, returned)));
}

/**
 * Plans the returns of a withdrawal: to the oldest deposits first, each up to what is not returned yet. The rest goes to the
 * destination.
 */
export function routeWithdrawal(
  amount: Cents,
  sources: readonly ReturnSource[],
  periods: RefundPeriods,
  now: Instant,
): readonly ReturnedPart[] {
  let left = amount;
  return sources
    .toSorted((a, b) => a.deposit.createdAt - b.deposit.createdAt || (a.deposit.id < b.deposit.id ? -1 : 1))
    .flatMap((source): readonly ReturnedPart[] => {
      const { deposit, returned } = source;
      const method = methodOf(deposit);
      const part = cents(Math.min(left, returnableOf(source, periods, now)));
      if (part <= 0 || method === undefined || deposit.charge === null) return [];
      const charge = {
        ...deposit.charge,
        amount: chargedShare(deposit, plus(returned, part)) - chargedShare(deposit, returned),
      };
      if (charge.amount <= 0) return [];
      left = minus(left, part);
      return [{ depositId: deposit.id, method, amount: part, charge, state: 'planned', round: 1, refundId: null }];
    });
}

/** Returns what of a withdrawal is planned to go to the bettor's destination. An admin decides about parts that could not be returned. */
export const paidOutOf = (amount: Cents, route: readonly Pick<ReturnedPart, 'amount'>[]): Cents =>
  route.reduce((left, part) => minus(left, part.amount), amount);

/** Sums parts by method, for screens. */
export function returnsByMethod<Method extends string>(
  route: readonly { readonly method: Method; readonly amount: number }[],
): { readonly method: Method; readonly amount: number }[] {
  const sums = new Map<Method, number>();
  for (const { method, amount } of route) sums.set(method, (sums.get(method) ?? 0) + amount);
  return [...sums].map(([method, amount]) => ({ method, amount }));
}

/** Rounds down on the running sum, so that all parts together never exceed the charge. */
const chargedShare = ({ amount, charge }: Transaction, part: Cents): number =>
  part >= amount ? (charge?.amount ?? 0) : Math.floor(((charge?.amount ?? 0) * part) / amount);

const methodOf = ({ method }: Transaction): DepositMethod | undefined =>
  depositMethods.find((known) => known === method);
