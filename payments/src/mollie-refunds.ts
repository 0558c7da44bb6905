import type { MollieClient } from '@mollie/api-client';
import { type Charge, chargeText, type RefundReport } from '@touchline/core/payments';
import { z } from 'zod';
import { allOf, hundredths, read, retryConflict, wireAmount, wireChargeback, wireRefund } from './mollie-wire.ts';
import type { NewRefund, ReportedRefund } from './provider.ts';

/**
 * Refunds a part, or what is left, of a payment. Returns the existing refund if one names the same transaction and round; concurrent
 * requests share an idempotency key. The provider never refunds more than was paid. `pending` without an id: other refunds, such as one by
 * hand, are under way, and nothing is left or what is left depends on them.
 */
export async function requestRefund(mollie: MollieClient, wanted: NewRefund): Promise<ReportedRefund> {
  const { paymentId, transactionId, round } = wanted;
  const payment = read(paidPayment, await mollie.payments.get(paymentId));
  const [refunds, chargebacks] = await Promise.all([
    allOf(mollie.paymentRefunds.iterate({ paymentId })),
    payment._links.chargebacks ? allOf(mollie.paymentChargebacks.iterate({ paymentId })) : [],
  ]);
  const existing = refunds.map((refund) => read(wireRefund, refund));
  const known = existing.find(({ metadata }) => metadata?.transactionId === transactionId && metadata.round === round);
  if (known) return reportOf(known);
  const reversed = [
    ...existing.filter(({ status }) => status !== 'failed' && status !== 'canceled'),
    ...chargebacks.map((chargeback) => read(wireChargeback, chargeback)).filter(({ reversedAt }) => !reversedAt),
  ];
  const { currency, value } = payment.amount;
  const left = reversed.reduce((sum, { amount }) => sum - hundredths(amount.value), hundredths(value));
  const amount = wanted.charge ? partOf(wanted.charge, currency, left) : left;
  const isUnderWay = existing.some(({ status }) => /^(queued|pending|processing)$/.test(status));
  if (amount <= 0 || (isUnderWay && !wanted.charge)) {
    return { kind: 'reported', refundId: null, status: isUnderWay ? 'pending' : 'refunded', currency, amount: 0 };
  }
  const made = await retryConflict(() =>
    mollie.paymentRefunds.create({
      paymentId,
      amount: { currency, value: chargeText(amount) },
      description: wanted.description,
      metadata: { transactionId, round },
      // A withdrawal may return parts to several payments.
      idempotencyKey: `refund:${transactionId}:${round}:${amount}${wanted.charge ? `:${paymentId}` : ''}`,
    }),
  );
  return reportOf(read(wireRefund, made));
}

/** Returns the requested part, or 0 if less is left; rounded shares may be short by a hundredth. */
const partOf = (charge: Charge, currency: string, left: number): number =>
  charge.currency === currency && charge.amount <= left + 1 ? Math.min(charge.amount, left) : 0;

/** Finds the refund of a transaction and round, including failed ones. */
export async function findRefund(
  mollie: MollieClient,
  { paymentId, transactionId, round }: Pick<NewRefund, 'paymentId' | 'transactionId' | 'round'>,
): Promise<ReportedRefund | undefined> {
  const refunds = await allOf(mollie.paymentRefunds.iterate({ paymentId }));
  const known = refunds
    .map((refund) => read(wireRefund, refund))
    .find(({ metadata }) => metadata?.transactionId === transactionId && metadata.round === round);
  return known && reportOf(known);
}

export const readRefund = async (mollie: MollieClient, paymentId: string, refundId: string): Promise<ReportedRefund> =>
  reportOf(read(wireRefund, await mollie.paymentRefunds.get(refundId, { paymentId })));

function reportOf({
  id,
  amount,
  status,
}: Pick<z.infer<typeof wireRefund>, 'id' | 'amount' | 'status'>): ReportedRefund {
  return {
    kind: 'reported',
    refundId: id,
    status: refundStatus.parse(status),
    currency: amount.currency,
    amount: hundredths(amount.value),
  };
}

const refundStatus = z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']) satisfies z.ZodType<
  Extract<RefundReport, { kind: 'reported' }>['status']
>;
const paidPayment = z.object({
  status: z.literal('paid'),
  amount: wireAmount,
  _links: z.object({ chargebacks: z.unknown().optional() }),
});
