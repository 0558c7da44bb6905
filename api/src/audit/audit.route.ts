import { auditEndpoints } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { listActions } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { listAccess } from '@touchline/store/ledger';
import type { Reads } from '@touchline/store/standby-reads';
import type { output } from 'zod/v4/core';
import { allPages, handleExport } from '../http/export-list.ts';
import { handle, type Route } from '../http/handle.ts';

const exportedAtOnce = 500;

type Deps = { readonly db: Db; readonly reads: Reads };

/** What staff did, and which players' data they read. */
export function auditRoutes({ db, reads }: Deps): readonly Route[] {
  const readActions = async ({ from, to, ...filter }: ActionsQuery) =>
    listActions((await reads.server()).db, { ...filter, from: instantOf(from), to: instantOf(to) });
  const readAccesses = async ({ wallet, ...page }: AccessQuery) =>
    listAccess((await reads.server()).db, { ...page, walletId: wallet });
  return [
    handle(auditEndpoints.actions, async ({ query }) => {
      const { actions, next } = await readActions(query);
      return { actions: [...actions], next };
    }),
    handle(auditEndpoints.accessLog, async ({ query }) => {
      const { accesses, next } = await readAccesses(query);
      return { looks: [...accesses], next };
    }),
    handleExport(db, auditEndpoints.exportActions, {
      name: 'audit',
      read: ({ query: { format: _, ...filter } }) =>
        allPages(async (before) => {
          const { actions: rows, next } = await readActions({ ...filter, before, limit: exportedAtOnce });
          return { rows, next };
        }),
      columns: {
        id: ({ id }) => id,
        at: ({ at }) => at,
        actor_id: ({ actor }) => actor.userId,
        actor: ({ actor }) => actor.name,
        role: ({ actor }) => actor.role,
        action: ({ action }) => action,
        subject: ({ subject }) => subject,
        reason: ({ reason }) => reason,
        before: ({ before }) => before,
        after: ({ after }) => after,
        request: ({ requestId }) => requestId,
      },
    }),
    handleExport(db, auditEndpoints.exportAccessLog, {
      name: 'access-log',
      read: ({ query: { wallet } }) =>
        allPages(async (before) => {
          const { accesses: rows, next } = await readAccesses({ wallet, before, limit: exportedAtOnce });
          return { rows, next };
        }),
      columns: {
        id: ({ id }) => id,
        at: ({ at }) => at,
        user_id: ({ userId }) => userId,
        user: ({ name }) => name,
        role: ({ role }) => role,
        action: ({ action }) => action,
        wallet_id: ({ walletId }) => walletId,
        request: ({ request }) => request,
      },
    }),
  ];
}

type ActionsQuery = output<typeof auditEndpoints.actions.query>;
type AccessQuery = output<typeof auditEndpoints.accessLog.query>;

const instantOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : instant(Date.parse(text));
