import { type Kysely, sql } from 'kysely';

/** A session may end because its account is logged in on too many devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions drop constraint sessions_ended_why_check, add constraint sessions_ended_why_check check (ended_why in
      ('logged-out', 'ended-by-user', 'ended-by-operator', 'password-changed', 'password-reset', 'token-reused', 'replaced'))`.execute(
    db,
  );
}
