import type { Instant } from '@touchline/core/instant';

type Reply = { readonly header: (name: 'retry-after', seconds: string) => unknown };

/** Says in how many seconds another try is worth it. */
export function retryAfter(reply: Reply, retryAt: Instant, now: Instant): void {
  reply.header('retry-after', String(Math.max(1, Math.ceil((retryAt - now) / 1_000))));
}
