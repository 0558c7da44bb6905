import type { Bonus } from '@touchline/core/bonus';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { bonusFromRow } from './bonus-rows.ts';

/** Returns the bonus of a wallet, in whatever status. */
export async function readBonus(db: Db, walletId: WalletId): Promise<Bonus | undefined> {
  const row = await db
    .selectFrom('bonuses')
    .innerJoin('transactions', 'transactions.id', 'bonuses.id')
    .selectAll('bonuses')
    .select('transactions.amount as deposit')
    .where('bonuses.wallet_id', '=', walletId)
    .executeTakeFirst();
  return row && bonusFromRow(row);
}

export type DueBonus = { readonly bonusId: TransactionId; readonly walletId: WalletId; readonly userId: UserId };

/** Returns active bonuses that have expired, the longest expired first. */
export const listDueBonuses = (db: Db, now: Instant, limit: number): Promise<readonly DueBonus[]> =>
  db
    .selectFrom('bonuses')
    .innerJoin('users', 'users.wallet_id', 'bonuses.wallet_id')
    .select(['bonuses.id as bonusId', 'bonuses.wallet_id as walletId', 'users.id as userId'])
    .where('bonuses.status', '=', 'active')
    .where('bonuses.expires_at', '<=', sql<Instant>`${new Date(now)}::timestamptz`)
    .orderBy('bonuses.expires_at')
    .limit(limit)
    .execute();
