import { type Kysely, sql } from 'kysely';

/**
 * Bets that are held before they count, when a score last changed and bookmakers last looked at a market in play, and what the
 * house stands to lose on each outcome.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bets
      add column acceptance text check (acceptance in ('pending', 'accepted', 'rejected')),
      add column accept_at timestamptz,
      add column rejection text,
      add column rejected_match uuid,
      add constraint bets_held_until check ((acceptance is null) = (accept_at is null)),
      add constraint bets_rejected_why check ((acceptance is not distinct from 'rejected') = (rejection is not null)),
      -- Nothing settles a bet that is not accepted, and one that never counted is void.
      add constraint bets_pending_unsettled check (acceptance is distinct from 'pending' or status = 'pending'),
      add constraint bets_rejected_void
        check (acceptance is distinct from 'rejected' or (status = 'void' and settlement = 0 and payout = stake))`.execute(
    db,
  );
  await sql`create index bets_held on bets (accept_at) where acceptance = 'pending'`.execute(db);
  await scoreChanges(db);
  await sql`
    create table market_exposures (
      match_id uuid not null,
      market text not null check (market in ('h2h', 'totals')),
      point numeric(6, 2) not null,
      staked bigint not null,
      on_home bigint not null,
      on_draw bigint not null,
      on_away bigint not null,
      on_over bigint not null,
      on_under bigint not null,
      primary key (match_id, market, point)
    ) with (fillfactor = 50)`.execute(db);
  await sql`grant select, insert, update on market_exposures to touchline_app`.execute(db);
}

/** Whoever writes a score: when it changes is noted. The writer's own time of the change is taken where it gives one. */
async function scoreChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table matches add column score_changed_at timestamptz, add column h2h_seen_at timestamptz,
      add column totals_seen_at timestamptz`.execute(db);
  await sql`
    create function note_score_change() returns trigger language plpgsql as $$
    begin
      if coalesce(new.home_score, 0) is distinct from coalesce(old.home_score, 0)
        or coalesce(new.away_score, 0) is distinct from coalesce(old.away_score, 0) then
        new.score_changed_at :=
          case when new.updated_at is distinct from old.updated_at then new.updated_at else clock_timestamp() end;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger note_score_change before update of home_score, away_score on matches
    for each row execute function note_score_change()`.execute(db);
}
