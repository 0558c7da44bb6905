import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** A bettor's state when a withdrawal is requested. */
export type BettorBefore = {
  readonly name: string;
  readonly email: string;
  readonly emailVerifiedAt: Instant | null;
  readonly hasSecondFactor: boolean;
  readonly accountSince: Instant;
  /** Of the last paid withdrawal; `null` if there is none, or it named no destination. */
  readonly lastPaidAt: Instant | null;
  readonly lastFingerprint: string | null;
  readonly lastBonusAt: Instant | null;
};

/** Throws if the account does not exist. Bonus grants are ledger entries, so no other table is read. */
export async function readBeforeWithdrawal(
  db: Db,
  { userId, walletId }: { readonly userId: UserId; readonly walletId: WalletId },
): Promise<BettorBefore> {
  const { rows } = await sql<BettorBefore>`
    select u.name, u.email, u.email_verified_at as "emailVerifiedAt", u.totp_since is not null as "hasSecondFactor",
      u.created_at as "accountSince", paid.created_at as "lastPaidAt",
      paid.payout_fingerprint as "lastFingerprint", bonus.recorded_at as "lastBonusAt"
    from users u
    left join lateral (
      select created_at, payout_fingerprint from transactions
      where wallet_id = ${walletId} and type = 'withdrawal' and status = 'completed'
      order by created_at desc, id desc limit 1
    ) paid on true
    left join lateral (
      select e.recorded_at from ledger_entries l join ledger_events e on e.seq = l.seq
      where l.wallet_id = ${walletId} and l.account = 'player:bonus' and l.amount > 0
      order by l.seq desc limit 1
    ) bonus on true
    where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no account ${userId}`);
  return row;
}
