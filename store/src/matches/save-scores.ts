import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import { ruleAtEnd } from '../settlement/rulings.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { type Doubt, kickedOffEarlier } from './match-doubt.ts';
import { matchFromRow } from './match-record.ts';
import { saveDoubts } from './match-reviews.ts';

/** What a provider says of one match: a score so far, or the final one. */
export type ReportedScore = {
  readonly providerEventId: string;
  readonly score: Score;
  readonly state: 'in-play' | 'final';
  /** When it kicked off, where that is told: sometimes earlier than it was announced. */
  readonly kickoffAt?: Instant;
};

export type SavedScores = {
  /** Open matches whose score changed. */
  readonly changed: readonly MatchId[];
  /** Matches that ended by this. */
  readonly finished: readonly MatchId[];
  /** Finished matches of which the provider now tells another score; nothing was changed: that takes a person. */
  readonly disputed: readonly DisputedScore[];
  /** What somebody has to look at because of it, without what was known before. */
  readonly reviews: readonly Doubt[];
};
export type DisputedScore = { readonly matchId: MatchId; readonly known: Score; readonly told: Score };

/**
 * Takes over scores at `at`. A final one ends the match; a match that ended stays as it is. A match with a score has begun: where
 * that was earlier than announced its kick-off is put right, and what was bet on it in between is void. Only changes are written,
 * each with the next `seq`; replicas are woken at the commit. Matches that are not known are left out.
 */
export async function saveScores(
  trx: Trx,
  provider: string,
  reports: readonly ReportedScore[],
  at: Instant,
): Promise<SavedScores> {
  await lockMatches(trx);
  const changes = await readChanges(trx, provider, reports, at);
  const news = changes.filter((change) => change.kind !== 'disputed');
  const reviews = await putKickoffsRight(trx, news, at);
  if (news.length > 0) {
    await writeScores(trx, news, at);
    for (const { id, kind } of news) if (kind === 'finished') await ruleAtEnd(trx, id);
    await wakeReplicas(trx);
  }
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map((change) => change.id);
  const disputed = changes.flatMap(({ id, score, known, kind }) =>
    kind === 'disputed' && known ? [{ matchId: id, known, told: score }] : [],
  );
  return { changed: of('changed'), finished: of('finished'), disputed, reviews };
}

type Change = {
  readonly id: MatchId;
  readonly score: Score;
  readonly known: Score | null;
  readonly kind: 'changed' | 'finished' | 'disputed';
  /** Where it kicked off earlier than was known. */
  readonly earlier?: { readonly eventId: string; readonly was: Instant; readonly is: Instant };
};

async function readChanges(
  trx: Trx,
  provider: string,
  reports: readonly ReportedScore[],
  at: Instant,
): Promise<readonly Change[]> {
  const byEvent = new Map(reports.map((report) => [report.providerEventId, report]));
  const rows = await trx
    .selectFrom('matches')
    .selectAll()
    .where('provider', '=', provider)
    .where(sql<boolean>`provider_event_id = any(${[...byEvent.keys()]}::text[])`)
    .execute();
  const finished = rows.filter((row) => row.status === 'finished').map((row) => row.id);
  const toldBefore = await scoresToldBefore(trx, finished);
  return rows.flatMap((row): readonly Change[] => {
    const report = byEvent.get(row.provider_event_id);
    if (!report) return [];
    const { id, status, score: known, kickoffAt: was } = matchFromRow(row);
    const { score, kickoffAt: is = was } = report;
    const isSame = known !== null && isSameScore(known, score);
    if (status === 'void') return [];
    if (status === 'finished') {
      // Somebody ruled against the provider, which only says again what it said.
      const isOld = isSame || toldBefore.some((before) => before.match_id === id && isSameScore(before, score));
      return isOld || report.state !== 'final' ? [] : [{ id, score, known, kind: 'disputed' }];
    }
    const earlier = was > at && is <= at && { earlier: { eventId: row.provider_event_id, was, is } };
    if (report.state === 'final') return [{ id, score, known, kind: 'finished', ...earlier }];
    return isSame && !earlier ? [] : [{ id, score, known, kind: 'changed', ...earlier }];
  });
}

const isSameScore = (one: Score, other: Score): boolean => one.home === other.home && one.away === other.away;

/** The final scores by which the provider ended these matches. */
async function scoresToldBefore(
  trx: Trx,
  matchIds: readonly MatchId[],
): Promise<readonly (Score & { readonly match_id: MatchId })[]> {
  if (matchIds.length === 0) return [];
  const rows = await trx
    .selectFrom('match_results')
    .select(['match_id', 'home_score', 'away_score'])
    .where(sql<boolean>`match_id = any(${matchIds}::uuid[])`)
    .where('actor', '=', 'system:results')
    .execute();
  return rows.flatMap(({ match_id, home_score: home, away_score: away }) =>
    home === null || away === null ? [] : [{ match_id, home, away }],
  );
}

async function putKickoffsRight(trx: Trx, changes: readonly Change[], at: Instant): Promise<readonly Doubt[]> {
  const begun = changes.flatMap(({ id, earlier }) => (earlier ? [{ id, ...earlier }] : []));
  if (begun.length === 0) return [];
  const rows = begun.map(({ id, is }) => ({ id, kickoff_at: new Date(is).toISOString() }));
  await sql`
    update matches as known set kickoff_at = row.kickoff_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, kickoff_at timestamptz)
    where known.id = row.id and known.status = 'open'`.execute(trx);
  return saveDoubts(
    trx,
    begun.flatMap(({ id, eventId, was, is }) => kickedOffEarlier(id, eventId, { was, is, seenAt: at }) ?? []),
    at,
  );
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
