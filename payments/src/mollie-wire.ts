import { setTimeout as wait } from 'node:timers/promises';
import type { MollieApiError } from '@mollie/api-client';
import { chargeFromText } from '@touchline/core/payments';
import { z } from 'zod';
import { UndocumentedAnswer } from './provider.ts';

export const wireAmount = z.object({ currency: z.string(), value: z.string() });
/** What we gave the payment when we created it. */
export const wireMetadata = z
  .object({
    transactionId: z.uuid().optional().catch(undefined),
    promised: z
      .object({ cents: z.int().min(1), charge: z.int().min(1) })
      .optional()
      .catch(undefined),
  })
  .nullish()
  .catch(null);
export const wireRefund = z.object({
  id: z.string(),
  amount: wireAmount,
  status: z.string(),
  createdAt: z.string(),
  metadata: z.object({ transactionId: z.string(), round: z.number() }).nullish().catch(null),
});
export const wireChargeback = z.object({
  id: z.string(),
  amount: wireAmount,
  createdAt: z.string(),
  reversedAt: z.string().nullish(),
});

/** What one run compares at most; a larger list ends the run, so that none is compared in part. */
const mostListed = 100_000;

/** Reads a list, newest first, back to a moment. `name`: what the items are called in an error. */
export async function readSince<Shape extends z.ZodType<{ readonly createdAt: string }>>(
  items: AsyncIterable<unknown>,
  name: string,
  shape: Shape,
  since: number,
): Promise<z.infer<Shape>[]> {
  const taken: z.infer<Shape>[] = [];
  for await (const item of items) {
    const known = read(shape, item);
    if (Date.parse(known.createdAt) < since) break;
    taken.push(known);
    if (taken.length >= mostListed) throw new RangeError(`the provider lists more than ${mostListed} ${name}`);
  }
  return taken;
}

export async function allOf<Item>(pages: AsyncIterable<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

/** Validates the fields we use, whatever the client's types promise. */
export function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.infer<Shape> {
  const given = shape.safeParse(answer);
  if (given.success) return given.data;
  throw new UndocumentedAnswer(`Mollie's response is not as documented: ${z.prettifyError(given.error)}`);
}

export function hundredths(value: string): number {
  const amount = chargeFromText(value);
  if (amount === undefined) throw new UndocumentedAnswer(`"${value}" is not an amount with two decimals`);
  return amount;
}

/** Other invalid fields are our mistake, such as a webhook URL that is not reachable from outside. */
export const isAboutRequest = (error: unknown): error is MollieApiError =>
  isFromMollie(error) && error.statusCode === 422 && /^(amount|method)/.test(error.field ?? '');

export const statusOf = (error: unknown): number | undefined => (isFromMollie(error) ? error.statusCode : undefined);

/** No other error here has a status. */
const isFromMollie = (error: unknown): error is MollieApiError =>
  error instanceof Error && typeof Reflect.get(error, 'statusCode') === 'number';

/** Refused for good: a retry would not change it. */
export const isRefused = (error: unknown): error is MollieApiError => isFromMollie(error) && error.statusCode === 422;

/** Mollie queues most refunds that the operator's balance does not cover; those that it refuses may succeed later. */
export const isAboutBalance = (error: MollieApiError): boolean => /balance|insufficient/i.test(error.message);

/** Retries on 409: the same request is in progress elsewhere, and its result follows shortly. */
export async function retryConflict<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const pause = retryAfterMs[attempt];
      if (statusOf(error) !== 409 || pause === undefined) throw error;
      await wait(pause);
    }
  }
}

const retryAfterMs = [100, 300, 900, 2_000];
