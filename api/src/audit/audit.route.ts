import { auditEndpoints } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { listActions } from '@touchline/store/audit';
import { listAccess } from '@touchline/store/ledger';
import type { Reads } from '@touchline/store/standby-reads';
import { handle, type Route } from '../http/handle.ts';

/** What staff did, and which players' data they read. */
export const auditRoutes = ({ reads }: { readonly reads: Reads }): readonly Route[] => [
  handle(auditEndpoints.actions, async ({ query: { from, to, ...query } }) => {
    const { db } = await reads.server();
    const { actions, next } = await listActions(db, { ...query, from: instantOf(from), to: instantOf(to) });
    return { actions: [...actions], next };
  }),
  handle(auditEndpoints.accessLog, async ({ query: { wallet, ...page } }) => {
    const { db } = await reads.server();
    const { looks, next } = await listAccess(db, { ...page, walletId: wallet });
    return { looks: [...looks], next };
  }),
];

const instantOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : instant(Date.parse(text));
