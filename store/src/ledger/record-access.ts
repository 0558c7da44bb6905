import type { Role } from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { utcText } from './view-event.ts';

/** A staff member's access to players' data. `walletId`: the player, if it is one; `request`: the request as it was sent. */
export type Access = {
  readonly userId: UserId;
  readonly role: Role;
  readonly action: 'events' | 'export' | 'name' | 'player' | 'players' | 'proof' | 'wallet';
  readonly walletId: WalletId | null;
  readonly request: string;
};
export type RecordedAccess = Access & {
  readonly id: number;
  /** UTC with six decimals. */
  readonly at: string;
  /** Empty if the account no longer exists. */
  readonly name: string;
  readonly email: string;
};

/** Records accesses, before the answer is sent. Append-only. */
export async function recordAccess(db: Db, ...accesses: readonly Access[]): Promise<void> {
  const rows = accesses.map(
    ({ userId, role, action, walletId, request }) => sql`(${userId}, ${role}, ${action}, ${walletId}, ${request})`,
  );
  await sql`insert into access_log (user_id, role, action, wallet_id, request) values ${sql.join(rows)}`.execute(db);
}

export type AccessPlace = {
  /** Exclusive. */
  readonly before?: number | undefined;
  /** Only accesses to this player. */
  readonly walletId?: WalletId | undefined;
  readonly limit: number;
};

/** Returns a page of accesses, newest first. */
export async function listAccess(
  db: Db,
  { before, walletId, limit }: AccessPlace,
): Promise<{ readonly looks: readonly RecordedAccess[]; readonly next: number | null }> {
  const { rows } = await sql<RecordedAccess>`
    select a.id, ${utcText('a.at')} as at, a.user_id as "userId", coalesce(u.name, '') as name,
      coalesce(u.email, '') as email, a.role, a.action, a.wallet_id as "walletId", a.request
    from access_log a left join users u on u.id = a.user_id
    where ${before === undefined ? sql`true` : sql`a.id < ${before}`}
      and ${walletId === undefined ? sql`true` : sql`a.wallet_id = ${walletId}`}
    order by a.id desc limit ${limit + 1}`.execute(db);
  const looks = rows.slice(0, limit);
  return { looks, next: rows.length > limit ? (looks.at(-1)?.id ?? null) : null };
}
