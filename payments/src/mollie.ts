import { setTimeout as wait } from 'node:timers/promises';
import type { MollieApiError, MollieClient, Payment, Refund } from '@mollie/api-client';
import type { TransactionId } from '@touchline/core/ids';
import { seconds } from '@touchline/core/instant';
import {
  chargeFromText,
  chargeText,
  type ProviderPayment,
  providerStatuses,
  type TakenBack,
} from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import { z } from 'zod';
import { type CreatedPayment, type NewPayment, type PaymentProvider, ProviderDown } from './provider.ts';
import { speakPlainHttp } from './speak-plain-http.ts';

export type MollieOptions = {
  /** Such as https://api.mollie.com; a stand-in on the same machine may be http://. */
  readonly url: string;
  readonly key: string;
  /** How long one call may take; 7 s when not given, so that a browser that waits 10 s hears of it. */
  readonly answerWithinMs?: number;
};

/** Mollie's payments API v2 through its own client, which is loaded with the first payment: it is large, and many copies see none. */
export function createMollie(options: MollieOptions): PaymentProvider {
  let loading: Promise<Mollie> | undefined;
  const loaded = (): Promise<Mollie> => {
    loading ??= load(options);
    return loading;
  };
  const withinMs = options.answerWithinMs ?? seconds(7);
  return {
    name: 'mollie',
    create: async (wanted) => {
      try {
        return ok(createdFrom(await within(withinMs, async () => createOnce(await loaded(), wanted))));
      } catch (error) {
        if (isAboutTheWish(error)) return refused({ code: 'provider-refused', detail: error.message });
        throw new ProviderDown(`Mollie did not make a payment for ${wanted.transactionId}`, error);
      }
    },
    read: async (paymentId) => {
      try {
        return await within(withinMs, async () => readWhole((await loaded()).client, paymentId));
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw new ProviderDown(`Mollie did not tell about ${paymentId}`, error);
      }
    },
  };
}

type Mollie = { readonly client: MollieClient; readonly methods: typeof import('@mollie/api-client').PaymentMethod };

async function load({ url: address, key }: MollieOptions): Promise<Mollie> {
  const { createMollieClient, PaymentMethod } = await import('@mollie/api-client');
  const url = address.replace(/\/+$/, '');
  const client = createMollieClient({ apiKey: key, apiEndpoint: `${url}/v2/` });
  if (url.startsWith('http://')) speakPlainHttp(client);
  return { client, methods: PaymentMethod };
}

/** While the same request is under way elsewhere Mollie says 409; a moment later it answers what that one made. */
const askAgainAfterMs = [100, 300, 900, 2_000];

async function createOnce({ client, methods }: Mollie, wanted: NewPayment): Promise<Payment> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await client.payments.create({
        amount: { currency: wanted.charge.currency, value: chargeText(wanted.charge.amount) },
        description: wanted.description,
        redirectUrl: wanted.redirectUrl,
        webhookUrl: wanted.webhookUrl,
        method: methods[wanted.method],
        metadata: { transactionId: wanted.transactionId },
        idempotencyKey: wanted.transactionId,
      });
    } catch (error) {
      const pause = askAgainAfterMs[attempt];
      if (statusOf(error) !== 409 || pause === undefined) throw error;
      await wait(pause);
    }
  }
}

function createdFrom(payment: Payment): CreatedPayment {
  const checkoutUrl = payment.getCheckoutUrl();
  if (!checkoutUrl) throw new Error(`payment ${payment.id} has no checkout`);
  return { id: payment.id, checkoutUrl };
}

async function readWhole(mollie: MollieClient, paymentId: string): Promise<ProviderPayment> {
  const payment = read(wirePayment, await mollie.payments.get(paymentId));
  const [refunds, chargebacks] = await Promise.all([
    payment._links.refunds ? allOf(mollie.paymentRefunds.iterate({ paymentId })) : [],
    payment._links.chargebacks ? allOf(mollie.paymentChargebacks.iterate({ paymentId })) : [],
  ]);
  const takenBack = [
    ...refunds.flatMap((refund) => refundTaken(refund)),
    ...chargebacks.map((chargeback) => chargebackTaken(read(wireChargeback, chargeback))),
  ];
  return {
    id: payment.id,
    status: payment.status,
    currency: payment.amount.currency,
    amount: hundredths(payment.amount.value),
    failureReason: payment.details?.failureReason ?? null,
    transactionId: (payment.metadata?.transactionId ?? null) as TransactionId | null,
    takenBack: takenBack
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .map(({ at: _, ...taken }) => taken),
  };
}

async function allOf<Item>(pages: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

type DatedTaken = TakenBack & { readonly at: string };

/** One that waits may still be canceled, and is not taken yet. */
function refundTaken(refund: Refund): readonly DatedTaken[] {
  const { id, amount, status, createdAt } = read(wireRefund, refund);
  if (status === 'queued' || status === 'pending') return [];
  const state = status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
  return [{ kind: 'refund', reversalId: id, amount: hundredths(amount.value), state, at: createdAt }];
}

const chargebackTaken = ({ id, amount, createdAt, reversedAt }: z.infer<typeof wireChargeback>): DatedTaken => ({
  kind: 'chargeback',
  reversalId: id,
  amount: hundredths(amount.value),
  state: reversedAt ? 'returned' : 'taken',
  at: createdAt,
});

const wireAmount = z.object({ currency: z.string(), value: z.string() });
const wirePayment = z.object({
  id: z.string(),
  status: z.enum(providerStatuses),
  amount: wireAmount,
  metadata: z
    .object({ transactionId: z.uuid().optional().catch(undefined) })
    .nullish()
    .catch(null),
  details: z
    .object({ failureReason: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
  _links: z.object({ refunds: z.unknown().optional(), chargebacks: z.unknown().optional() }),
});
const wireRefund = z.object({ id: z.string(), amount: wireAmount, status: z.string(), createdAt: z.string() });
const wireChargeback = z.object({
  id: z.string(),
  amount: wireAmount,
  createdAt: z.string(),
  reversedAt: z.string().nullish(),
});

/** What we read of an answer is checked, however well the client's types describe it. */
function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.infer<Shape> {
  const given = shape.safeParse(answer);
  if (given.success) return given.data;
  throw new Error(`an answer of Mollie is not as documented: ${z.prettifyError(given.error)}`);
}

function hundredths(value: string): number {
  const amount = chargeFromText(value);
  if (amount === undefined) throw new Error(`"${value}" is not an amount with two decimals`);
  return amount;
}

/** Everything else that is wrong with a request is our mistake, such as a webhook address that cannot be reached from outside. */
const isAboutTheWish = (error: unknown): error is MollieApiError =>
  isFromMollie(error) && error.statusCode === 422 && /^(amount|method)/.test(error.field ?? '');

const statusOf = (error: unknown): number | undefined => (isFromMollie(error) ? error.statusCode : undefined);

/** Nothing else that fails here has a status. */
const isFromMollie = (error: unknown): error is MollieApiError =>
  error instanceof Error && typeof Reflect.get(error, 'statusCode') === 'number';

async function within<Value>(ms: number, ask: () => Promise<Value>): Promise<Value> {
  const timer = new AbortController();
  const late = wait(ms, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
