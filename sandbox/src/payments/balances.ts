import { unitsOf } from './money.ts';
import type { Payment } from './payment.ts';
import { REFUNDED_AFTER_MS } from './payment-book.ts';

/** A movement on a balance: `units` before the fee, negative if money leaves it. */
export type Movement = {
  readonly id: string;
  readonly type: 'payment' | 'refund' | 'chargeback' | 'chargeback-reversal' | 'outgoing-transfer';
  readonly at: number;
  readonly units: number;
  readonly feeUnits: number;
  readonly context: Readonly<Record<string, string>>;
};
/** What has moved in one currency, newest first, and what is left. */
export type Balance = {
  readonly id: string;
  readonly currency: string;
  readonly createdAt: number;
  readonly units: number;
  readonly movements: readonly Movement[];
};
export type Settlement = {
  readonly id: string;
  readonly reference: string;
  readonly currency: string;
  readonly at: number;
  readonly units: number;
};

const FEE_UNITS = 25;
const REFUND_FEE_UNITS = 25;
const DAY_MS = 86_400_000;

/** A balance for each currency, of payments in the order of their creation. At midnight UTC what a day left on it is paid out. */
export function balancesOf(payments: readonly Payment[], now: number): readonly Balance[] {
  const byCurrency = new Map<string, Movement[]>();
  for (const payment of payments) {
    if (payment.status !== 'paid') continue;
    const { currency } = payment.amount;
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), ...movementsOf(payment)]);
  }
  return [...byCurrency].map(([currency, movements]) => withPayouts(currency, movements, now));
}

/** The payouts of a balance. */
export const settlementsOf = ({ currency, movements }: Balance): readonly Settlement[] =>
  movements.flatMap(({ type, context, units, at }) =>
    type === 'outgoing-transfer'
      ? [{ id: context['settlementId'] ?? '', reference: reference(currency, at), currency, at, units: -units }]
      : [],
  );

function movementsOf(payment: Payment): Movement[] {
  const { id: paymentId, amount, statusAt, refunds, chargebacks } = payment;
  const context = { paymentId };
  return [
    { id: named(paymentId), type: 'payment', at: statusAt, units: unitsOf(amount), feeUnits: FEE_UNITS, context },
    // Only then it can no longer be stopped.
    ...refunds
      .filter(({ status }) => status === 'refunded')
      .map((refund): Movement => {
        const about = { paymentId, refundId: refund.id };
        const units = -unitsOf(refund.amount);
        return {
          ...{ id: named(refund.id), type: 'refund', units, feeUnits: REFUND_FEE_UNITS },
          at: refund.createdAt + REFUNDED_AFTER_MS,
          context: about,
        };
      }),
    ...chargebacks.flatMap(({ id, amount: lost, createdAt, reversedAt }): Movement[] => {
      const units = unitsOf(lost);
      const about = { paymentId, chargebackId: id };
      const back = { id: named(`${id}-back`), type: 'chargeback-reversal', units, feeUnits: 0, context } as const;
      return [
        { id: named(id), type: 'chargeback', at: createdAt, units: -units, feeUnits: 0, context: about },
        ...(reversedAt === undefined ? [] : [{ ...back, at: reversedAt }]),
      ];
    }),
  ];
}

function withPayouts(currency: string, movements: readonly Movement[], now: number): Balance {
  const inOrder = movements.toSorted((one, other) => one.at - other.at);
  const all: Movement[] = [];
  let units = 0;
  const payOut = (at: number) => {
    if (units <= 0) return;
    const settlementId = `stl_${reference(currency, at).replaceAll('.', '')}`;
    const transfer = { id: named(settlementId), type: 'outgoing-transfer', units: -units, feeUnits: 0 } as const;
    all.push({ ...transfer, at, context: { settlementId, transferId: `trf_${settlementId}` } });
    units = 0;
  };
  const midnightAfter = (at: number) => (Math.floor(at / DAY_MS) + 1) * DAY_MS;
  let midnight = midnightAfter(inOrder[0]?.at ?? now);
  for (const movement of inOrder) {
    if (movement.at >= midnight) {
      payOut(midnight);
      midnight = midnightAfter(movement.at);
    }
    all.push(movement);
    units += movement.units - movement.feeUnits;
  }
  if (now >= midnight) payOut(midnight);
  const id = `bal_sandbox${currency}`;
  return { id, currency, createdAt: inOrder[0]?.at ?? now, units, movements: all.toReversed() };
}

const named = (id: string): string => `baltr_${id}`;
const reference = (currency: string, at: number): string =>
  `1182161.${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}.${currency}`;
