import { type Instant, instant } from '@touchline/core/instant';
import type { ProviderAccount } from '@touchline/core/payments';
import { z } from 'zod';
import { hundredths, read, readSince, wireAmount } from './mollie-wire.ts';

export type MollieAccountOptions = {
  /** Such as https://api.mollie.com. */
  readonly url: string;
  /** An access token with `balances.read` and `settlements.read`; API keys are refused. */
  readonly accessToken: string;
  readonly isTest: boolean;
};

/** A settlement may be older than the transfer that pays it out. */
const settlementDelayMs = 31 * 24 * 3_600_000;

/**
 * Returns the balances with their movements, and the settlements, since a moment. Mollie's own client has no balances.
 * @see https://docs.mollie.com/reference/list-balance-transactions
 */
export async function readAccount(options: MollieAccountOptions, since: Instant): Promise<ProviderAccount> {
  const balances: ProviderAccount['balances'][number][] = [];
  // Settlements first: what is paid out between the requests is a movement of today.
  const listed = pagesOf(options, '/v2/settlements', 'settlements');
  const settlements = await readSince(listed, 'settlements', wireSettlement, since - settlementDelayMs);
  for await (const balance of pagesOf(options, '/v2/balances', 'balances')) {
    balances.push(await readBalance(options, read(wireBalance, balance).id, since));
  }
  return {
    balances,
    settlements: settlements.map(({ id, reference, status, amount, createdAt }) => ({
      ...{ id, status, currency: amount.currency, amount: signedHundredths(amount.value) },
      reference: reference ?? '',
      createdAt: instant(Date.parse(createdAt)),
    })),
  };
}

/** Reads a balance and its movements again if something moved in between. */
async function readBalance(options: MollieAccountOptions, id: string, since: Instant) {
  for (let attempt = 0; ; attempt += 1) {
    const before = await get(options, `/v2/balances/${id}`, wireBalance);
    const list = pagesOf(options, `/v2/balances/${id}/transactions`, 'balance_transactions');
    const movements = await readSince(list, 'balance_transactions', wireMovement, since);
    const after = await get(options, `/v2/balances/${id}`, wireBalance);
    const amount = amountOf(after);
    if (amountOf(before) !== amount && attempt < 3) continue;
    return {
      id,
      currency: after.currency,
      amount,
      movements: movements.map(({ id: movementId, type, initialAmount, resultAmount, createdAt, context }) => ({
        id: movementId,
        type,
        initial: signedHundredths(initialAmount.value),
        result: signedHundredths(resultAmount.value),
        createdAt: instant(Date.parse(createdAt)),
        paymentId: named(context, 'paymentId'),
        settlementId: named(context, 'settlementId'),
      })),
    };
  }
}

const amountOf = ({ availableAmount, pendingAmount }: z.infer<typeof wireBalance>): number =>
  signedHundredths(availableAmount.value) + signedHundredths(pendingAmount.value);

const signedHundredths = (value: string): number =>
  value.startsWith('-') ? -hundredths(value.slice(1)) : hundredths(value);

/** The context has its ids in a member that is named after the movement's type, such as `payment`; before 2024 it had them itself. */
function named(context: z.infer<typeof wireMovement>['context'], name: string): string | null {
  for (const member of [context, ...Object.values(context ?? {})]) {
    const id: unknown = typeof member === 'object' && member !== null ? Reflect.get(member, name) : undefined;
    if (typeof id === 'string') return id;
  }
  return null;
}

const wireBalance = z.object({
  id: z.string(),
  currency: z.string(),
  availableAmount: wireAmount,
  pendingAmount: wireAmount,
});
const wireMovement = z.object({
  id: z.string(),
  type: z.string(),
  initialAmount: wireAmount,
  resultAmount: wireAmount,
  createdAt: z.string(),
  context: z.record(z.string(), z.unknown()).nullish(),
});
const wireSettlement = z.object({
  id: z.string(),
  reference: z.string().nullish(),
  status: z.string(),
  amount: wireAmount,
  createdAt: z.string(),
});

/** All items of a list, newest first, page by page. */
async function* pagesOf(options: MollieAccountOptions, path: string, name: string): AsyncGenerator<unknown> {
  const page = z.object({
    _embedded: z.record(z.string(), z.array(z.unknown())),
    _links: z.object({ next: z.object({ href: z.string() }).nullish() }),
  });
  let next: string | undefined = `${path}?limit=250`;
  while (next !== undefined) {
    const { _embedded: lists, _links: links }: z.infer<typeof page> = await get(options, next, page);
    yield* lists[name] ?? [];
    const link: URL | undefined = links.next ? new URL(links.next.href) : undefined;
    next = link && `${link.pathname}${link.search}`;
  }
}

/** The token goes to the configured address only, whatever a link names. */
async function get<Shape extends z.ZodType>(
  { url, accessToken, isTest }: MollieAccountOptions,
  path: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const address = new URL(path, url);
  // Settlements exist in live mode only.
  if (isTest && path.startsWith('/v2/balances')) address.searchParams.set('testmode', 'true');
  const answer = await fetch(address, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) {
    const error = new Error(`Mollie answered ${answer.status} for ${address.pathname}`);
    throw Object.assign(error, { statusCode: answer.status });
  }
  return read(shape, await answer.json());
}
