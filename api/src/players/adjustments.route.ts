import { randomUUID } from 'node:crypto';
import { adjustmentEndpoints, adjustmentRefusalView, viewAdjustment } from '@touchline/core/contract';
import { centsFromDollars } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import { readUser } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { keyedId } from '@touchline/store/keyed-id';
import { decideAdjustment, listAdjustments, requestAdjustment } from '@touchline/store/payments';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { recordStaffAccess } from '../ledger/staff-access.ts';

const mostListed = 200;

/** Adjustments of balances: one admin requests them, another one decides. The operator posts what is approved. */
export const adjustmentRoutes = ({ db }: { readonly db: Db }): readonly Route[] => [
  handle(adjustmentEndpoints.list, async ({ query, session, request }) => {
    const player = query.user && (await readUser(db, query.user));
    if (query.user && !player) return [];
    // As with transactions, what admins work through is not recorded.
    if (session.role === 'auditor') await recordStaffAccess(db, request, 'players', player?.walletId ?? null);
    const listed = await listAdjustments(db, { ...(player && { walletId: player.walletId }), limit: mostListed });
    return listed.map(viewAdjustment);
  }),
  handleRefusing(
    adjustmentEndpoints.request,
    adjustmentRefusalView,
    async ({ params, body, key, session, request }) => {
      const player = await readUser(db, params.id);
      if (!player) return refused({ code: 'player-unknown' } as const);
      const amount = centsFromDollars(body.amount);
      if (amount === undefined) throw new RangeError(`${body.amount} dollars are no whole cents`);
      const id = key === undefined ? randomUUID() : keyedId(`${session.userId}:adjustment:${key}`);
      const { id: userId, walletId } = player;
      const { cause, reason } = body;
      const by = { admin: session.userId, requestId: request.id };
      const requested = await requestAdjustment(db, { id, userId, walletId, amount, cause, reason }, by);
      return requested.ok ? ok(viewAdjustment(requested.value)) : requested;
    },
  ),
  handleRefusing(adjustmentEndpoints.decide, adjustmentRefusalView, async ({ params, body, session, request }) => {
    const by = { admin: session.userId, requestId: request.id };
    const decided = await decideAdjustment(db, params.id.toLowerCase(), body.how, by);
    return decided.ok ? ok(viewAdjustment(decided.value)) : decided;
  }),
];
