import type { SessionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { removeAllPasskeys } from '../accounts/passkeys.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { forgetFingerprints } from './carry-restrictions.ts';
import { forgetSignals } from './person-signals.ts';

type Erased = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly name: string;
};

/** No message can be delivered to this domain (RFC 2606). */
export const erasedEmail = (userId: UserId): string => `erased-${userId}@erased.invalid`;
export const erasedName = 'Closed account';

/**
 * Erases a person from every table: rows that only concern them are deleted, rows that must stay (bets, money, audit log) keep the
 * id and lose the text. Bank details stay sealed until `destroyIdentities`. Returns the sessions that ended.
 */
export async function erasePerson(trx: Trx, person: Erased): Promise<readonly SessionId[]> {
  const { id, walletId, email, name } = person;
  // First, because a login by passkey holds the passkey while it opens its session.
  await removeAllPasskeys(trx, id);
  const sessions = await sql<{ id: SessionId }>`delete from sessions where user_id = ${id} returning id`.execute(trx);
  await forgetSignals(trx, id);
  await sql`delete from recovery_codes where user_id = ${id}`.execute(trx);
  await sql`delete from email_tokens where user_id = ${id}`.execute(trx);
  await sql`delete from saved_filters where user_id = ${id}`.execute(trx);
  await sql`delete from shared_bets where user_id = ${id}`.execute(trx);
  await sql`delete from notifications where wallet_id = ${walletId}`.execute(trx);
  await sql`delete from notification_settings where wallet_id = ${walletId}`.execute(trx);
  await sql`
    delete from withdrawal_links
    where transaction_id in (select id from transactions where wallet_id = ${walletId})`.execute(trx);
  await sql`delete from support_messages where user_id = ${id} or lower(email) = ${email}`.execute(trx);
  await sql`
    delete from letters where job ->> 'userId' = ${id}
      or job ->> 'transactionId' in (select t.id::text from transactions t where t.wallet_id = ${walletId})
      or (job ->> 'exclusionId')::bigint in (select e.id from operator_exclusions e where e.wallet_id = ${walletId})`.execute(
    trx,
  );
  await sql`
    update transactions set reason = case when reason is null then null else '[erased]' end, checkout_url = null,
      metadata = metadata - 'payoutTo', payout_mask = case when payout_mask is null then null else '••••' end
    where wallet_id = ${walletId}`.execute(trx);
  await sql`select erase_from_logs(${id}, ${walletId}, ${email}, ${name})`.execute(trx);
  await sql`
    update users set email = ${erasedEmail(id)}, name = ${erasedName}, password_hash = ${noPassword},
      favourites = '{}', totp_sealed = null, totp_since = null, totp_pending = null, totp_pending_session = null
    where id = ${id}`.execute(trx);
  return sessions.rows.map((session) => session.id);
}

/** An argon2id hash that no password has: salt and digest are zeros. */
const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Destroys the sealed identity of closed accounts, and their bank details, once the law no longer requires them. At most `most`
 * accounts; returns how many.
 */
export const destroyIdentities = (db: Db, now: Instant, most: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ wallet_id: WalletId }>`
      update closed_accounts set identity_sealed = null, erased_at = ${timestamp(now)}
      where user_id = any(array(
        select user_id from closed_accounts where erased_at is null and keep_until <= ${timestamp(now)}
        order by keep_until limit ${most} for update skip locked))
      returning wallet_id`.execute(trx);
    const wallets = rows.map((row) => row.wallet_id);
    await sql`
      update transactions set payout_sealed = null, payout_mask = null, payout_fingerprint = null
      where wallet_id = any(${wallets}::uuid[]) and payout_sealed is not null`.execute(trx);
    // For all closed accounts: exclusions may have ended.
    await forgetSignals(trx);
    await forgetFingerprints(trx, now);
    return wallets.length;
  });
