import type { Transaction } from '@touchline/core/payments';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** Returns whether the request of a withdrawal ended a bonus: the event that ended it follows the request's. */
export async function hasEndedBonus(db: Db, { id, walletId }: Pick<Transaction, 'id' | 'walletId'>): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_events requested
    join ledger_events ended on ended.wallet_id = requested.wallet_id and ended.version = requested.version + 1
    where requested.wallet_id = ${walletId} and requested.key = ${`withdrawal:${id}:requested`}
      and ended.type = 'BonusForfeited' and ended.payload ->> 'reason' = 'withdrawal'`.execute(db);
  return rows.length > 0;
}
