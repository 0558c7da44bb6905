import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bets (
      id uuid primary key,
      wallet_id uuid not null,
      user_id uuid not null,
      version integer not null default 1,
      stake bigint not null check (stake > 0),
      total_odds numeric not null,
      potential_payout bigint not null,
      odds_policy text not null check (odds_policy in ('none', 'better', 'any')),
      status text not null check (status in ('pending', 'won', 'lost', 'void')),
      payout bigint check (payout >= 0),
      settlement integer not null default 0,
      placed_at timestamptz not null,
      settled_at timestamptz,
      check ((status = 'pending') = (payout is null)),
      check ((status = 'pending') = (settled_at is null))
    )`.execute(db);
  await sql`create index bets_of_user on bets (user_id, placed_at, id)`.execute(db);
  await sql`
    create table bet_legs (
      bet_id uuid not null,
      leg smallint not null,
      match_id uuid not null,
      market text not null check (market in ('h2h', 'totals')),
      pick text not null check (pick in ('home', 'draw', 'away', 'over', 'under')),
      point numeric(6, 2) check ((point is not null) = (market = 'totals')),
      label text not null,
      odds numeric(9, 4) not null check (odds > 1),
      odds_seen numeric(9, 4) not null,
      market_version integer not null,
      bookmaker text not null,
      quoted_at timestamptz not null,
      home_score integer,
      away_score integer,
      status text not null check (status in ('pending', 'won', 'lost', 'void', 'half-won', 'half-lost')),
      graded_at timestamptz,
      primary key (bet_id, match_id),
      check ((status = 'pending') = (graded_at is null))
    )`.execute(db);
  await sql`create index bet_legs_of_match on bet_legs (match_id, status)`.execute(db);
  await sql`grant select, insert, update on bets, bet_legs to touchline_app`.execute(db);
}
