import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { isMovedTooFar, type LeagueKey, leagues } from '@touchline/core/matches';
import type { Trx } from '@touchline/store/connect';
import {
  closeIncident,
  type Doubt,
  decidedAliases,
  listRecentMatches,
  type MatchRecord,
  movedTooFar,
  openIncident,
  resolveAnswered,
  saveDoubts,
  suggestAliases,
  suspendForReview,
  suspendUnderReview,
} from '@touchline/store/matches';
import {
  type HalfTimeReport,
  listReports,
  type MatchReport,
  recordedHalfTimes,
  recordHalfTimes,
  recordReports,
  type StoredReport,
  saveScores,
} from '@touchline/store/settlement';
import type { BreakerDeps } from '../provider/breaker.ts';
import type { FeedProblem } from '../provider/feed-problem.ts';
import type { ResultsProvider } from '../provider/football-data.ts';
import { type ListedMatch, readMatchList } from '../provider/read-match-list.ts';
import { type BackOff, createBackOff } from '../provider/retry.ts';
import { identify } from './match-identity.ts';
import {
  countReport,
  isCalledOff,
  isSameScore,
  isSilent,
  isStable,
  isTooOld,
  keepOnly,
  listedSince,
  reportsEveryMs,
  type Silence,
} from './result-rules.ts';
import { type FinalScores, logReviews, type Reviewing, scoreText, subjectSince } from './review-scores.ts';

export type SecondSourceDeps = Pick<BreakerDeps, 'queueEmail' | 'now' | 'baseMs' | 'chance'> &
  Reviewing & {
    readonly results: ResultsProvider;
    readonly stableForMs: number;
    /** Where the first provider's last answer did not list a match, or it did not answer. */
    readonly silences: ReadonlyMap<MatchId, Silence>;
  };

/** The second results provider: its reports are stored, and judge those of the first one. */
export type SecondSource = {
  readonly name: string;
  /** Asks about the leagues that are due, and stores what changed. Returns how many results and half-time scores it recorded. */
  readonly poll: () => Promise<number>;
  /** Has the league asked soon: a final score of the first provider waits. */
  readonly await: (leagueKey: LeagueKey) => void;
};

/** What is remembered between ticks. */
type Polling = SecondSourceDeps & {
  readonly backOff: BackOff;
  readonly polledAt: Map<LeagueKey, Instant>;
  readonly awaited: Set<LeagueKey>;
  readonly finals: FinalScores;
  /** Half-time scores that the first provider does not have yet, by match. */
  readonly halfTimes: FinalScores;
};

export function createSecondSource(deps: SecondSourceDeps): SecondSource {
  const polling: Polling = {
    ...deps,
    backOff: createBackOff(deps),
    polledAt: new Map(),
    awaited: new Set(),
    finals: new Map(),
    halfTimes: new Map(),
  };
  return {
    name: deps.results.name,
    poll: () => pollAll(polling),
    await: (leagueKey) => void polling.awaited.add(leagueKey),
  };
}

/** Kick-offs of the matches that are requested, from now. */
const asked = { beforeMs: hours(72), afterMs: hours(48) };

async function pollAll(polling: Polling): Promise<number> {
  const { db, results, backOff, awaited, polledAt, baseMs, finals, halfTimes } = polling;
  const now = polling.now();
  if (backOff.isWaiting(results.name, now)) return 0;
  const recent = await listRecentMatches(db, listedSince(now));
  const open = new Set(recent.flatMap(({ match }) => (match.status === 'open' ? [match.id] : [])));
  for (const remembered of [finals, halfTimes]) keepOnly<string>(remembered, open);
  const byLeague = Map.groupBy(recent, ({ match }) => match.leagueKey);
  let ended = 0;
  for (const { key } of leagues) {
    const records = byLeague.get(key) ?? [];
    if (!results.covers(key) || backOff.isWaiting(key, now)) continue;
    const kickoffsOf = (status: 'open' | 'finished') =>
      records.filter(({ match }) => match.status === status).map(({ match }) => match.kickoffAt);
    const lastEnded = kickoffsOf('finished').at(-1);
    const everyMs = reportsEveryMs(
      { kickoffs: kickoffsOf('open'), ended: lastEnded },
      { baseMs, isAwaited: awaited.has(key) },
      now,
    );
    if (everyMs === undefined || now - (polledAt.get(key) ?? 0) < everyMs - baseMs / 2) continue;
    if (results.acceptsFrom() > polling.now()) break;
    polledAt.set(key, now);
    const answer = await results.matches(key, instant(now - asked.beforeMs), instant(now + asked.afterMs));
    if (!answer.ok) {
      await noteProblem(polling, key, answer.refusal);
      if (answer.refusal.kind === 'refused-us') break;
      continue;
    }
    awaited.delete(key);
    await noteAnswer(polling, key);
    ended += await saveLeague(polling, key, answer.value, records);
  }
  return ended;
}

async function noteProblem(polling: Polling, key: LeagueKey, problem: FeedProblem): Promise<void> {
  const { db, results, backOff, log, queueEmail } = polling;
  const at = polling.now();
  if (problem.kind !== 'refused-us') {
    const inARow = backOff.fail(key, problem, at);
    log.warn({ league: key, problem: problem.message, inARow }, 'second results provider does not answer');
    return;
  }
  backOff.fail(results.name, problem, at);
  const incident = { provider: results.name, kind: 'results-refused', problem: problem.message, openedAt: at } as const;
  const email = await openIncident(db, incident);
  if (email === undefined) return;
  log.error({ problem: problem.message }, 'second results provider refuses our token');
  queueEmail(email);
}

async function noteAnswer({ db, results, backOff, now }: Polling, key: LeagueKey): Promise<void> {
  backOff.succeed(key);
  backOff.succeed(results.name);
  await closeIncident(db, results.name, 'results-refused', now());
}

/** Stores the reports of one response. Returns how many matches it ended, and how many half-time scores it recorded. */
async function saveLeague(
  polling: Polling,
  leagueKey: LeagueKey,
  body: unknown,
  records: readonly MatchRecord[],
): Promise<number> {
  const { db, results, log, isReminderDue } = polling;
  const at = polling.now();
  const read = readMatchList(body);
  if (!read) {
    if (isReminderDue(`${leagueKey} no list`)) log.warn({ league: leagueKey }, 'second results provider sent no list');
    return 0;
  }
  for (const { sourceMatch, reason } of read.refused) {
    if (isReminderDue(`${sourceMatch} ${reason}`))
      log.warn({ league: leagueKey, sourceMatch, reason }, 'report rejected');
  }
  const { source, pairs, suggestions } = {
    source: results.name,
    ...identified(read.matches, records, await decidedAliases(db, { source: results.name, leagueKey })),
  };
  const { recorded, doubts, halfTimes } = await db.transaction().execute(async (trx) => {
    const recorded = await recordReports(
      trx,
      source,
      pairs.map(({ listed, record }) => ({ ...listed, matchId: record.match.id })),
      at,
    );
    const known = new Map(pairs.map(({ record }) => [record.match.id, record]));
    const doubts = await saveDoubts(
      trx,
      recorded.flatMap((report) => doubtAbout(report, known.get(report.matchId)) ?? []),
      at,
    );
    const calledOff = doubts.filter(({ kind }) => kind === 'called-off').map(({ matchId }) => matchId);
    if (calledOff.length > 0) await suspendUnderReview(trx, calledOff, at);
    const goOn = recorded.filter(({ status }) => !isCalledOff(status)).map(({ matchId }) => matchId);
    await resolveAnswered(trx, goOn, ['called-off'], at);
    await suggestAliases(
      trx,
      suggestions.map(({ name, team, facts }) => ({ source, leagueKey, name, team, facts })),
      at,
    );
    const halves = await judgeHalfTimes(polling, trx, pairs, at);
    const halfTimes = await recordHalfTimes(trx, halves.reports, at);
    return { recorded, halfTimes, doubts: [...doubts, ...(await saveDoubts(trx, halves.doubts, at))] };
  });
  for (const { matchId, kind } of doubts)
    log.error({ league: leagueKey, matchId, kind }, 'second results provider: review needed');
  for (const { matchId } of halfTimes) log.info({ league: leagueKey, matchId }, 'half-time score recorded');
  for (const { matchId } of recorded) polling.announceMarket(matchId);
  return halfTimes.length + (await endAlone(polling, pairs, at));
}

type Pair = { readonly listed: ListedMatch; readonly record: MatchRecord };

/** Finds the matches that are listed among ours. */
function identified(
  listed: readonly ListedMatch[],
  records: readonly MatchRecord[],
  decided: Parameters<typeof identify>[2],
) {
  const byId = new Map(records.map((record) => [record.match.id, record]));
  const own = records.map(({ match }) => match);
  const pairs = new Map<MatchId, Pair>();
  const suggestions: {
    readonly name: string;
    readonly team: string;
    readonly facts: Readonly<Record<string, string>>;
  }[] = [];
  for (const listedMatch of listed) {
    const identity = identify(listedMatch, own, decided);
    if (identity.kind === 'known') {
      const record = byId.get(identity.match.id);
      if (record && !pairs.has(identity.match.id)) pairs.set(identity.match.id, { listed: listedMatch, record });
    }
    if (identity.kind !== 'doubtful') continue;
    for (const { name, team, match } of identity.suggestions) {
      const facts = {
        theirs: `${listedMatch.homeNames[0]} – ${listedMatch.awayNames[0]}`,
        ours: `${match.homeTeam} – ${match.awayTeam}`,
        kickoffAt: new Date(listedMatch.kickoffAt).toISOString(),
      };
      suggestions.push({ name, team, facts });
    }
  }
  return { pairs: [...pairs.values()], suggestions };
}

/**
 * Chooses the half-time scores to record. At half-time one counts once the first provider's score is the same; with the final score it
 * counts by itself. One that differs from the first provider's score for as long as a final score waits, or from the one recorded, is
 * left to an admin.
 */
async function judgeHalfTimes(
  { results: { name: source }, halfTimes, stableForMs }: Polling,
  trx: Trx,
  pairs: readonly Pair[],
  at: Instant,
): Promise<{ readonly reports: readonly HalfTimeReport[]; readonly doubts: readonly Doubt[] }> {
  const reported = pairs.flatMap(({ listed, record: { match } }) => {
    const { status } = listed;
    const score = reportedHalf(listed);
    return score ? [{ status, score, match }] : [];
  });
  const recorded = await recordedHalfTimes(
    trx,
    reported.map(({ match }) => match.id),
  );
  const reports: HalfTimeReport[] = [];
  const doubts: Doubt[] = [];
  for (const { status, score, match } of reported) {
    const { id: matchId } = match;
    const differsFrom = async (facts: Doubt['facts']) => {
      const otherwise = (await listReports(trx, matchId)).find((earlier) => {
        const half = reportedHalf(earlier);
        return earlier.source === source && half && !isSameScore(half, score);
      });
      doubts.push({
        matchId,
        kind: 'half-time-differs',
        subject: subjectSince(`${source} ${scoreText(score)}`, [otherwise]),
        facts: { ...facts, [source]: scoreText(score) },
      });
    };
    const known = recorded.get(matchId);
    if (known) {
      if (!isSameScore(known, score)) await differsFrom({ halfTime: scoreText(known) });
    } else if (status === 'final') {
      if (match.status === 'finished') reports.push({ matchId, score, source, isAgreed: false });
    } else if (match.status === 'open') {
      const now = match.score ?? { home: 0, away: 0 };
      if (isSameScore(now, score)) {
        halfTimes.delete(matchId);
        reports.push({ matchId, score, source, isAgreed: true });
        continue;
      }
      const waiting = countReport(halfTimes.get(matchId), score, at, at);
      halfTimes.set(matchId, waiting);
      if (isStable(waiting, stableForMs, at)) await differsFrom({ score: scoreText(now) });
    }
  }
  return { reports, doubts };
}

/** Returns the half-time score of a report that is from half-time or the end; that of one in play may be the current score. */
const reportedHalf = ({ status, halfTime }: Pick<MatchReport, 'status' | 'halfTime'>): Score | null =>
  status === 'half-time' || status === 'final' ? halfTime : null;

/** Returns what an admin has to know about a new report. */
function doubtAbout(report: StoredReport, record: MatchRecord | undefined): Doubt | undefined {
  if (!record) return undefined;
  const { id: matchId, status, score: known } = record.match;
  const { source, number, score } = report;
  const raise = (kind: Doubt['kind'], facts: Doubt['facts']): Doubt => ({
    matchId,
    kind,
    subject: `${source} ${number}`,
    facts,
  });
  if (status === 'open' && isCalledOff(report.status)) return raise('called-off', { source, status: report.status });
  if (report.status === 'awarded')
    return raise('result-awarded', { source, ...(score && { score: scoreText(score) }) });
  if (status !== 'finished' || report.status !== 'final' || !known || !score || isSameScore(known, score))
    return undefined;
  return raise('sources-disagree', { score: scoreText(known), [source]: scoreText(score) });
}

/**
 * Ends matches by a final score that the second provider has kept, where the first one no longer lists the match. One of a kick-off too far
 * from the first one is left to an admin, as it may be of a replay.
 */
async function endAlone(polling: Polling, pairs: readonly Pair[], at: Instant): Promise<number> {
  const { db, log, finals, stableForMs, silences, announceMarket } = polling;
  let ended = 0;
  for (const { listed, record } of pairs) {
    const { id: matchId, kickoffAt, status, leagueKey } = record.match;
    if (status !== 'open' || listed.status !== 'final' || listed.score === null) {
      finals.delete(matchId);
      continue;
    }
    const final = countReport(finals.get(matchId), listed.score, at, at);
    finals.set(matchId, final);
    if (isTooOld(kickoffAt, at) || !isSilent(silences.get(matchId)) || !isStable(final, stableForMs, at)) continue;
    const { providerEventId, provider, firstKickoffAt } = record;
    if (isMovedTooFar({ kickoffAt: listed.kickoffAt, firstKickoffAt })) {
      const doubt = movedTooFar(matchId, { firstKickoffAt, movedTo: listed.kickoffAt }, listed.score);
      if (!(await db.transaction().execute((trx) => suspendForReview(trx, doubt, at)))) continue;
      announceMarket(matchId);
      logReviews(log, leagueKey, [doubt]);
      continue;
    }
    const report = { providerEventId, score: listed.score, state: 'final', reportedBy: 'second' } as const;
    const { finished, reviews } = await db.transaction().execute((trx) => saveScores(trx, provider, [report], at));
    finals.delete(matchId);
    ended += finished.length;
    if (finished.length + reviews.length > 0) announceMarket(matchId);
    logReviews(log, leagueKey, reviews);
    if (finished.length > 0)
      log.warn({ league: leagueKey, matchId }, 'match finished by the second results provider alone');
  }
  return ended;
}
