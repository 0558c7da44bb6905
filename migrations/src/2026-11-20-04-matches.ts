import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence match_seq as bigint`.execute(db);
  await sql`
    create table matches (
      id uuid primary key,
      seq bigint not null unique,
      league_key text not null,
      provider text not null,
      provider_event_id text not null,
      home_team text not null,
      away_team text not null,
      kickoff_at timestamptz not null,
      first_kickoff_at timestamptz not null,
      status text not null check (status in ('open', 'finished', 'void')),
      home_score integer check (home_score >= 0),
      away_score integer check (away_score >= 0),
      markets jsonb not null,
      ended_at timestamptz,
      graded_at timestamptz,
      updated_at timestamptz not null default now(),
      unique (provider, provider_event_id),
      check ((home_score is null) = (away_score is null)),
      check (status <> 'finished' or home_score is not null),
      check ((status = 'open') = (ended_at is null))
    )`.execute(db);
  await sql`create index matches_open on matches (kickoff_at) where status = 'open'`.execute(db);
  await sql`create index matches_ungraded on matches (ended_at) where status <> 'open' and graded_at is null`.execute(
    db,
  );
  await sql`
    create table price_changes (
      match_id uuid not null,
      market text not null check (market in ('h2h', 'totals')),
      version integer not null,
      state text not null check (state in ('open', 'suspended')),
      point numeric(6, 2),
      prices jsonb not null,
      bookmaker text not null,
      quoted_at timestamptz not null,
      recorded_at timestamptz not null default clock_timestamp(),
      primary key (match_id, market, version)
    )`.execute(db);
  await sql`
    create trigger append_only before update or delete or truncate on price_changes
    for each statement execute function refuse_change()`.execute(db);
  await sql`
    create table league_feeds (
      league_key text primary key,
      tried_at timestamptz not null,
      confirmed_at timestamptz,
      every_ms integer not null check (every_ms > 0),
      state text not null check (state in ('ok', 'down')),
      problem text
    )`.execute(db);
  await sql`grant usage on sequence match_seq to touchline_app`.execute(db);
  await sql`grant select, insert, update on matches, league_feeds to touchline_app`.execute(db);
  await sql`grant select, insert on price_changes to touchline_app`.execute(db);
}
