import { type Kysely, sql } from 'kysely';

/** Admins may sign a player out everywhere; the session says that it was not its owner who did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions drop constraint sessions_ended_why_check, add constraint sessions_ended_why_check check (ended_why in
      ('logged-out', 'ended-by-user', 'ended-by-operator', 'password-changed', 'password-reset', 'token-reused'))`.execute(
    db,
  );
}
