import { type Kysely, sql } from 'kysely';

/** The group role of every process that serves people; what it may do is granted table by table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'touchline_app') then
        begin
          create role touchline_app nologin;
        exception when duplicate_object or unique_violation then null; -- another database of the same server was first
        end;
      end if;
    end $$`.execute(db);
  await sql`grant usage on schema public to touchline_app`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % refused', tg_table_name, lower(tg_op) using errcode = 'restrict_violation';
    end $$`.execute(db);
}
