import { type Kysely, sql } from 'kysely';

/** A role changes only in a transaction that also writes it into the audit log, and every api hears of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function require_recorded_role() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from audit_log where subject = 'user:' || new.id and action = 'role-changed'
          and after = to_jsonb(new.role) and at >= transaction_timestamp())
      then
        raise exception 'the role of user % changed without a record in the audit log', new.id;
      end if;
      perform pg_notify('touchline_rights', '');
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger recorded_role after update of role on users deferrable initially deferred
    for each row when (old.role is distinct from new.role) execute function require_recorded_role()`.execute(db);
}
