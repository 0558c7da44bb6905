import { type LegStatus, legExposure, openLines, type System } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { isBuilder, isDerived, type Outcome } from '@touchline/core/markets';
import { type Cents, cents, Decimal, minus, sum } from '@touchline/core/money';
import { sql } from 'kysely';
import { outcomeFromRow } from '../bets/bet-rows.ts';
import { openOn } from '../bets/exposure-book.ts';
import { readMatchExposures } from '../bets/exposure-rows.ts';
import { type Db, timestamp } from '../connect.ts';
import { type MatchRecord, recordFromRow } from '../matches/match-record.ts';

/** The open bets on an outcome: how many, their stakes, and their payouts if all their legs win. */
export type OutcomeExposure = {
  readonly outcome: Outcome;
  readonly bets: number;
  readonly staked: Cents;
  readonly pays: Cents;
  /** Their payouts if each selection were a single bet. Of a system, stake and payouts are those of the system lines with it. */
  readonly owed: Cents;
  /** What the bookmaker loses on it: `pays` less the stakes on its market. Negative when the bookmaker profits. */
  readonly liability: Cents;
};

export type OperatedMatch = MatchRecord & {
  /** How many results it has had; above 1: it was corrected. */
  readonly resultVersion: number;
  /** The version of its latest ruling, including rulings that only void bets. */
  readonly rulingVersion: number;
  /** When all its bets were settled; `null` before that. */
  readonly settledAt: Instant | null;
  readonly exposure: readonly OutcomeExposure[];
};

/** Ended matches are listed this long, so that results can be corrected. */
const listedAfterEndMs = hours(72);

/** Returns the matches that admins manage, by kick-off: those that are open, ended in the last three days, or need a decision. */
export async function listOperated(db: Db, now: Instant, limit: number): Promise<readonly OperatedMatch[]> {
  const since = timestamp(instant(now - listedAfterEndMs));
  const rows = await db
    .selectFrom('matches')
    .selectAll()
    .where(
      sql<boolean>`(status = 'open' or ended_at > ${since}
        or id in (select match_id from match_reviews where resolved_at is null)
        or id in (select match_id from result_proposals where status = 'open'))`,
    )
    .orderBy('kickoff_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return withExposure(db, rows);
}

/** Returns one match. */
export async function readOperated(db: Db, matchId: MatchId): Promise<OperatedMatch | undefined> {
  const rows = await db.selectFrom('matches').selectAll().where('id', '=', matchId).execute();
  return (await withExposure(db, rows))[0];
}

type MatchRow = Parameters<typeof recordFromRow>[0];

async function withExposure(db: Db, rows: readonly MatchRow[]): Promise<readonly OperatedMatch[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [exposures, results] = await Promise.all([exposureRows(db, ids), countResults(db, ids)]);
  return rows.map((row) => ({
    ...recordFromRow(row),
    resultVersion: results.get(row.id) ?? 0,
    rulingVersion: row.result_version,
    settledAt: row.status === 'open' ? null : row.graded_at,
    exposure: exposureFrom(exposures.get(row.id) ?? []),
  }));
}

/** Counts the results of each match that differ from the one before; a half-time score or void bets make none. */
async function countResults(db: Db, ids: readonly MatchId[]): Promise<ReadonlyMap<MatchId, number>> {
  const { rows } = await sql<{ id: MatchId; results: number }>`
    select match_id as id, count(*)::int as results from (
      select *, lag(row(kind, home_score, away_score)) over (partition by match_id order by version) as before
      from match_results where match_id = any(${ids}::uuid[])
    ) r where kind <> 'open' and row(kind, home_score, away_score) is distinct from before
    group by match_id`.execute(db);
  return new Map(rows.map(({ id, results }) => [id, results]));
}

type ExposureRow = {
  market: Outcome['market'];
  pick: Outcome['pick'];
  point: Decimal | null;
  bets: number;
  staked: Cents;
  pays: Cents;
  owed: Cents;
};

/** The open bets on a selection that are no systems; or the systems alike of one stake, with the statuses of all their legs. */
type OpenBetsRow = Pick<ExposureRow, 'market' | 'pick' | 'point' | 'bets'> & {
  match_id: MatchId;
  staked: Cents;
  system: System | null;
  stake: Cents;
  at: number;
  statuses: readonly LegStatus[];
};

async function exposureRows(db: Db, ids: readonly MatchId[]): Promise<ReadonlyMap<MatchId, readonly ExposureRow[]>> {
  const [{ rows }, book] = await Promise.all([
    sql<OpenBetsRow>`
      select l.match_id, l.market, l.pick, l.point, count(*) as bets, sum(b.stake - b.cashed_stake)::bigint as staked,
        b.system, s.stake, s.at, s.statuses
      from bet_legs l join bets b on b.id = l.bet_id
      left join lateral (
        select b.stake - b.cashed_stake as stake, count(*) filter (where o.leg < l.leg) as at,
          array_agg(o.status order by o.leg) as statuses
        from bet_legs o where o.bet_id = b.id and b.system is not null) s on b.system is not null
      where l.match_id = any(${ids}::uuid[]) and l.status = 'pending' and b.status = 'pending'
      group by l.match_id, l.market, l.pick, l.point, b.system, s.stake, s.at, s.statuses
      order by l.match_id, l.market, l.point, l.pick`.execute(db),
    readMatchExposures(db, ids),
  ]);
  const bookOf = Map.groupBy(book, ({ matchId }) => matchId);
  return new Map(
    [...Map.groupBy(rows, (row) => row.match_id)].map(([matchId, ofMatch]) => {
      const bySelection = Map.groupBy(
        ofMatch,
        ({ market, pick, point }) => `${market} ${pick} ${point?.toFixed() ?? ''}`,
      );
      const exposures = [...bySelection.values()].flatMap((open): ExposureRow[] => {
        const [first] = open;
        if (!first) return [];
        const { market, pick, point } = first;
        const { owed, promised: pays } = openOn(bookOf.get(matchId) ?? [], outcomeFromRow(first));
        const bets = open.reduce((count, row) => count + row.bets, 0);
        return [{ market, pick, point, bets, staked: sum(open.map(stakedOn)), pays, owed }];
      });
      return [matchId, exposures];
    }),
  );
}

/** Returns the stakes of bets on a selection: of a system, those of the system lines that have it and can still win. */
function stakedOn({ bets, staked, system, stake, at, statuses }: OpenBetsRow): Cents {
  if (!system) return staked;
  const legs = statuses.map((status) => ({ status, odds: new Decimal(1) }));
  return cents(bets * legExposure({ stake, legs, system }, at, openLines(stake, legs, system)).staked);
}

function exposureFrom(rows: readonly ExposureRow[]): readonly OutcomeExposure[] {
  // Several selections of a derived market, or combinations, can win together, so each is counted by itself.
  const marketOf = (row: ExposureRow) =>
    `${row.market} ${row.point?.toFixed() ?? ''} ${isDerived(row) || isBuilder(row) ? row.pick : ''}`;
  const staked = new Map(
    [...Map.groupBy(rows, marketOf)].map(([market, of]) => [market, sum(of.map((row) => row.staked))]),
  );
  return rows.map((row) => ({
    outcome: outcomeFromRow(row),
    bets: row.bets,
    staked: row.staked,
    pays: row.pays,
    owed: row.owed,
    liability: minus(row.pays, staked.get(marketOf(row)) ?? row.staked),
  }));
}

/** All bets on a market and goal line that were not rejected, settled or not: how many, and their stakes. `outcome`: one of its outcomes. */
export type MarketTurnover = { readonly outcome: Outcome; readonly bets: number; readonly staked: Cents };

/** Returns what was staked on each market of a match. A bet has one selection per match, so none is counted twice. */
export async function readTurnover(db: Db, matchId: MatchId): Promise<readonly MarketTurnover[]> {
  type Row = Pick<ExposureRow, 'market' | 'pick' | 'point' | 'bets' | 'staked'>;
  const { rows } = await sql<Row>`
    select l.market, min(l.pick) as pick, l.point, count(*) as bets, sum(b.stake)::bigint as staked
    from bet_legs l join bets b on b.id = l.bet_id
    where l.match_id = ${matchId} and b.acceptance is distinct from 'rejected'
    group by l.market, l.point order by l.market, l.point`.execute(db);
  return rows.map((row) => ({ outcome: outcomeFromRow(row), bets: row.bets, staked: row.staked }));
}
