import { type Kysely, sql } from 'kysely';

/**
 * When a role was changed last; null if it never was. What an admin proposed before then no longer counts, even if they have the role
 * again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column role_since timestamptz`.execute(db);
  await sql`
    update users set role_since = changed.at
    from (
      select subject, max(at) as at from audit_log where action = 'role-changed' group by subject
    ) changed
    where changed.subject = 'user:' || users.id`.execute(db);
}
