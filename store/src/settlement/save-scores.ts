import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { type Match, suspendedBecause } from '@touchline/core/matches';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import { lockMatches, wakeReplicas } from '../matches/lock-matches.ts';
import {
  type Doubt,
  kickedOffEarlier,
  kickoffWithScore,
  movedToByScore,
  movedTooFar,
  reviewsOfResult,
} from '../matches/match-doubt.ts';
import { matchFromRow, storedMarkets } from '../matches/match-record.ts';
import { resolveAnswered, saveDoubts, suspendUnderReview } from '../matches/match-reviews.ts';
import { writePriceChanges } from '../matches/write-matches.ts';
import { notifyOfScore } from '../notifications/insert-notifications.ts';
import { type MatchReport, recordReports } from './match-reports.ts';
import { ruleAtEnd } from './rulings.ts';

/** A provider's score of one match, current or final. */
export type ReportedScore = {
  readonly providerEventId: string;
  readonly score: Score;
  readonly state: 'in-play' | 'final';
  /** When it kicked off, if reported; sometimes not as announced. */
  readonly kickoffAt?: Instant;
  /** Who reported a final score; by default the provider alone. Two that agree answer the open reviews of the result. */
  readonly reportedBy?: 'both' | 'second';
};

export type SavedScores = {
  /** Open matches whose score changed. */
  readonly changed: readonly MatchId[];
  /** Open matches that have ended. */
  readonly finished: readonly MatchId[];
  /** New doubts that an admin must review. */
  readonly reviews: readonly Doubt[];
};

/**
 * Stores scores at `at`. A final score ends an open match and is its first ruling. Ended matches do not change: a final score that is
 * neither the recorded one nor the one that this provider reported last is left to a review. Final scores that change after the end are
 * recorded, however long ago it was; the caller records all other result reports (`recordReports`) afterwards, in the same transaction. A match
 * with a score has kicked off: if its first score comes with another kick-off that has passed, that counts. Bets placed since an earlier
 * one are void; a later one keeps bets that a wrong earlier one would have made void. A match that was moved too far for bets to stand is
 * suspended and left to a review: its final score is only its score so far. Only changes are written, each with the next `seq`,
 * and replicas are woken at the commit. Unknown matches are ignored.
 */
export async function saveScores(
  trx: Trx,
  provider: string,
  reports: readonly ReportedScore[],
  at: Instant,
): Promise<SavedScores> {
  await lockMatches(trx);
  const changes = await readChanges(trx, provider, reports, at);
  const news = changes.filter(({ kind }) => kind === 'changed' || kind === 'finished');
  await recordReports(trx, provider, changes.flatMap(reportAfterEnd), at);
  const corrections = changes.flatMap((change) => (change.kind === 'disputed' ? scoreCorrected(change) : []));
  const movedTooFar = changes.flatMap((change) => change.movedTooFar ?? []);
  const reviews = await saveDoubts(trx, [...earlierKickoffs(news, at), ...corrections, ...movedTooFar], at);
  if (news.length > 0) {
    await writeScores(trx, news, at);
    for (const change of news) await notifyIfScored(trx, change);
    for (const { id, kind, reportedBy } of news) {
      if (kind !== 'finished') continue;
      await ruleAtEnd(trx, id, reportedBy);
      if (reportedBy) await resolveAnswered(trx, [id], reviewsOfResult, at);
    }
    await wakeReplicas(trx);
  }
  const undecided = reviews.filter(({ kind }) => kind === 'moved-too-far').map(({ matchId }) => matchId);
  if (undecided.length > 0) await suspendUnderReview(trx, undecided, at);
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).map((change) => change.id);
  return { changed: of('changed'), finished: of('finished'), reviews };
}

type Change = {
  readonly id: MatchId;
  readonly providerEventId: string;
  readonly score: Score;
  readonly known: Score | null;
  readonly match: Match;
  /** `disputed`, `confirmed`: after the end the provider reports another final score than last, which is not or is the result. */
  readonly kind: 'unchanged' | 'changed' | 'finished' | 'disputed' | 'confirmed';
  /** Of a disputed score: the number of the provider's last recorded final report, 0 without one. */
  readonly afterReport?: number;
  readonly reportedBy?: ReportedScore['reportedBy'];
  /** Set if it kicked off at another time than announced last. */
  readonly kickoff?: { readonly was: Instant; readonly is: Instant };
  /** Set if it was moved too far for bets to stand. */
  readonly movedTooFar?: Doubt;
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
  const lastFinals = await lastFinalScores(trx, provider, finished);
  return rows.flatMap((row): readonly Change[] => {
    const report = byEvent.get(row.provider_event_id);
    if (!report) return [];
    const match = matchFromRow(row);
    const { id, status, score: known } = match;
    const { providerEventId, score, reportedBy } = report;
    const change = { id, providerEventId, score, known, match, ...(reportedBy && { reportedBy }) };
    if (status === 'void') return [];
    if (status === 'finished') {
      const last = lastFinals.get(id);
      // If an admin ruled against the provider, it merely repeats its report.
      const isRepeated = last !== undefined && isSameScore(last, score);
      if (isRepeated || report.state !== 'final') return [];
      const kind = known && isSameScore(known, score) ? 'confirmed' : 'disputed';
      return [{ ...change, kind, afterReport: last?.number ?? 0 }];
    }
    return [openChange(change, report, row.first_kickoff_at, at)];
  });
}

/** Returns what a report changes of an open match. */
function openChange(
  change: Omit<Change, 'kind'>,
  { state, kickoffAt: reported }: ReportedScore,
  firstKickoffAt: Instant,
  at: Instant,
): Change {
  const { id, match, known, score } = change;
  const was = match.kickoffAt;
  const is = kickoffWithScore(match, reported, at);
  const moved = is !== was && { kickoff: { was, is } };
  const isFinal = state === 'final';
  const movedTo = movedToByScore({ match, firstKickoffAt }, { reported, isFinal }, at);
  if (isFinal && movedTo === undefined) return { ...change, kind: 'finished', ...moved };
  const doubt = movedTo !== undefined && {
    movedTooFar: movedTooFar(id, { firstKickoffAt, movedTo }, isFinal ? score : undefined),
  };
  const isSame = known !== null && isSameScore(known, score);
  return { ...change, kind: isSame && !moved ? 'unchanged' : 'changed', ...moved, ...doubt };
}

const isSameScore = (one: Score, other: Score): boolean => one.home === other.home && one.away === other.away;

/** Returns the final score of each match that the provider reported last; extra time may be in it. */
async function lastFinalScores(
  trx: Trx,
  provider: string,
  matchIds: readonly MatchId[],
): Promise<ReadonlyMap<MatchId, Score & { readonly number: number }>> {
  if (matchIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('match_reports')
    .distinctOn('match_id')
    .select(['match_id', 'number', 'home_score', 'away_score'])
    .where(sql<boolean>`match_id = any(${matchIds}::uuid[])`)
    .where('source', '=', provider)
    .where('status', '=', 'final')
    .orderBy('match_id')
    .orderBy('number', 'desc')
    .execute();
  return new Map(
    rows.flatMap(({ match_id, number, home_score: home, away_score: away }) =>
      home === null || away === null ? [] : [[match_id, { home, away, number }] as const],
    ),
  );
}

/** A score that counts by the second provider is not this provider's report. */
const reportAfterEnd = ({
  id: matchId,
  kind,
  providerEventId: sourceMatch,
  score,
  reportedBy,
}: Change): readonly MatchReport[] =>
  (kind === 'disputed' || kind === 'confirmed') && !reportedBy
    ? [{ matchId, sourceMatch, status: 'final', score, halfTime: null, laterScores: [] }]
    : [];

/** The last report is in the subject, because a score that was corrected and corrected back may be corrected again. */
function scoreCorrected({ id: matchId, known, score, afterReport }: Change): Doubt | [] {
  if (!known) return [];
  const facts = { was: scoreText(known), is: scoreText(score) };
  const subject = `${facts.was} to ${facts.is} after report ${afterReport}`;
  return { matchId, kind: 'score-corrected', subject, facts };
}

const scoreText = ({ home, away }: Score): string => `${home}-${away}`;

const earlierKickoffs = (changes: readonly Change[], seenAt: Instant): readonly Doubt[] =>
  changes.flatMap(({ id, kickoff }) => (kickoff && kickedOffEarlier(id, { ...kickoff, seenAt })) || []);

/** A goal that is first known from the final score comes with the settlement of the bets. */
async function notifyIfScored(trx: Trx, { id: matchId, score, known, match, kind }: Change): Promise<void> {
  const before = known ?? { home: 0, away: 0 };
  if (kind !== 'changed' || isSameScore(before, score)) return;
  const scorers = (['home', 'away'] as const).filter((side) => score[side] > before[side]);
  await notifyOfScore(trx, { matchId, homeTeam: match.homeTeam, awayTeam: match.awayTeam, score, scorers });
}

/** After a goal the open markets are suspended, because their prices are from before it. */
const marketsAfter = ({ score, known, match, kind }: Change): Match['markets'] =>
  kind === 'finished' || isSameScore(known ?? { home: 0, away: 0 }, score)
    ? match.markets
    : suspendedBecause('score-changed', match.markets);

async function writeScores(trx: Trx, changes: readonly Change[], at: Instant): Promise<void> {
  const after = changes.map((change) => ({ ...change, markets: marketsAfter(change) }));
  const rows = after.map(({ id, score, kind, markets, kickoff }) => ({
    id,
    kickoff_at: kickoff ? new Date(kickoff.is).toISOString() : null,
    markets: storedMarkets(markets),
    home_score: score.home,
    away_score: score.away,
    status: kind === 'finished' ? 'finished' : 'open',
  }));
  await sql`
    update matches as known set seq = nextval('match_seq'), home_score = row.home_score, away_score = row.away_score,
      kickoff_at = coalesce(row.kickoff_at, known.kickoff_at), status = row.status, ended_at = case when row.status = 'finished' then ${new Date(at)}::timestamptz end,
      updated_at = ${new Date(at)}::timestamptz, markets = row.markets
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, kickoff_at timestamptz, home_score integer, away_score integer, status text, markets jsonb)
    where known.id = row.id and known.status = 'open'`.execute(trx);
  await writePriceChanges(
    trx,
    after.map(({ id, match, markets }) => ({ known: match, match: { id, markets } })),
  );
}
