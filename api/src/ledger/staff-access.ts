import type { WalletId } from '@touchline/core/ids';
import type { Db } from '@touchline/store/connect';
import { type Access, recordAccess } from '@touchline/store/ledger';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../http/guards.ts';

/** Records in the access log that staff read players' data. Call it before answering. Bettors read their own unrecorded. */
export async function recordStaffAccess(
  db: Db,
  request: FastifyRequest,
  action: Access['action'],
  ...walletIds: readonly (WalletId | null)[]
): Promise<void> {
  const { userId, role } = sessionOf(request);
  if (role === 'bettor' || walletIds.length === 0) return;
  const access = { userId, role, action, request: `${request.method} ${request.url}` };
  await recordAccess(db, ...walletIds.map((walletId) => ({ ...access, walletId })));
}
