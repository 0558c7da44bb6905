import { type Kysely, sql } from 'kysely';

/** Closed accounts, and how personal text leaves the logs without anything else of them being changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `identity_sealed`: who the person was, for as long as the law asks for it; it opens with DATA_KEY only.
  await sql`
    create table closed_accounts (
      user_id uuid primary key references users,
      wallet_id uuid not null unique,
      closed_at timestamptz not null,
      closed_by text not null check (closed_by in ('owner', 'operator')),
      identity_sealed text,
      keep_until timestamptz not null,
      erased_at timestamptz check ((erased_at is null) = (identity_sealed is not null))
    )`.execute(db);
  await sql`create index closed_accounts_due on closed_accounts (keep_until) where erased_at is null`.execute(db);
  await sql`
    create trigger append_only before delete or truncate on closed_accounts
    for each statement execute function refuse_change()`.execute(db);
  await sql`grant select, insert on closed_accounts to touchline_app`.execute(db);
  await sql`grant update (identity_sealed, erased_at) on closed_accounts to touchline_app`.execute(db);
  await sql`grant delete on recovery_codes, support_messages, ledger_verifications to touchline_app`.execute(db);
  await erasure(db);
  await retention(db);
}

/** An update of a log may put the mark of erasure in place of a personal text, and nothing else. */
async function erasure(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function erased_destination(content jsonb) returns jsonb language sql immutable as $$
      select case when jsonb_typeof(content) = 'object' and content ->> 'payoutTo' is not null
        then jsonb_set(content, '{payoutTo}', '"[erased]"') else content end
    $$`.execute(db);
  await sql`
    create function refuse_all_but_erasure() returns trigger language plpgsql as $$
    declare
      before jsonb := to_jsonb(old);
      after jsonb := to_jsonb(new);
      personal text;
    begin
      foreach personal in array tg_argv loop
        if after -> personal is distinct from before -> personal
            and after ->> personal is distinct from '[erased]'
            and after -> personal is distinct from erased_destination(before -> personal)
            and after ->> personal is distinct from split_part(before ->> personal, '?', 1) || '?[erased]' then
          raise exception '% is append-only: update refused', tg_table_name using errcode = 'restrict_violation';
        end if;
        before := before - personal;
        after := after - personal;
      end loop;
      if before <> after then
        raise exception '% is append-only: update refused', tg_table_name using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  const personal = {
    audit_log: ['reason', 'before', 'after'],
    access_log: ['request'],
    operator_exclusions: ['reason'],
  };
  for (const [table, columns] of Object.entries(personal)) {
    const names = sql.join(columns.map((column) => sql.lit(column)));
    await sql`drop trigger append_only on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger append_only before update on ${sql.table(table)}
      for each row execute function refuse_all_but_erasure(${names})`.execute(db);
    await sql`
      create trigger append_only_rows before truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  for (const table of ['audit_log', 'operator_exclusions']) {
    await sql`
      create trigger append_only_deletes before delete on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  await sql`
    create function mentions(content text, email text, name text) returns boolean language sql immutable as $$
      select coalesce(position(lower(email) in lower(content)) > 0
        or position(lower(replace(email, '@', '%40')) in lower(content)) > 0
        or (length(name) >= 5 and (position(lower(name) in lower(content)) > 0
          or position(lower(replace(name, ' ', '%20')) in lower(content)) > 0
          or position(lower(replace(name, ' ', '+')) in lower(content)) > 0)), false)
    $$`.execute(db);
  // The logs cannot be updated with the product's rights; this is the one way, and it can do nothing else.
  await sql`
    create function erase_from_logs(person uuid, wallet uuid, email text, name text) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      mark constant text := '[erased]';
      about text[] := array(
        select 'user:' || person union all
        select kind || ':' || t.id from transactions t, unnest(array['deposit', 'withdrawal', 'refund']) kind
        where t.wallet_id = wallet);
      changed integer;
      erased integer := 0;
    begin
      update audit_log set reason = case when reason is null then null else mark end,
        before = erased_destination(before), after = erased_destination(after)
      where subject = any(about);
      get diagnostics changed = row_count;
      erased := erased + changed;
      update audit_log set
        reason = case when mentions(reason, email, name) then mark else reason end,
        before = case when mentions(before::text, email, name) then to_jsonb(mark) else before end,
        after = case when mentions(after::text, email, name) then to_jsonb(mark) else after end
      where mentions(reason, email, name) or mentions(before::text, email, name) or mentions(after::text, email, name);
      get diagnostics changed = row_count;
      erased := erased + changed;
      update access_log set request = split_part(request, '?', 1) || '?' || mark where mentions(request, email, name);
      get diagnostics changed = row_count;
      erased := erased + changed;
      update operator_exclusions set reason = mark where wallet_id = wallet and reason <> mark;
      get diagnostics changed = row_count;
      return erased + changed;
    end $$`.execute(db);
  await sql`revoke execute on function erase_from_logs from public`.execute(db);
  await sql`grant execute on function erase_from_logs to touchline_app`.execute(db);
}

/** Old rows of two logs may be deleted, by functions that leave young ones alone. */
async function retention(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_young_delete() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(old) ->> tg_argv[0])::timestamptz > now() - tg_argv[1]::interval then
        raise exception '% is append-only: delete refused', tg_table_name using errcode = 'restrict_violation';
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger append_only_deletes before delete on access_log
    for each row execute function refuse_young_delete('at', '180 days')`.execute(db);
  await sql`drop trigger append_only on price_changes`.execute(db);
  await sql`
    create trigger append_only before update or truncate on price_changes
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create trigger append_only_deletes before delete on price_changes
    for each row execute function refuse_young_delete('recorded_at', '90 days')`.execute(db);
  await sql`
    create function forget_access_log(before timestamptz, most integer) returns integer
    language sql security definer set search_path = public, pg_temp as $$
      with gone as (
        delete from access_log where id = any(array(
          select id from (select id, at from access_log order by id limit most) oldest where at < before))
        returning 1
      ) select count(*)::integer from gone
    $$`.execute(db);
  // A match that has ended and whose bets are settled; its newest prices stay with the match itself.
  await sql`
    create function forget_price_changes(before timestamptz, most_matches integer) returns integer
    language sql security definer set search_path = public, pg_temp as $$
      with gone as (
        delete from price_changes p where p.match_id = any(array(
          select m.id from matches m
          where m.ended_at < before and m.graded_at < before and m.kickoff_at < before
            and exists (select from price_changes c where c.match_id = m.id and c.recorded_at < before)
          order by m.ended_at limit most_matches)) and p.recorded_at < before
        returning 1
      ) select count(*)::integer from gone
    $$`.execute(db);
  await sql`
    revoke execute on function forget_access_log, forget_price_changes from public`.execute(db);
  await sql`grant execute on function forget_access_log, forget_price_changes to touchline_app`.execute(db);
}
