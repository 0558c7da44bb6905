import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Score, scoreOf } from '@touchline/core/markets';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../connect.ts';
import type { MatchReportTable } from '../database.ts';
import { lockMatches } from '../matches/lock-matches.ts';

/** A result report: what a results provider reports about one match. */
export type MatchReport = {
  readonly matchId: MatchId;
  /** The provider's own id of the match. */
  readonly sourceMatch: string;
  readonly status: MatchReportTable['status']['__select__'];
  /** After 90 minutes and stoppage time, or so far. */
  readonly score: Score | null;
  readonly halfTime: Score | null;
  /** After extra time, and with the goals of a shoot-out. */
  readonly laterScores: readonly Score[];
};

/** A result report as stored. */
export type StoredReport = MatchReport & {
  /** Grows with every report. */
  readonly number: number;
  readonly source: string;
  readonly reportedAt: Instant;
};

/** Stores the reports that differ from the provider's last one of their match, and returns them. */
export async function recordReports(
  trx: Trx,
  source: string,
  reports: readonly MatchReport[],
  at: Instant,
): Promise<readonly StoredReport[]> {
  if (reports.length === 0) return [];
  await lockMatches(trx);
  const rows = reports.map(({ matchId, sourceMatch, status, score, halfTime, laterScores }) => ({
    match_id: matchId,
    source_match: sourceMatch,
    status,
    home_score: score?.home ?? null,
    away_score: score?.away ?? null,
    half_home_score: halfTime?.home ?? null,
    half_away_score: halfTime?.away ?? null,
    later_scores: laterScores.map(({ home, away }) => ({ home, away })),
  }));
  const stored = await sql<Selectable<MatchReportTable>>`
    insert into match_reports (match_id, source, source_match, status, home_score, away_score, half_home_score,
      half_away_score, later_scores, reported_at)
    select n.match_id, ${source}, n.source_match, n.status, n.home_score, n.away_score, n.half_home_score,
      n.half_away_score, n.later_scores, ${new Date(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (match_id uuid, source_match text, status text,
      home_score integer, away_score integer, half_home_score integer, half_away_score integer, later_scores jsonb)
    left join lateral (
      select * from match_reports where match_id = n.match_id and source = ${source} order by number desc limit 1
    ) last on true
    where (last.source_match, last.status, last.home_score, last.away_score, last.half_home_score,
        last.half_away_score, last.later_scores)
      is distinct from (n.source_match, n.status, n.home_score, n.away_score, n.half_home_score, n.half_away_score,
        n.later_scores)
    returning *`.execute(trx);
  return stored.rows.map(fromRow);
}

/** Returns the last result report of each provider of each match. */
export async function lastReports(db: Db | Trx, matchIds: readonly MatchId[]): Promise<readonly StoredReport[]> {
  if (matchIds.length === 0) return [];
  const { rows } = await sql<Selectable<MatchReportTable>>`
    select distinct on (match_id, source) * from match_reports where match_id = any(${matchIds}::uuid[])
    order by match_id, source, number desc`.execute(db);
  return rows.map(fromRow);
}

/**
 * Returns the half-time score that a provider reported last, at half-time or with the final score; `undefined` while an admin has to
 * review it.
 */
export async function reportedHalfTime(trx: Trx, matchId: MatchId): Promise<Score | undefined> {
  const row = await trx
    .selectFrom('match_reports')
    .select(['half_home_score', 'half_away_score'])
    .where('match_id', '=', matchId)
    .where('half_home_score', 'is not', null)
    .where('status', 'in', ['half-time', 'final'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('match_reviews')
            .select('id')
            .where('match_id', '=', matchId)
            .where('kind', '=', 'half-time-differs')
            .where('resolved_at', 'is', null),
        ),
      ),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row && scoreOf(row.half_home_score, row.half_away_score)) ?? undefined;
}

/** Returns all result reports of a match, or the last `limit` of them, newest first. */
export async function listReports(db: Db | Trx, matchId: MatchId, limit?: number): Promise<readonly StoredReport[]> {
  const reports = db.selectFrom('match_reports').selectAll().where('match_id', '=', matchId).orderBy('number', 'desc');
  return (await (limit === undefined ? reports : reports.limit(limit)).execute()).map(fromRow);
}

const fromRow = (row: Selectable<MatchReportTable>): StoredReport => ({
  number: row.number,
  matchId: row.match_id,
  source: row.source,
  sourceMatch: row.source_match,
  status: row.status,
  score: scoreOf(row.home_score, row.away_score),
  halfTime: scoreOf(row.half_home_score, row.half_away_score),
  laterScores: row.later_scores,
  reportedAt: row.reported_at,
});
