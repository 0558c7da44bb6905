import { type Kysely, sql } from 'kysely';

/** A session says when it proved the second factor, and a new authentication app waits beside the one in use until it is confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column second_factor_at timestamptz`.execute(db);
  // A log-in that came after the second factor was switched on had to prove it.
  await sql`
    update sessions s set second_factor_at = s.created_at
    from users u where u.id = s.user_id and u.totp_since <= s.created_at`.execute(db);
  await sql`alter table users add column totp_pending text`.execute(db);
  await sql`
    update users set totp_pending = totp_sealed, totp_sealed = null where totp_since is null and totp_sealed is not null`.execute(
    db,
  );
  await sql`
    alter table users add constraint users_totp_check check ((totp_sealed is null) = (totp_since is null))`.execute(db);
}
