import type { UsedOf } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import { depositMethods } from '@touchline/core/payments';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { hoursOf } from './restriction-rows.ts';

/**
 * What counts towards the deposit limit: open deposits, however old, and credited ones from the time of crediting. Money that the
 * provider returned after a reversal is no new deposit, and neither is unrequested money.
 */
const counted = (walletId: WalletId): RawBuilder<unknown> => sql`
  from transactions t
  where t.wallet_id = ${walletId} and t.type = 'deposit' and t.status in ('initiated', 'pending', 'completed')
    and t.method = any(${[...depositMethods]}::text[]) and not t.metadata ? 'returned'`;
const isOpen = sql`t.status <> 'completed'`;

export async function readDepositedOf(db: Db, walletId: WalletId): Promise<UsedOf> {
  const within = (period: string) =>
    sql`coalesce(sum(amount) filter (where ${isOpen} or t.updated_at > clock_timestamp() - ${period}::interval), 0)::bigint`;
  const { rows } = await sql<UsedOf>`
    select ${within(hoursOf.day)} as day, ${within(hoursOf.week)} as week, ${within(hoursOf.month)} as month
    ${counted(walletId)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no sums');
  return row;
}

/** Returns deposits credited since a moment, oldest first, and open ones, which do not expire. */
export async function listDeposits(db: Db, walletId: WalletId, since: Instant) {
  const { rows } = await sql<{ at: Instant; amount: Cents; open: boolean }>`
    select t.updated_at as at, t.amount, ${isOpen} as open ${counted(walletId)}
      and (${isOpen} or t.updated_at > ${new Date(since)}::timestamptz)
    order by t.updated_at`.execute(db);
  return rows;
}
