import { setTimeout as wait } from 'node:timers/promises';
import type { MollieClient, Payment } from '@mollie/api-client';
import type { TransactionId } from '@touchline/core/ids';
import { instant, minutes, seconds } from '@touchline/core/instant';
import { chargeText, type ProviderPayment, type ProviderReversal, providerStatuses } from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import { z } from 'zod';
import { allowPlainHttp } from './allow-plain-http.ts';
import { readAccount } from './mollie-account.ts';
import { listSince } from './mollie-lists.ts';
import { findRefund, readRefund, requestRefund } from './mollie-refunds.ts';
import {
  allOf,
  hundredths,
  isAboutBalance,
  isAboutRequest,
  isRefused,
  read,
  retryConflict,
  statusOf,
  wireAmount,
  wireChargeback,
  wireMetadata,
  wireRefund,
} from './mollie-wire.ts';
import { type CreatedPayment, type NewPayment, type PaymentProvider, ProviderDown } from './provider.ts';

export type MollieOptions = {
  /** Such as https://api.mollie.com; a sandbox on the same machine may use http://. */
  readonly url: string;
  readonly key: string;
  /** Reads balances and settlements, which an API key may not; without it they are not compared. */
  readonly accessToken?: string | undefined;
  /** The timeout of a call; 7 s by default, below the browser's 10 s. */
  readonly answerWithinMs?: number;
};

/** Hundreds of pages; no request waits for it. */
const listWithinMs = minutes(5);

/** Mollie's payments API v2 through its own client, which is large and loaded with the first payment. */
export function createMollie(options: MollieOptions): PaymentProvider {
  let loading: Promise<Mollie> | undefined;
  const loaded = (): Promise<Mollie> => {
    loading ??= load(options);
    return loading;
  };
  const withinMs = options.answerWithinMs ?? seconds(7);
  return {
    name: 'mollie',
    // Only a stand-in on this machine is reached without TLS.
    isStandIn: options.url.startsWith('http://'),
    create: (wanted) =>
      within(withinMs, async () => createOnce(await loaded(), wanted))
        .then((payment) => ok(createdFrom(payment, options)))
        .catch((error: unknown) => {
          if (isAboutRequest(error)) return refused({ code: 'provider-refused', detail: error.message });
          return down(`Mollie did not create a payment for ${wanted.transactionId}`)(error);
        }),
    read: async (paymentId) => {
      // Other ids are not of payments; to ask for one fails like an outage.
      if (!/^tr_\w+$/.test(paymentId)) return undefined;
      return within(withinMs, async () => readWhole((await loaded()).client, paymentId)).catch(
        downUnlessUnknown(`Mollie did not return payment ${paymentId}`),
      );
    },
    refund: (wanted) =>
      within(withinMs, async () => ok(await requestRefund((await loaded()).client, wanted))).catch((error: unknown) => {
        // The payment is ours and the amount is at most what is left, so only the refund itself can be refused.
        if (isRefused(error)) {
          return refused({ code: 'provider-refused', detail: error.message, isTransient: isAboutBalance(error) });
        }
        return down(`Mollie did not confirm the refund of ${wanted.paymentId}`)(error);
      }),
    readRefund: (paymentId, refundId) =>
      within(withinMs, async () => readRefund((await loaded()).client, paymentId, refundId)).catch(
        downUnlessUnknown(`Mollie did not return refund ${refundId}`),
      ),
    findRefund: (wanted) =>
      within(withinMs, async () => findRefund((await loaded()).client, wanted)).catch(
        downUnlessUnknown(`Mollie did not list the refunds of ${wanted.paymentId}`),
      ),
    list: (since) =>
      within(listWithinMs, async () => listSince((await loaded()).client, since)).catch(
        down('Mollie did not list its payments'),
      ),
    readAccount: async (since) => {
      const { url, key, accessToken } = options;
      if (accessToken === undefined) return undefined;
      const isTest = key.startsWith('test_');
      return within(listWithinMs, () => readAccount({ url, accessToken, isTest }, since)).catch(
        down('Mollie did not list our balances and settlements'),
      );
    },
  };
}

const down =
  (what: string) =>
  (error: unknown): never => {
    throw new ProviderDown(what, error);
  };
const downUnlessUnknown =
  (what: string) =>
  (error: unknown): undefined =>
    statusOf(error) === 404 ? undefined : down(what)(error);

type Mollie = { readonly client: MollieClient; readonly methods: typeof import('@mollie/api-client').PaymentMethod };

async function load({ url: address, key }: MollieOptions): Promise<Mollie> {
  const { createMollieClient, PaymentMethod } = await import('@mollie/api-client');
  const url = address.replace(/\/+$/, '');
  const client = createMollieClient({ apiKey: key, apiEndpoint: `${url}/v2/` });
  if (url.startsWith('http://')) allowPlainHttp(client);
  return { client, methods: PaymentMethod };
}

const createOnce = ({ client, methods }: Mollie, wanted: NewPayment): Promise<Payment> =>
  retryConflict(() =>
    client.payments.create({
      amount: { currency: wanted.charge.currency, value: chargeText(wanted.charge.amount) },
      description: wanted.description,
      redirectUrl: wanted.redirectUrl,
      webhookUrl: wanted.webhookUrl,
      method: methods[wanted.method],
      // Read by the reconciliation: what the database says of it later may be forged.
      metadata: {
        transactionId: wanted.transactionId,
        promised: { cents: wanted.credit, charge: wanted.charge.amount },
      },
      idempotencyKey: wanted.transactionId,
    }),
  );

/**
 * Accepts any host, as a chosen method may lead straight to the bank or to PayPal, but only https, unless the provider itself is a
 * sandbox on http.
 */
function createdFrom(payment: Payment, { url: provider }: MollieOptions): CreatedPayment {
  const url = payment.getCheckoutUrl();
  if (!url) throw new Error(`payment ${payment.id} has no checkout`);
  const { protocol } = new URL(url);
  const isPage = protocol === 'https:' || (protocol === 'http:' && provider.startsWith('http://'));
  if (!isPage) throw new Error(`payment ${payment.id} has a checkout link that is not a web page: ${protocol}`);
  const expiresAt = Date.parse(payment.expiresAt ?? '');
  return { id: payment.id, checkout: { url, expiresAt: Number.isNaN(expiresAt) ? null : instant(expiresAt) } };
}

async function readWhole(mollie: MollieClient, paymentId: string): Promise<ProviderPayment> {
  const payment = read(wirePayment, await mollie.payments.get(paymentId));
  const [refunds, chargebacks] = await Promise.all([
    payment._links.refunds ? allOf(mollie.paymentRefunds.iterate({ paymentId })) : [],
    payment._links.chargebacks ? allOf(mollie.paymentChargebacks.iterate({ paymentId })) : [],
  ]);
  const asked = refunds.map((refund) => read(wireRefund, refund));
  const reversals = [
    ...asked.filter((refund) => !isCancelable(refund)).map(refundReversal),
    ...chargebacks.map((chargeback) => chargebackReversal(read(wireChargeback, chargeback))),
  ];
  return {
    id: payment.id,
    status: payment.status,
    currency: payment.amount.currency,
    amount: hundredths(payment.amount.value),
    failureReason: payment.details?.failureReason ?? null,
    transactionId: (payment.metadata?.transactionId ?? null) as TransactionId | null,
    promised: payment.metadata?.promised,
    paidAt: payment.paidAt ? instant(Date.parse(payment.paidAt)) : null,
    payer: payerOf(payment),
    refunding: asked.filter(isCancelable).reduce((sum, { amount }) => sum + hundredths(amount.value), 0),
    reversals: reversals
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .map(({ at: _, ...reversal }) => reversal),
  };
}

/** Mollie identifies cards by a fingerprint, PayPal accounts by an id and bank accounts by their number. */
function payerOf({ method, details }: z.infer<typeof wirePayment>): string | null {
  if (details?.cardFingerprint) return `card:${details.cardFingerprint}`;
  if (details?.paypalPayerId) return `paypal:${details.paypalPayerId}`;
  return details?.consumerAccount && method !== 'paypal' ? `account:${details.consumerAccount}` : null;
}

type DatedReversal = ProviderReversal & { readonly at: string };

type WireRefund = z.infer<typeof wireRefund>;

/** Whether a refund may still be canceled and does not count yet. */
const isCancelable = ({ status }: WireRefund): boolean => status === 'queued' || status === 'pending';

function refundReversal({ id, amount, status, createdAt, metadata }: WireRefund): DatedReversal {
  const state = status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
  const madeFor = metadata?.transactionId;
  const taken = { kind: 'refund', reversalId: id, amount: hundredths(amount.value), state, at: createdAt } as const;
  return { ...taken, ...(madeFor !== undefined && { madeFor }) };
}

const chargebackReversal = ({ id, amount, createdAt, reversedAt }: z.infer<typeof wireChargeback>): DatedReversal => ({
  kind: 'chargeback',
  reversalId: id,
  amount: hundredths(amount.value),
  state: reversedAt ? 'returned' : 'taken',
  at: createdAt,
});

const wirePayment = z.object({
  id: z.string(),
  status: z.enum(providerStatuses),
  method: z.string().nullish(),
  amount: wireAmount,
  paidAt: z.iso.datetime({ offset: true }).nullish(),
  metadata: wireMetadata,
  details: z
    .object({
      failureReason: z.string().optional().catch(undefined),
      cardFingerprint: z.string().nullish().catch(null),
      paypalPayerId: z.string().nullish().catch(null),
      consumerAccount: z.string().nullish().catch(null),
    })
    .nullish()
    .catch(null),
  _links: z.object({ refunds: z.unknown().optional(), chargebacks: z.unknown().optional() }),
});

async function within<Value>(ms: number, ask: () => Promise<Value>): Promise<Value> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`no response within ${ms} ms`);
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
