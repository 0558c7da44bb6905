import { type Kysely, sql } from 'kysely';

/**
 * What open bets may cost at worst: on each outcome, on each combination of selections, and in the whole book. Computed here from the
 * open bets; from then on the wallet writer and the settlement keep it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table market_exposures
      add column promised_home bigint not null default 0,
      add column promised_draw bigint not null default 0,
      add column promised_away bigint not null default 0,
      add column promised_over bigint not null default 0,
      add column promised_under bigint not null default 0`.execute(db);
  await sql`
    create table open_combinations (
      combination uuid primary key,
      bets integer not null,
      net bigint not null
    ) with (fillfactor = 80)`.execute(db);
  await sql`
    create table open_book (
      id smallint primary key check (id = 1),
      net bigint not null
    ) with (fillfactor = 10)`.execute(db);
  await sql`grant select, insert, update on open_book to touchline_app`.execute(db);
  await sql`grant select, insert, update, delete on open_combinations to touchline_app`.execute(db);
  await fill(db);
}

async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`create aggregate pg_temp.product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1')`.execute(
    db,
  );
  await sql`
    create temporary table open_bets on commit drop as
    select b.id, b.stake, b.potential_payout, l.legs, l.combination, floor(b.stake * l.factor)::bigint as promised
    from bets b cross join lateral (
      select count(*) as legs,
        pg_temp.product(case status
          when 'pending' then odds when 'won' then odds when 'void' then 1 when 'half-won' then (1 + odds) / 2
          when 'half-lost' then 0.5 else 0 end) as factor,
        encode(substring(sha256(convert_to(string_agg(match_id || ' ' || market || ' ' || pick || ' ' ||
          coalesce(point::text, '0.00'), '\n' order by match_id::text collate "C"), 'UTF8')) for 16), 'hex')::uuid
          as combination
      from bet_legs where bet_id = b.id
    ) l
    where b.status = 'pending'`.execute(db);
  await sql`truncate market_exposures`.execute(db);
  await sql`
    insert into market_exposures (match_id, market, point, staked, on_home, on_draw, on_away, on_over, on_under,
      promised_home, promised_draw, promised_away, promised_over, promised_under)
    select match_id, market, coalesce(point, 0), sum(stake),
      ${sum('owed', 'home')}, ${sum('owed', 'draw')}, ${sum('owed', 'away')}, ${sum('owed', 'over')}, ${sum('owed', 'under')},
      ${sum('promised', 'home')}, ${sum('promised', 'draw')}, ${sum('promised', 'away')}, ${sum('promised', 'over')},
      ${sum('promised', 'under')}
    from (
      select l.match_id, l.market, l.point, l.pick, o.stake, o.promised, floor(o.stake * l.odds) as owed
      from open_bets o join bet_legs l on l.bet_id = o.id where l.status = 'pending'
    ) open_legs
    group by match_id, market, coalesce(point, 0)`.execute(db);
  await sql`
    insert into open_combinations (combination, bets, net)
    select combination, count(*), sum(promised - stake) from open_bets where legs > 1 group by combination`.execute(db);
  await sql`insert into open_book (id, net) select 1, coalesce(sum(promised - stake), 0) from open_bets`.execute(db);
}

const sum = (column: 'owed' | 'promised', pick: string) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where pick = ${sql.lit(pick)}), 0)`;
