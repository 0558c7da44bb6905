import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/matches';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import { ruleAtEnd } from '../settlement/rulings.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { matchFromRow } from './match-record.ts';

/** What a provider says of one match: a score so far, or the final one. */
export type ReportedScore = {
  readonly providerEventId: string;
  readonly score: Score;
  readonly state: 'in-play' | 'final';
};

export type SavedScores = {
  /** Open matches whose score changed. */
  readonly changed: readonly MatchId[];
  /** Matches that ended by this. */
  readonly finished: readonly MatchId[];
  /** Finished matches of which the provider now tells another score; nothing was changed: that takes a person. */
  readonly disputed: readonly DisputedScore[];
};
export type DisputedScore = { readonly matchId: MatchId; readonly known: Score; readonly told: Score };

/**
 * Takes over scores at `at`. A final one ends the match; a match that ended stays as it is. Only changes are written, each with
 * the next `seq`; replicas are woken at the commit. Matches that are not known are left out.
 */
export async function saveScores(
  trx: Trx,
  provider: string,
  reports: readonly ReportedScore[],
  at: Instant,
): Promise<SavedScores> {
  await lockMatches(trx);
  const changes = await readChanges(trx, provider, reports);
  const news = changes.filter((change) => change.kind !== 'disputed');
  if (news.length > 0) {
    await writeScores(trx, news, at);
    for (const { id, kind } of news) if (kind === 'finished') await ruleAtEnd(trx, id);
    await wakeReplicas(trx);
  }
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map((change) => change.id);
  const disputed = changes.flatMap(({ id, score, known, kind }) =>
    kind === 'disputed' && known ? [{ matchId: id, known, told: score }] : [],
  );
  return { changed: of('changed'), finished: of('finished'), disputed };
}

type Change = {
  readonly id: MatchId;
  readonly score: Score;
  readonly known: Score | null;
  readonly kind: 'changed' | 'finished' | 'disputed';
};

async function readChanges(trx: Trx, provider: string, reports: readonly ReportedScore[]): Promise<readonly Change[]> {
  const byEvent = new Map(reports.map((report) => [report.providerEventId, report]));
  const rows = await trx
    .selectFrom('matches')
    .selectAll()
    .where('provider', '=', provider)
    .where(sql<boolean>`provider_event_id = any(${[...byEvent.keys()]}::text[])`)
    .execute();
  return rows.flatMap((row): readonly Change[] => {
    const report = byEvent.get(row.provider_event_id);
    if (!report) return [];
    const { id, status, score: known } = matchFromRow(row);
    const { score } = report;
    const isSame = known !== null && known.home === score.home && known.away === score.away;
    if (status === 'void') return [];
    if (status === 'finished')
      return isSame || report.state !== 'final' ? [] : [{ id, score, known, kind: 'disputed' }];
    if (report.state === 'final') return [{ id, score, known, kind: 'finished' }];
    return isSame ? [] : [{ id, score, known, kind: 'changed' }];
  });
}

async function writeScores(trx: Trx, changes: readonly Change[], at: Instant): Promise<void> {
  const rows = changes.map(({ id, score, kind }) => ({
    id,
    home_score: score.home,
    away_score: score.away,
    status: kind === 'finished' ? 'finished' : 'open',
  }));
  await sql`
    update matches as known set seq = nextval('match_seq'), home_score = row.home_score, away_score = row.away_score,
      status = row.status, ended_at = case when row.status = 'finished' then ${new Date(at)}::timestamptz end,
      updated_at = ${new Date(at)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, home_score integer, away_score integer, status text)
    where known.id = row.id and known.status = 'open'`.execute(trx);
}
