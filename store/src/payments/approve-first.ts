import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { approveFirst, type Transaction } from '@touchline/core/payments';
import { recordAction } from '../audit/index.ts';
import { type Db, timestamp } from '../connect.ts';
import { stateOf } from '../wallet/decide-withdrawal.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';

/**
 * Records the first of two approvals, which moves no money, with its audit record. `undefined` if there is one already or the
 * withdrawal is not pending.
 */
export async function recordFirstApproval(
  db: Db,
  id: TransactionId,
  by: { readonly userId: UserId; readonly walletId: WalletId; readonly at: Instant; readonly requestId: string },
): Promise<Transaction | undefined> {
  return db.transaction().execute(async (trx) => {
    const before = transactionFromRow(await lockRow(trx, id));
    const { userId, at, requestId } = by;
    const approved = approveFirst(before, { userId, isOwner: by.walletId === before.walletId, at });
    if (!approved) return undefined;
    await trx
      .updateTable('transactions')
      .set({
        version: approved.version,
        first_approved_by: userId,
        first_approved_at: timestamp(at),
        updated_at: timestamp(at),
      })
      .where('id', '=', id)
      .execute();
    await recordAction(trx, {
      actor: { userId, role: 'admin' },
      action: 'withdrawal-approved-first',
      subject: `withdrawal:${id}`,
      reason: null,
      before: stateOf(before),
      after: stateOf(approved),
      requestId,
    });
    return approved;
  });
}
