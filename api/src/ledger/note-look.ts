import type { WalletId } from '@touchline/core/ids';
import type { Db } from '@touchline/store/connect';
import { type Access, recordAccess } from '@touchline/store/ledger';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../http/guards.ts';

/** Writes down that somebody of the house looks at a player; call it before the answer goes out. Players may look at their own unseen. */
export async function noteLook(
  db: Db,
  request: FastifyRequest,
  action: Access['action'],
  walletId: WalletId | null,
): Promise<void> {
  const { userId, role } = sessionOf(request);
  if (role === 'bettor') return;
  await recordAccess(db, { userId, role, action, walletId, request: `${request.method} ${request.url}` });
}

/** Whether who asks may see this wallet: auditors see every one, bettors their own. */
export function mayRead(request: FastifyRequest, walletId: WalletId): boolean {
  const session = sessionOf(request);
  return session.role === 'auditor' || session.walletId === walletId;
}
