import type { WalletId } from '@touchline/core/ids';
import type { Db } from '@touchline/store/connect';
import { type Access, recordAccess } from '@touchline/store/ledger';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../http/guards.ts';

/** Records in the access log that staff read a player's data. Call it before answering. Bettors read their own unrecorded. */
export async function recordStaffAccess(
  db: Db,
  request: FastifyRequest,
  action: Access['action'],
  walletId: WalletId | null,
): Promise<void> {
  const { userId, role } = sessionOf(request);
  if (role === 'bettor') return;
  await recordAccess(db, { userId, role, action, walletId, request: `${request.method} ${request.url}` });
}
