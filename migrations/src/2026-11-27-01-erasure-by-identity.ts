import { type Kysely, sql } from 'kysely';

/**
 * Erases a person by ids and email address. People choose their own names, so a name that equals a common word or a member of a record
 * must not erase anything about others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await mentions(db);
  await guard(db);
  await erasure(db);
}

/** Patterns of the regular expressions that find a person in text, and functions that put the mark there. */
async function mentions(db: Kysely<unknown>): Promise<void> {
  // Letters and digits of all scripts. With the C locale, PostgreSQL's character classes match only ASCII.
  const word = sql.raw(String.raw`[0-9A-Za-z_\u00C0-\u1FFF\u2070-\u2FFF\u3040-\uFFFF\U00010000-\U0010FFFF]`);
  const path = sql`set search_path = pg_catalog, public, pg_temp`;
  await sql`
    create function literal_pattern(content text) returns text language sql immutable ${path} as $$
      select regexp_replace(content, '([][\\\\.*+?{}()|^$-])', '\\\\\\1', 'g')
    $$`.execute(db);
  // An address is not part of a longer one: neither of "ada.bell@" nor of "@example.com.au".
  await sql`
    create function email_pattern(email text) returns text language sql immutable ${path} as $$
      select '(?<!${word}[.''+-]?)' || literal_pattern(email) || '(?!${word}|[.-]${word})'
    $$`.execute(db);
  await sql`
    create function name_pattern(name text) returns text language sql immutable ${path} as $$
      select '(?<!${word})' || literal_pattern(name) || '(?!${word})'
    $$`.execute(db);
  await sql`
    create function erased_text(content text, pattern text) returns text language sql immutable ${path} as $$
      select regexp_replace(content, pattern, '[erased]', 'gi')
    $$`.execute(db);
  // In values only: the members of a record are ours.
  await sql`
    create function erased_values(content jsonb, pattern text) returns jsonb language plpgsql immutable ${path} as $$
    begin
      return case jsonb_typeof(content)
        when 'string' then to_jsonb(erased_text(content #>> '{}', pattern))
        when 'array' then (
          select coalesce(jsonb_agg(erased_values(item, pattern) order by place), '[]')
          from jsonb_array_elements(content) with ordinality as items (item, place))
        when 'object' then (
          select coalesce(jsonb_object_agg(member, erased_values(item, pattern)), '{}')
          from jsonb_each(content) as members (member, item))
        else content end;
    end $$`.execute(db);
  // Members that contain what staff or the person wrote.
  await sql`
    create function erased_members(content jsonb, personal text[]) returns jsonb language sql immutable ${path} as $$
      select case when jsonb_typeof(content) = 'object' then (
        select coalesce(jsonb_object_agg(member,
          case when member = any(personal) and jsonb_typeof(item) = 'string' then '"[erased]"' else item end), '{}')
        from jsonb_each(content) as members (member, item)) else content end
    $$`.execute(db);
  await sql`
    create function decoded_url(url text) returns text language plpgsql immutable ${path} as $$
    begin
      return (
        select convert_from(string_agg(
          case when part[1] ~ '^%..$' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end,
          ''::bytea order by place), 'UTF8')
        from regexp_matches(replace(url, '+', ' '), '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as parts (part, place));
    exception when character_not_in_repertoire or untranslatable_character then return url;
    end $$`.execute(db);
}

/** An update may cut pieces out of a personal text and leave the mark there. It can neither add nor change anything. */
const guard = (db: Kysely<unknown>) =>
  sql`
    create or replace function refuse_all_but_erasure() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      mark constant text := '[erased]';
      before jsonb := to_jsonb(old);
      after jsonb := to_jsonb(new);
      personal text;
      is_erased boolean := false;
    begin
      foreach personal in array tg_argv loop
        if after -> personal is distinct from before -> personal then
          if (strpos(after ->> personal, mark) > 0 and (before ->> personal) like
              replace(regexp_replace(after ->> personal, '([\\\\%_])', '\\\\\\1', 'g'), mark, '%')) is not true then
            raise exception '% is append-only: update refused', tg_table_name using errcode = 'restrict_violation';
          end if;
          is_erased := true;
        end if;
        before := before - personal;
        after := after - personal;
      end loop;
      if before <> after then
        raise exception '% is append-only: update refused', tg_table_name using errcode = 'restrict_violation';
      end if;
      -- Without its salt, the hash says nothing about a short text.
      if is_erased then new := jsonb_populate_record(new, '{"salt": null}'); end if;
      return new;
    end $$`.execute(db);

async function erasure(db: Kysely<unknown>): Promise<void> {
  const path = sql`set search_path = pg_catalog, public, pg_temp`;
  // What a case is about, as wallets.
  await sql`
    create function wallets_of_case(wanted bigint) returns setof uuid language sql stable ${path} as $$
      select case s.kind
        when 'wallet' then s.id::uuid
        when 'transaction' then (select t.wallet_id from transactions t where t.id = s.id::uuid)
        when 'bet' then (select b.wallet_id from bets b where b.id = s.id::uuid)
        when 'event' then (select e.wallet_id from ledger_events e where e.seq = s.id::bigint) end
      from case_entries e cross join lateral (
        select split_part(e.subject, ':', 1) as kind, split_part(e.subject, ':', 2) as id) s
      where e.case_id = wanted and case when s.kind = 'event' then s.id ~ '^[0-9]{1,15}$'
        else s.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' end
    $$`.execute(db);
  await sql`
    create function is_case_of_others(wanted bigint, wallet uuid) returns boolean language sql stable ${path} as $$
      select coalesce(bool_and(linked is distinct from wallet), false) from wallets_of_case(wanted) as linked
    $$`.execute(db);
  await sql`
    create function erase_from_audit_log(person uuid, wallet uuid, email text, name text) returns integer
    language plpgsql ${path} as $$
    declare
      mark constant text := '[erased]';
      by_email constant text := email_pattern(email);
      by_name constant text := name_pattern(name);
      opened timestamptz := (select created_at from users where id = person);
      about text[] := array(
        select 'user:' || person union all
        select kind || ':' || t.id from transactions t, unnest(array['deposit', 'withdrawal', 'refund']) kind
        where t.wallet_id = wallet);
      changed integer;
      erased integer := 0;
    begin
      update audit_log set reason = case when reason is null then null else mark end,
        before = erased_members(before, '{payoutTo,reason}'), after = erased_members(after, '{payoutTo,reason}')
      where subject = any(about);
      get diagnostics changed = row_count;
      erased := erased + changed;
      if email is not null then
        update audit_log set reason = erased_text(reason, by_email),
          before = erased_values(before, by_email), after = erased_values(after, by_email)
        where strpos(lower(concat_ws(' ', reason, before::text, after::text)), lower(email)) > 0 and (
          reason ~* by_email or erased_values(before, by_email) is distinct from before
          or erased_values(after, by_email) is distinct from after);
        get diagnostics changed = row_count;
        erased := erased + changed;
      end if;
      -- Names are shared and chosen freely: in texts on cases only, and not on those about other players.
      if name is not null then
        update audit_log a set reason = erased_text(reason, by_name), after = case when after ? 'title'
          then jsonb_set(after, '{title}', erased_values(after -> 'title', by_name)) else after end
        where a.subject ~ '^case:[0-9]{1,15}$' and a.at >= opened
          and (reason ~* by_name or after ->> 'title' ~* by_name)
          and not is_case_of_others(split_part(a.subject, ':', 2)::bigint, wallet);
        get diagnostics changed = row_count;
        erased := erased + changed;
      end if;
      return erased;
    end $$`.execute(db);
  await sql`
    create function erase_from_access_log(person uuid, email text, name text) returns integer
    language plpgsql ${path} as $$
    declare
      by_email constant text := email_pattern(email);
      by_name constant text := name_pattern(name);
      opened timestamptz := (select created_at from users where id = person);
      erased integer;
    begin
      update access_log set request = split_part(request, '?', 1) || '?[erased]'
      where request ~ '@|%40|[?&]search=' and (decoded_url(request) ~* by_email or at >= opened and exists (
        select from regexp_matches(request, '[?&]search=([^&]*)', 'g') as searches (part)
        where decoded_url(part[1]) ~* by_name));
      get diagnostics erased = row_count;
      return erased;
    end $$`.execute(db);
  await sql`
    create or replace function erase_from_logs(person uuid, wallet uuid, email text, name text) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      erased integer;
    begin
      update operator_exclusions set reason = '[erased]' where wallet_id = wallet and reason <> '[erased]';
      get diagnostics erased = row_count;
      return erased + erase_from_audit_log(person, wallet, email, name) + erase_from_access_log(person, email, name);
    end $$`.execute(db);
  await sql`drop function mentions`.execute(db);
  await sql`drop function erased_destination`.execute(db);
  // Reasons that were recorded as part of a deposit's state, of accounts that are closed already.
  await sql`
    select erase_from_audit_log(user_id, wallet_id, null, null) from closed_accounts`.execute(db);
}
