import type { MollieClient } from '@mollie/api-client';
import { type Instant, instant } from '@touchline/core/instant';
import type { ProviderLists } from '@touchline/core/payments';
import { z } from 'zod';
import { hundredths, readSince, wireAmount, wireMetadata } from './mollie-wire.ts';

/** Returns all payments, refunds and chargebacks that were made since a moment. Mollie lists the newest first. */
export async function listSince(mollie: MollieClient, since: Instant): Promise<ProviderLists> {
  const payments = await readSince(mollie.payments.iterate(), 'payments', listedPayment, since);
  const refunds = await readSince(mollie.refunds.iterate(), 'refunds', listedReversal, since);
  const chargebacks = await readSince(mollie.chargebacks.iterate(), 'chargebacks', listedReversal, since);
  return {
    payments: payments.map(({ id, status, amount, createdAt, paidAt, metadata }) => ({
      id,
      status,
      ...moneyOf(amount),
      createdAt: instant(Date.parse(createdAt)),
      paidAt: paidAt ? instant(Date.parse(paidAt)) : null,
      transactionId: metadata?.transactionId ?? null,
      promised: metadata?.promised ?? null,
    })),
    refunds: refunds.filter((refund) => !isReturned(refund)).map(reversalOf),
    chargebacks: chargebacks.filter((chargeback) => !isReturned(chargeback)).map(reversalOf),
    returned: [...refunds, ...chargebacks].filter(isReturned).map(reversalOf),
  };
}

const listedPayment = z.object({
  id: z.string(),
  status: z.string(),
  amount: wireAmount,
  createdAt: z.string(),
  paidAt: z.string().nullish(),
  metadata: wireMetadata,
});
const listedReversal = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: wireAmount,
  status: z.string().nullish(),
  createdAt: z.string(),
  reversedAt: z.string().nullish(),
});

const isReturned = ({ status, reversedAt }: z.infer<typeof listedReversal>): boolean =>
  status === 'failed' || status === 'canceled' || Boolean(reversedAt);
const moneyOf = ({ currency, value }: z.infer<typeof wireAmount>) => ({ currency, amount: hundredths(value) });
const reversalOf = ({ id, paymentId, amount, createdAt }: z.infer<typeof listedReversal>) => ({
  id,
  paymentId,
  ...moneyOf(amount),
  createdAt: instant(Date.parse(createdAt)),
});
