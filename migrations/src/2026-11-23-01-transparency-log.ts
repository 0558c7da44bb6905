import { type Kysely, sql } from 'kysely';

/** The transparency log over all records, the role that signs it, and records whose content can be erased without breaking it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await log(db);
  await erasableContent(db);
  await signer(db);
}

async function log(db: Kysely<unknown>): Promise<void> {
  // C2SP tlog-tiles: up to 256 hashes of one level.
  await sql`
    create table log_tiles (
      level smallint not null check (level between 0 and 63),
      index bigint not null check (index >= 0),
      hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
      primary key (level, index)
    )`.execute(db);
  await sql`alter table log_tiles alter column hashes set storage external`.execute(db);
  await sql`
    create function refuse_changed_hashes() returns trigger language plpgsql as $$
    begin
      if new.level <> old.level or new.index <> old.index
          or substring(new.hashes for length(old.hashes)) <> old.hashes then
        raise exception 'log_tiles is append-only: update refused' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger append_only before update on log_tiles
    for each row execute function refuse_changed_hashes()`.execute(db);
  await sql`
    create trigger append_only_rows before delete or truncate on log_tiles
    for each statement execute function refuse_change()`.execute(db);

  // Which records the entries from `first_index` on are: those of one source, in the order of their numbers.
  await sql`
    create table log_batches (
      first_index bigint primary key check (first_index >= 0),
      entries integer not null check (entries > 0),
      source smallint not null,
      from_number bigint not null,
      to_number bigint not null check (to_number >= from_number),
      logged_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create unique index log_batches_of_source on log_batches (source, to_number)`.execute(db);
  await sql`
    create table log_checkpoints (
      size bigint primary key check (size > 0),
      note text not null,
      signed_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create table log_cosignatures (
      size bigint not null references log_checkpoints,
      witness text not null,
      line text not null,
      cosigned_at timestamptz not null,
      primary key (size, witness)
    )`.execute(db);
  await sql`
    create table log_witnesses (
      witness text primary key,
      cosigned_at timestamptz,
      size bigint not null default 0,
      away_since timestamptz,
      problem text
    )`.execute(db);
  // `text`: canonical JSON, as it is hashed into the log. `buckets`: hash and sum of each 1,024 leaves.
  await sql`
    create table liability_seals (
      number integer primary key check (number > 0),
      text text not null,
      buckets bytea not null
    )`.execute(db);
  await sql`
    create table signing_stops (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      sentence text not null,
      wallet_id uuid,
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index signing_stops_open on signing_stops ((true)) where ended_at is null`.execute(db);
  for (const table of ['log_batches', 'log_checkpoints', 'log_cosignatures', 'liability_seals']) {
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db);
  }
  // Results get numbers of their own, in the order in which they are inserted.
  await sql`alter table match_results add column number bigint generated always as identity unique`.execute(db);
}

/** The log covers a salted hash of what may be erased, so that a record stays provable after its text has gone. */
async function erasableContent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function erasable_text(record jsonb, names text[]) returns text language sql immutable as $$
      select jsonb_agg(record -> name order by at)::text from unnest(names) with ordinality as named (name, at)
    $$`.execute(db);
  await sql`
    create function hash_content() returns trigger language plpgsql as $$
    begin
      new.content_hash :=
        sha256(uuid_send(new.salt) || convert_to(erasable_text(to_jsonb(new), tg_argv::text[]), 'UTF8'));
      return new;
    end $$`.execute(db);
  await sql`
    create or replace function refuse_all_but_erasure() returns trigger language plpgsql as $$
    declare
      before jsonb := to_jsonb(old);
      after jsonb := to_jsonb(new);
      personal text;
      is_erased boolean := false;
    begin
      foreach personal in array tg_argv loop
        if after -> personal is distinct from before -> personal then
          if after ->> personal is distinct from '[erased]'
              and after -> personal is distinct from erased_destination(before -> personal)
              and after ->> personal is distinct from split_part(before ->> personal, '?', 1) || '?[erased]' then
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
      if is_erased then new.salt := null; end if;
      return new;
    end $$`.execute(db);
  const erasable = {
    audit_log: ['reason', 'before', 'after'],
    access_log: ['request'],
    operator_exclusions: ['reason'],
  };
  for (const [table, columns] of Object.entries(erasable)) {
    const name = sql.table(table);
    const names = sql.join(columns.map((column) => sql.lit(column)));
    await sql`
      alter table ${name} add column salt uuid default gen_random_uuid(), add column content_hash bytea`.execute(db);
    await sql`alter table ${name} disable trigger append_only`.execute(db);
    await sql`
      update ${name} record set content_hash =
        sha256(uuid_send(salt) || convert_to(erasable_text(to_jsonb(record), array[${names}]), 'UTF8'))`.execute(db);
    await sql`alter table ${name} enable trigger append_only`.execute(db);
    await sql`alter table ${name} alter column content_hash set not null`.execute(db);
    await sql`
      create trigger hash_content before insert on ${name}
      for each row execute function hash_content(${names})`.execute(db);
  }
}

async function signer(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'touchline_signer') then
        begin
          create role touchline_signer nologin;
        exception when duplicate_object or unique_violation then null; -- another database of the same server was first
        end;
      end if;
    end $$`.execute(db);
  await sql`grant usage on schema public to touchline_signer`.execute(db);
  await sql`
    grant select on ledger_events, wallets, audit_log, access_log, match_results, exclusions, operator_exclusions
    to touchline_signer`.execute(db);
  const appended = sql`log_batches, log_checkpoints, log_cosignatures, liability_seals`;
  await sql`grant select, insert on ${appended} to touchline_signer`.execute(db);
  await sql`grant select, insert, update on log_tiles, log_witnesses, signing_stops to touchline_signer`.execute(db);
  await sql`grant select on ${appended}, log_tiles, log_witnesses, signing_stops to touchline_app`.execute(db);
}
