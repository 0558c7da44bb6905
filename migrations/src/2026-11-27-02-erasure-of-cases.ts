import { type Kysely, sql } from 'kysely';

/** Erases a person from the cases that are about them: what staff wrote, and the name by which a bank paid them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger append_only on case_entries`.execute(db);
  await sql`
    create trigger append_only before update on case_entries
    for each row execute function refuse_all_but_erasure('text')`.execute(db);
  await sql`
    create trigger append_only_rows before delete or truncate on case_entries
    for each statement execute function refuse_change()`.execute(db);
  // Of a debit that is a withdrawal, the name is the player's.
  await sql`
    update cases set facts = facts - 'name'
    where kind = 'reconciliation' and facts ? 'name' and (key like 'bank:paid-twice:%' or key like 'bank:amount-differs:%')`.execute(
    db,
  );
  await sql`
    create function erase_from_cases(person uuid, wallet uuid, email text, name text) returns integer
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    declare
      mark constant text := '[erased]';
      by_email constant text := email_pattern(email);
      by_name constant text := name_pattern(name);
      opened timestamptz := (select created_at from users where id = person);
      about bigint[] := array(select c.id from cases c where wallet in (select wallets_of_case(c.id)));
      alone bigint[] := array(
        select id from unnest(about) as id
        where not exists (select from wallets_of_case(id) as linked where linked is distinct from wallet));
      changed integer;
      erased integer := 0;
    begin
      update cases set title = case kind when 'investigation' then mark else title end,
        facts = erased_members(facts, '{name}')
      where id = any(alone);
      get diagnostics changed = row_count;
      erased := erased + changed;
      update case_entries set text = mark where case_id = any(alone) and actor is not null and text <> '';
      get diagnostics changed = row_count;
      erased := erased + changed;
      update audit_log set reason = case when reason is null then null else mark end,
        after = erased_members(after, '{title}')
      where subject in (select 'case:' || id from unnest(alone) as id);
      get diagnostics changed = row_count;
      erased := erased + changed;
      -- In other cases, as in the audit log about them.
      update cases c set title = erased_text(title, by_email) where kind = 'investigation' and title ~* by_email;
      get diagnostics changed = row_count;
      erased := erased + changed;
      update case_entries set text = erased_text(text, by_email) where actor is not null and text ~* by_email;
      get diagnostics changed = row_count;
      erased := erased + changed;
      update cases c set title = erased_text(title, by_name)
      where kind = 'investigation' and opened_at >= opened and title ~* by_name and not is_case_of_others(c.id, wallet);
      get diagnostics changed = row_count;
      erased := erased + changed;
      update case_entries e set text = erased_text(text, by_name)
      where actor is not null and at >= opened and text ~* by_name and not is_case_of_others(e.case_id, wallet);
      get diagnostics changed = row_count;
      erased := erased + changed;
      update cases set facts = jsonb_set(facts, '{name}', erased_values(facts -> 'name', by_name))
      where id = any(about) and facts ->> 'name' ~* by_name;
      get diagnostics changed = row_count;
      return erased + changed;
    end $$`.execute(db);
  await sql`
    create or replace function erase_from_logs(person uuid, wallet uuid, email text, name text) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      erased integer;
    begin
      update operator_exclusions set reason = '[erased]' where wallet_id = wallet and reason <> '[erased]';
      get diagnostics erased = row_count;
      return erased + erase_from_audit_log(person, wallet, email, name) + erase_from_access_log(person, email, name)
        + erase_from_cases(person, wallet, email, name);
    end $$`.execute(db);
  // Cases about accounts that are closed already.
  await sql`
    select erase_from_cases(user_id, wallet_id, null, null) from closed_accounts
    where wallet_id in (select wallets_of_case(id) from cases)`.execute(db);
}
