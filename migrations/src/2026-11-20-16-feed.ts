import { type Kysely, sql } from 'kysely';

/** What the feed costs and what is wrong with it; markets that people hold; matches that people have to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_changes drop constraint price_changes_state_check`.execute(db);
  await sql`
    alter table price_changes add constraint price_changes_state_check
    check (state in ('open', 'suspended', 'closed')) not valid`.execute(db);
  await sql`alter table league_feeds add stale_after_ms integer check (stale_after_ms > 0)`.execute(db);
  await sql`
    create table feed_quota (
      provider text primary key,
      remaining bigint,
      used bigint,
      last bigint,
      told_at timestamptz not null,
      budget bigint,
      forecast bigint
    )`.execute(db);
  await sql`
    create table feed_incidents (
      id uuid primary key default gen_random_uuid(),
      provider text not null,
      kind text not null check (kind in ('refused-us', 'wrong-question')),
      problem text not null,
      opened_at timestamptz not null,
      closed_at timestamptz,
      mailed_at timestamptz
    )`.execute(db);
  await sql`
    create unique index feed_incidents_open on feed_incidents (provider, kind) where closed_at is null`.execute(db);
  await sql`
    create table market_orders (
      match_id uuid not null references matches,
      market text not null check (market in ('h2h', 'totals')),
      status text not null check (status in ('open', 'suspended', 'closed')),
      actor text not null,
      reason text not null,
      ordered_at timestamptz not null,
      primary key (match_id, market)
    )`.execute(db);
  await sql`
    create table match_reviews (
      id uuid primary key default gen_random_uuid(),
      match_id uuid not null references matches,
      kind text not null check (kind in ('teams-swapped', 'id-changed', 'kicked-off-earlier')),
      subject text not null,
      facts jsonb not null,
      created_at timestamptz not null,
      resolved_at timestamptz,
      resolved_by text,
      resolution text,
      unique (match_id, kind, subject),
      check ((resolved_at is null) = (resolved_by is null)),
      check ((resolved_at is null) = (resolution is null))
    )`.execute(db);
  await sql`create index match_reviews_open on match_reviews (created_at) where resolved_at is null`.execute(db);
  await sql`create index match_reviews_subject on match_reviews (subject)`.execute(db);
  await sql`grant select, insert, update on feed_quota, feed_incidents, market_orders, match_reviews to touchline_app`.execute(
    db,
  );
}
