import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { isMovedTooFar, isSkippedPlay, type LeagueKey, leagues, type MatchClock } from '@touchline/core/matches';
import { lastKickoffsOfFinished, listRecentMatches, type MatchRecord, readQuota } from '@touchline/store/matches';
import {
  lastReports,
  missingHalfTimes,
  recordReports,
  recordScoreSoFar,
  type StoredReport,
  saveScores,
} from '@touchline/store/settlement';
import { scoresOfSkippedEveryMs } from '../odds/plan-month.ts';
import { type Breaker, type BreakerDeps, createBreaker } from '../provider/breaker.ts';
import type { ResultsProvider } from '../provider/football-data.ts';
import { forEachConcurrently } from '../provider/for-each-concurrently.ts';
import { readScores, type ScoreReport } from '../provider/read-scores.ts';
import { type BackOff, createBackOff } from '../provider/retry.ts';
import { eventIdOf, readList } from '../provider/wire.ts';
import {
  canReadAgain,
  countReport,
  delistedSince,
  halfTimeAwaitedMs,
  hasStood,
  isContradicted,
  keepOnly,
  listedSince,
  type RepeatedScore,
  type Silence,
  scoresEveryMs,
} from './result-rules.ts';
import {
  createReminder,
  type FinalScores,
  isSwappedIn,
  type JudgedScore,
  judgeReport,
  logReviews,
  orientedScore,
  type Reviewing,
  saveReview,
  scoreText,
} from './review-scores.ts';
import { createSecondSource, type SecondSource } from './second-source.ts';
import { voidUnplayed } from './void-unplayed.ts';

/** `baseMs` is the time from tick to tick. */
export type FetchResultsDeps = BreakerDeps & {
  /** A second provider of results, if there is one. */
  readonly results?: ResultsProvider | undefined;
  /** How long a final score must stay the same, in at least two responses, before bets are settled by it. */
  readonly stableForMs: number;
  /** How fast matches are played. */
  readonly clock: MatchClock;
  /** Called after the commit when bets can be settled. */
  readonly onEnded: () => Promise<void>;
  /** Called after the commit when a match has ended or needs an admin. */
  readonly announceMarket: (matchId: MatchId) => void;
};

/** What is remembered between ticks. */
type Polling = FetchResultsDeps &
  Reviewing & {
    readonly breaker: Breaker;
    readonly backOff: BackOff;
    /** When each league was last polled. */
    readonly polledAt: Map<LeagueKey, Instant>;
    readonly finals: FinalScores;
    /** Scores in play, by match, and since when each is the same. */
    readonly scores: Map<MatchId, RepeatedScore>;
    /** Since when responses no longer list a match that has kicked off. */
    readonly missingSince: Map<MatchId, Instant>;
    /** Matches that the last request of their league did not find. */
    readonly silences: Map<MatchId, Silence>;
    readonly second: SecondSource | undefined;
  };

/**
 * Creates the tick of the results: it polls the scores of leagues with a match in play or overdue, or with a result that may still
 * be corrected; ends matches that are over; and voids those that were moved too far or never played. It polls nothing while the
 * provider refuses our key. A second provider is asked first, so that a final score on which both agree counts at once. Ticks must not
 * overlap.
 */
export function createFetchResults(deps: FetchResultsDeps): () => Promise<void> {
  const isReminderDue = createReminder(deps.now);
  const silences = new Map<MatchId, Silence>();
  const { results } = deps;
  const polling: Polling = {
    ...deps,
    breaker: createBreaker(deps),
    backOff: createBackOff(deps),
    isReminderDue,
    polledAt: new Map(),
    finals: new Map(),
    scores: new Map(),
    missingSince: new Map(),
    silences,
    second: results && createSecondSource({ ...deps, results, isReminderDue, silences }),
  };
  return async () => {
    const endedBySecond = await pollSecond(polling);
    const recent = await listRecentMatches(deps.db, listedSince(deps.now()));
    forgetEnded(polling, recent.filter(isOpen));
    const isRefused = await polling.breaker.isOpen();
    if (isRefused) recordSilence(silences, new Set(), recent.filter(isOpen), deps.now());
    const finished = isRefused ? 0 : await pollScores(polling, recent);
    const voided = await voidUnplayed(
      polling,
      recent.filter((record) => isOpen(record) && record.provider === deps.api.name),
    );
    await reviewMissingHalfTimes(polling);
    if (endedBySecond + finished + voided > 0) await deps.onEnded();
  };
}

const isOpen = ({ match }: MatchRecord): boolean => match.status === 'open';

/** Forgets what is remembered of matches that have ended, however they did. */
function forgetEnded({ finals, scores, missingSince, silences }: Polling, open: readonly MatchRecord[]): void {
  keepOnly(finals, new Set(open.map(({ providerEventId }) => providerEventId)));
  const ids = new Set(open.map(({ match }) => match.id));
  for (const remembered of [scores, missingSince, silences]) keepOnly<MatchId>(remembered, ids);
}

/** Polls the leagues that are due until the provider refuses us. Returns on how many matches bets can be settled. */
async function pollScores(polling: Polling, recent: readonly MatchRecord[]): Promise<number> {
  const byLeague = Map.groupBy(recent, ({ match }) => match.leagueKey);
  let isRefused = false;
  let finished = 0;
  await forEachConcurrently(4, await dueLeagues(polling, byLeague), async (key) => {
    if (isRefused) return;
    const at = polling.now();
    polling.polledAt.set(key, at);
    const response = await polling.api.scores(key);
    const listed = response.ok ? readList(response.value.body) : undefined;
    recordSilence(polling.silences, new Set(listed?.map(eventIdOf)), (byLeague.get(key) ?? []).filter(isOpen), at);
    if (response.ok) {
      const ended = await saveLeagueScores(polling, key, response.value.body, byLeague.get(key) ?? [], at);
      finished += ended;
    } else if (response.refusal.kind === 'refused-us') {
      isRefused = true;
      await polling.breaker.trip(response.refusal, at);
    } else {
      const inARow = polling.backOff.fail(key, response.refusal, at);
      polling.log.warn({ league: key, problem: response.refusal.message, inARow }, 'scores could not be fetched');
    }
  });
  return finished;
}

async function dueLeagues(
  { db, api, baseMs, backOff, polledAt, ...polling }: Polling,
  byLeague: ReadonlyMap<LeagueKey, readonly MatchRecord[]>,
): Promise<readonly LeagueKey[]> {
  const now = polling.now();
  const quota = await readQuota(db);
  const ended = canReadAgain(quota)
    ? await lastKickoffsOfFinished(db, api.name, listedSince(now))
    : new Map<LeagueKey, Instant>();
  return leagues.flatMap(({ key }) => {
    const matches = (byLeague.get(key) ?? []).flatMap(({ match }) => (match.status === 'open' ? [match] : []));
    const kickoffs = matches.map(({ kickoffAt }) => kickoffAt);
    const delisted = matches.flatMap((match) => (match.kickoffAt > now ? (delistedSince(match) ?? []) : []));
    const inPlayMs = isSkippedPlay(quota?.skipped ?? [], key, now)
      ? Math.max(baseMs, scoresOfSkippedEveryMs)
      : baseMs * (quota?.inPlayStretch ?? 1);
    const everyMs = scoresEveryMs({ kickoffs, delisted, ended: ended.get(key) }, { baseMs, inPlayMs }, now);
    if (everyMs === undefined || backOff.isWaiting(key, now)) return [];
    return now - (polledAt.get(key) ?? 0) >= everyMs - baseMs / 2 ? [key] : [];
  });
}

/** Stores the scores of one response. Returns on how many matches bets can be settled. */
async function saveLeagueScores(
  polling: Polling,
  key: LeagueKey,
  body: unknown,
  recent: readonly MatchRecord[],
  at: Instant,
): Promise<number> {
  const open = recent.filter(isOpen);
  const { db, api, log, backOff, isReminderDue } = polling;
  backOff.succeed(key);
  const { reports, refused } = readScores(body, key);
  for (const { eventId, reason } of refused) {
    if (isReminderDue(`${eventId} ${reason}`))
      log.warn({ league: key, providerEventId: eventId, reason }, 'score rejected');
  }
  const listed = readList(body);
  if (!listed) return 0;
  recordMissing(polling.missingSince, new Set(listed.map(eventIdOf)), open, at);
  const records = new Map(recent.map((record) => [record.providerEventId, record]));
  const seconds = await secondReports(polling, open);
  const judged: JudgedScore[] = [];
  for (const report of reports) {
    const record = records.get(report.providerEventId);
    const second = record && seconds.get(record.match.id);
    const counted = await judgeReport(polling, report, record, second, at);
    if (report.state === 'final' && counted.state !== 'final') polling.second?.await(key);
    judged.push(counted);
  }
  const { finished, reviews } = await db.transaction().execute(async (trx) => {
    const saved = await saveScores(trx, api.name, judged, at);
    await recordReports(trx, api.name, reportsOf(reports, records), at);
    return saved;
  });
  for (const matchId of new Set([...finished, ...reviews.map((review) => review.matchId)]))
    polling.announceMarket(matchId);
  for (const matchId of finished) log.info({ league: key, matchId }, 'match finished');
  logReviews(log, key, reviews);
  let early = 0;
  for (const report of reports) {
    const record = records.get(report.providerEventId);
    if (record && (await isConfirmed(polling, report, record, seconds.get(record.match.id), at))) early += 1;
  }
  return finished.length + early;
}

/**
 * Records a score in play that has stood, if it decides bets. Returns whether it does. One that cannot be recorded stops no other. One of
 * a listing too far from the first announced kick-off decides nothing, as it may be of a replay.
 */
async function isConfirmed(
  { db, log, scores, clock }: Polling,
  report: ScoreReport,
  { match, firstKickoffAt }: MatchRecord,
  second: StoredReport | undefined,
  at: Instant,
): Promise<boolean> {
  const { id: matchId } = match;
  const { score, state, kickoffAt } = report;
  const isOfBets = !isSwappedIn(report, match) && !isMovedTooFar({ kickoffAt, firstKickoffAt });
  if (state === 'final' || match.status !== 'open' || !isOfBets) {
    scores.delete(matchId);
    return false;
  }
  const standing = countReport(scores.get(matchId), score, at, at);
  scores.set(matchId, standing);
  if (!hasStood(standing, match, clock, at) || isContradicted(score, second)) return false;
  try {
    const isNew = await db.transaction().execute((trx) => recordScoreSoFar(trx, matchId, score, at));
    if (isNew) log.info({ matchId, score: scoreText(score) }, 'bets decided during the match');
    return isNew;
  } catch (error) {
    log.error({ matchId, error }, 'the score so far cannot be recorded: investigate');
    return false;
  }
}

/** Has an admin enter half-time scores that no provider reported and that bets need. */
async function reviewMissingHalfTimes(polling: Polling): Promise<void> {
  const now = polling.now();
  for (const matchId of await missingHalfTimes(polling.db, instant(now - halfTimeAwaitedMs))) {
    const isNew = await saveReview(
      polling,
      { matchId, kind: 'half-time-missing', subject: 'half-time', facts: {} },
      now,
    );
    if (isNew) polling.log.error({ matchId }, 'no half-time score, and bets need it: an admin must enter it');
  }
}

/** Returns the second provider's last report of each match. */
async function secondReports(
  { db, second }: Polling,
  open: readonly MatchRecord[],
): Promise<ReadonlyMap<MatchId, StoredReport>> {
  if (!second) return new Map();
  const reports = await lastReports(
    db,
    open.map(({ match }) => match.id),
  );
  return new Map(reports.filter(({ source }) => source === second.name).map((report) => [report.matchId, report]));
}

/** Asks the second provider; returns how many matches ended. Whatever it answers, the scores of the first one count. */
const pollSecond = async ({ second, log }: Polling): Promise<number> =>
  (await second?.poll().catch((error: unknown) => {
    log.error({ error }, 'the second results provider could not be asked');
    return 0;
  })) ?? 0;

/** The reports of known matches as they are recorded. */
const reportsOf = (reports: readonly ScoreReport[], records: ReadonlyMap<string, MatchRecord>) =>
  reports.flatMap((report) => {
    const match = records.get(report.providerEventId)?.match;
    if (!match) return [];
    const { providerEventId: sourceMatch, state: status } = report;
    return [
      { matchId: match.id, sourceMatch, status, score: orientedScore(report, match), halfTime: null, laterScores: [] },
    ];
  });

function recordSilence(
  silences: Map<MatchId, Silence>,
  listed: ReadonlySet<string>,
  open: readonly MatchRecord[],
  at: Instant,
): void {
  for (const { match, providerEventId } of open) {
    if (listed.has(providerEventId)) silences.delete(match.id);
    else silences.set(match.id, { since: silences.get(match.id)?.since ?? at, until: at });
  }
}

function recordMissing(
  missingSince: Map<MatchId, Instant>,
  listed: ReadonlySet<string>,
  open: readonly MatchRecord[],
  at: Instant,
): void {
  for (const { match, providerEventId } of open) {
    if (match.kickoffAt > at || listed.has(providerEventId)) missingSince.delete(match.id);
    else if (!missingSince.has(match.id)) missingSince.set(match.id, at);
  }
}
