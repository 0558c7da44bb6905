import type { RecordedAccess } from '@touchline/core/contract';
import type { UserId, WalletId } from '@touchline/core/ids';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { utcText } from './view-event.ts';

/** A staff member's access to players' data. */
export type Access = Readonly<Pick<RecordedAccess, 'role' | 'action' | 'request'>> & {
  readonly userId: UserId;
  readonly walletId: WalletId | null;
};

/** Records accesses, before the answer is sent. Append-only. */
export async function recordAccess(db: Db, ...accesses: readonly Access[]): Promise<void> {
  const rows = accesses.map(
    ({ userId, role, action, walletId, request }) => sql`(${userId}, ${role}, ${action}, ${walletId}, ${request})`,
  );
  await sql`insert into access_log (user_id, role, action, wallet_id, request) values ${sql.join(rows)}`.execute(db);
}

type PageQuery = {
  /** Exclusive. */
  readonly before?: number | undefined;
  /** Only accesses to this player. */
  readonly walletId?: WalletId | undefined;
  readonly limit: number;
};

/** Returns a page of accesses, newest first. */
export async function listAccess(
  db: Db,
  { before, walletId, limit }: PageQuery,
): Promise<{ readonly accesses: readonly RecordedAccess[]; readonly next: number | null }> {
  const { rows } = await sql<RecordedAccess>`
    select a.id, ${utcText('a.at')} as at, a.user_id as "userId", coalesce(u.name, '') as name,
      coalesce(u.email, '') as email, a.role, a.action, a.wallet_id as "walletId", a.request
    from access_log a left join users u on u.id = a.user_id
    where ${before === undefined ? sql`true` : sql`a.id < ${before}`}
      and ${walletId === undefined ? sql`true` : sql`a.wallet_id = ${walletId}`}
    order by a.id desc limit ${limit + 1}`.execute(db);
  const accesses = rows.slice(0, limit);
  return { accesses, next: rows.length > limit ? (accesses.at(-1)?.id ?? null) : null };
}
