import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { type LeagueKey, leagues, type Match, marketsIn } from '@touchline/core/matches';
import {
  type Doubt,
  lastKickoffsOfFinished,
  listOpenMatches,
  type MatchRecord,
  readQuota,
  saveDoubts,
} from '@touchline/store/matches';
import { saveScores, voidMatch, voidPostponedMatch } from '@touchline/store/settlement';
import { atMost } from '../provider/at-most.ts';
import { type BreakerDeps, createBreaker } from '../provider/breaker.ts';
import { readScores, type ScoreReport } from '../provider/read-scores.ts';
import { retryAfterMs } from '../provider/retry.ts';
import {
  canReadAgain,
  type FinalScore,
  isOverdue,
  isPostponed,
  isStable,
  isTooOld,
  listedSince,
  needsReview,
  scoresEveryMs,
  toldAgain,
  wasNotPlayed,
} from './result-rules.ts';

/** `baseMs` is the time from tick to tick. */
export type FetchResultsDeps = BreakerDeps & {
  /** How long a final score has to stay the same, in two answers at least, before bets are settled by it. */
  readonly stableForMs: number;
  /** Told when matches have ended, after the commit. */
  readonly onEnded: () => Promise<void>;
  /** Told when a match has ended or somebody has to look at it, after the commit. */
  readonly announceMarket: (matchId: MatchId) => void;
};

/**
 * Makes the tick of the results: it asks for the scores of every league that has a match in play or overdue, or one that ended and
 * may be corrected, ends the matches that are over, and gives up those that were postponed or never played. While the provider
 * refuses our key it asks nothing. Ticks must not overlap.
 */
export function createFetchResults(deps: FetchResultsDeps): () => Promise<void> {
  const { db, api, log } = deps;
  const askedAt = new Map<string, Instant>();
  const failures = new Map<string, number>();
  const notBefore = new Map<string, Instant>();
  const missedAt = new Map<string, Instant>();
  const finals = new Map<string, FinalScore>();
  const isTimeToSay = createReminder(deps.now);

  const breaker = createBreaker(deps);
  let isRefused = false;

  return async () => {
    const open = await listOpenMatches(db);
    const byLeague = Map.groupBy(open, ({ match }) => match.leagueKey);
    isRefused = await breaker.isOpen();
    const due = isRefused ? [] : await dueLeagues(byLeague);
    let ended = 0;
    await atMost(4, due, async (key) => {
      if (!isRefused) ended += await askLeague(key, byLeague.get(key) ?? []);
    });
    ended += await giveUp(open.filter(({ provider }) => provider === api.name));
    if (ended > 0) await deps.onEnded();
  };

  async function dueLeagues(byLeague: ReadonlyMap<LeagueKey, readonly MatchRecord[]>): Promise<readonly LeagueKey[]> {
    const now = deps.now();
    const ended = canReadAgain(await readQuota(db))
      ? await lastKickoffsOfFinished(db, api.name, listedSince(now))
      : new Map<LeagueKey, Instant>();
    return leagues.flatMap(({ key }) => {
      const open = (byLeague.get(key) ?? []).map(({ match }) => match);
      const kickoffs = open.map(({ kickoffAt }) => kickoffAt);
      const gone = open.flatMap((match) => (match.kickoffAt > now ? (goneSince(match) ?? []) : []));
      const everyMs = scoresEveryMs({ kickoffs, gone, ended: ended.get(key) }, deps.baseMs, now);
      if (everyMs === undefined || (notBefore.get(key) ?? 0) > now) return [];
      const isDue = now - (askedAt.get(key) ?? 0) >= everyMs - deps.baseMs / 2;
      return isDue ? [key] : [];
    });
  }

  async function askLeague(key: LeagueKey, open: readonly MatchRecord[]): Promise<number> {
    const at = deps.now();
    askedAt.set(key, at);
    const answer = await api.scores(key);
    if (!answer.ok) {
      if (answer.refusal.kind === 'refused-us') {
        isRefused = true;
        await breaker.trip(answer.refusal, at);
        return 0;
      }
      const inARow = (failures.get(key) ?? 0) + 1;
      failures.set(key, inARow);
      notBefore.set(key, instant(at + retryAfterMs(answer.refusal, inARow, deps.baseMs, deps.chance())));
      log.warn({ league: key, problem: answer.refusal.words, inARow }, 'the provider told no scores');
      return 0;
    }
    failures.delete(key);
    const { reports, refused } = readScores(answer.value.body, key);
    for (const { eventId, reason } of refused) {
      if (isTimeToSay(`${eventId} ${reason}`))
        log.warn({ league: key, providerEventId: eventId, reason }, 'a score is not taken');
    }
    if (refused.some(({ reason }) => reason === 'not-a-list')) return 0;
    noteMissing(answer.value.body, open, at);
    const matches = new Map(open.map((record) => [record.providerEventId, record.match]));
    const told: ScoreReport[] = [];
    for (const report of reports) told.push(await asItCounts(key, report, matches.get(report.providerEventId), at));
    const saved = await db.transaction().execute((trx) => saveScores(trx, api.name, told, at));
    const { finished, disputed, reviews } = saved;
    for (const matchId of new Set([...finished, ...reviews.map((doubt) => doubt.matchId)]))
      deps.announceMarket(matchId);
    for (const matchId of finished) log.info({ league: key, matchId }, 'the match is over');
    for (const { matchId, known, reported: is } of disputed) {
      const facts = { was: text(known), is: text(is) };
      const subject = `${facts.was} to ${facts.is}`;
      if (await review({ matchId, kind: 'score-corrected', subject, facts }, at))
        log.error({ league: key, matchId, ...facts }, 'the provider changed a final score: somebody has to look');
    }
    return finished.length;
  }

  /** A final score ends the match once it is stable, unless somebody has to look first; until then it is shown only. */
  async function asItCounts(
    key: LeagueKey,
    told: ScoreReport,
    match: Match | undefined,
    at: Instant,
  ): Promise<ScoreReport> {
    const isTurned = match !== undefined && told.homeTeam === match.awayTeam && told.awayTeam === match.homeTeam;
    // The goals stay with the teams that scored them.
    const report = isTurned ? { ...told, score: { home: told.score.away, away: told.score.home } } : told;
    const { providerEventId, score, state, seenAt } = report;
    if (state !== 'final' || !match) {
      finals.delete(providerEventId);
      return report;
    }
    const final = toldAgain(finals.get(providerEventId), score, at, seenAt ?? at);
    finals.set(providerEventId, final);
    const doubt = isTurned ? 'teams-swapped' : doubtAbout(key, match, final, at);
    if (doubt) {
      const { homeTeam, awayTeam } = match;
      const facts = { score: text(score), ...(isTurned && { homeTeam, awayTeam }) };
      await review({ matchId: match.id, kind: doubt, subject: `${providerEventId} ${text(score)}`, facts }, at);
      if (isTimeToSay(`held ${providerEventId}`))
        log.error({ league: key, providerEventId, score, doubt }, heldWords[doubt]);
      return { ...report, state: 'in-play' };
    }
    if (!isStable(final, deps.stableForMs, at)) return { ...report, state: 'in-play' };
    finals.delete(providerEventId);
    return report;
  }

  /** Keeps it for an operator. Whether it is new. */
  async function review(doubt: Doubt, at: Instant): Promise<boolean> {
    const isNew = (await db.transaction().execute((trx) => saveDoubts(trx, [doubt], at))).length > 0;
    if (isNew) deps.announceMarket(doubt.matchId);
    return isNew;
  }

  function noteMissing(body: unknown, open: readonly MatchRecord[], at: Instant): void {
    const listed = new Set(listedIds(body));
    for (const { match, providerEventId } of open) {
      if (match.kickoffAt > at || listed.has(providerEventId)) missedAt.delete(match.id);
      else missedAt.set(match.id, missedAt.get(match.id) ?? at);
    }
  }

  async function giveUp(open: readonly MatchRecord[]): Promise<number> {
    const now = deps.now();
    let given = 0;
    for (const { match, firstKickoffAt } of open) {
      const { id: matchId, kickoffAt } = match;
      if (isPostponed({ kickoffAt, firstKickoffAt })) {
        await db.transaction().execute((trx) => voidPostponedMatch(trx, matchId, now));
        log.warn({ matchId, kickoffAt, firstKickoffAt }, 'the match is postponed by more than 48 hours: void');
      } else if (wasNotPlayed(kickoffAt, missedAt.get(matchId), now)) {
        await db.transaction().execute((trx) => voidMatch(trx, matchId, now));
        missedAt.delete(matchId);
        log.warn({ matchId, kickoffAt }, 'the match was not played within 72 hours: void');
      } else {
        if (isOverdue(kickoffAt, now) && isTimeToSay(`overdue ${matchId}`)) {
          const facts = { kickoffAt: new Date(kickoffAt).toISOString() };
          await review({ matchId, kind: 'result-missing', subject: facts.kickoffAt, facts }, now);
          log.error({ matchId, kickoffAt }, 'no result 48 hours after kick-off: somebody has to enter it');
        }
        continue;
      }
      deps.announceMarket(matchId);
      given += 1;
    }
    return given;
  }
}

const heldWords = {
  'teams-swapped': 'a final score is held for review: it comes with home and away the other way round',
  'extra-time-possible': 'a final score is held for review: it may include extra time',
  'result-late': 'a final score is held for review: it came more than 72 hours after kick-off',
} as const;

function doubtAbout(
  key: LeagueKey,
  { kickoffAt }: Match,
  { firstSeenAt }: FinalScore,
  at: Instant,
): 'extra-time-possible' | 'result-late' | undefined {
  if (isTooOld(kickoffAt, at)) return 'result-late';
  return needsReview(key, kickoffAt, firstSeenAt) ? 'extra-time-possible' : undefined;
}

/** Since when no market of it is quoted any more. */
function goneSince(match: Match): Instant | undefined {
  const markets = marketsIn(match.markets);
  const missing = markets.flatMap(({ market }) => market.missingSince ?? []);
  const isGone = markets.length > 0 && missing.length === markets.length;
  return isGone ? instant(Math.max(...missing)) : undefined;
}

const text = ({ home, away }: Score): string => `${home}-${away}`;

const listedIds = (body: unknown): readonly string[] =>
  Array.isArray(body) ? body.flatMap((event: unknown) => (isIdentified(event) ? [event.id] : [])) : [];
const isIdentified = (event: unknown): event is { readonly id: string } =>
  typeof event === 'object' && event !== null && 'id' in event && typeof event.id === 'string';

/** Says whether a repeated warning is due again: once an hour unless told otherwise. */
function createReminder(now: () => Instant): (what: string, everyMs?: number) => boolean {
  const said = new Map<string, Instant>();
  return (what, everyMs = hours(1)) => {
    const last = said.get(what);
    if (last !== undefined && now() - last < everyMs) return false;
    if (said.size > 2_000) said.clear();
    said.set(what, now());
    return true;
  };
}
