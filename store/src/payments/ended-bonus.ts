import type { TransactionId } from '@touchline/core/ids';
import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

type Requested = Pick<Transaction, 'id' | 'walletId'>;

/** Returns whether the request of a withdrawal ended a bonus. */
export const hasEndedBonus = async (db: Db, withdrawal: Requested): Promise<boolean> =>
  (await endedBonuses(db, [withdrawal])).has(withdrawal.id);

/** Returns those of these withdrawals whose request ended a bonus: the event that ended it follows the request's. */
export async function endedBonuses(db: Db, withdrawals: readonly Requested[]): Promise<ReadonlySet<TransactionId>> {
  if (withdrawals.length === 0) return new Set();
  const { rows } = await sql<{ id: TransactionId }>`
    select asked.id
    from unnest(${withdrawals.map(({ id }) => id)}::uuid[], ${withdrawals.map(({ walletId }) => walletId)}::uuid[])
      asked (id, wallet_id)
    join ledger_events requested
      on requested.wallet_id = asked.wallet_id and requested.key = 'withdrawal:' || asked.id || ':requested'
    join ledger_events ended on ended.wallet_id = requested.wallet_id and ended.version = requested.version + 1
    where ended.type = 'BonusForfeited' and ended.payload ->> 'reason' = 'withdrawal'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
