import type { MatchId } from '@touchline/core/ids';
import { type Instant, minutes } from '@touchline/core/instant';
import { type LeagueKey, leagues, type MatchClock, marketsIn, type QuotedMatch } from '@touchline/core/matches';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type LeagueFeedRecord,
  listOpenMatches,
  type MatchRecord,
  readFeeds,
  saveFeed,
  saveFixtures,
  savePrices,
} from '@touchline/store/matches';
import { type Breaker, type BreakerDeps, createBreaker } from '../provider/breaker.ts';
import { feedAfterProblem } from '../provider/feed-after-problem.ts';
import { forEachConcurrently } from '../provider/for-each-concurrently.ts';
import type { FeedProblem, Quota } from '../provider/odds-api.ts';
import { type BackOff, createBackOff } from '../provider/retry.ts';
import { readEvent, readList } from '../provider/wire.ts';
import type { PriceRules } from './choose-market.ts';
import { type CreditsDeps, createCredits } from './credits.ts';
import { isAfterGap, isDue, type Pace, type PollPlan, planPoll, playOf } from './plan-polls.ts';
import { createPollReport, type PollReport } from './poll-report.ts';
import { brokenText, fetchOdds } from './read-odds.ts';

export type RefreshOddsDeps = BreakerDeps &
  CreditsDeps & {
    readonly rules: PriceRules;
    /** How late a response may be, beyond two missed polls, before prices are stale. */
    readonly graceMs: number;
    /** How matches run; in real time by default. */
    readonly clock?: MatchClock;
    /** Called after the commit when a match needs an admin. */
    readonly announceMarket: (matchId: MatchId) => void;
  };

/** What is remembered between ticks. */
type Polling = RefreshOddsDeps & {
  readonly breaker: Breaker;
  readonly backOff: BackOff;
  readonly report: PollReport;
  /** When each league's fixtures were last fetched. */
  readonly fixturesAt: Map<string, Instant>;
};

type League = { readonly key: LeagueKey; readonly plan: PollPlan; readonly feed: LeagueFeedRecord | undefined };
type Fetched = { readonly quotes: readonly QuotedMatch[]; readonly quota: Quota };

/** Leagues polled at the same time; the provider allows 30 requests a second. */
const concurrency = 4;
/** Fixtures are free: they show moved kick-offs of leagues whose prices are polled rarely. */
const fixturesEveryMs = minutes(10);

/**
 * Creates the tick of the odds feed: it polls every league that is due and stores its prices and the state of its feed. What is due
 * is in the database, so a restart does not poll twice; only back-off times are in memory. Ticks must not overlap.
 */
export function createRefreshOdds(deps: RefreshOddsDeps): () => Promise<void> {
  const { db, log } = deps;
  const [breaker, backOff, report] = [createBreaker(deps), createBackOff(deps), createPollReport(log)];
  const polling: Polling = { ...deps, breaker, backOff, report, fixturesAt: new Map() };
  const credits = createCredits(deps);
  let isFirst = true;

  return async () => {
    const state = await breaker.check();
    if (state === 'open') return credits.save();
    const open = await listOpenMatches(db);
    const { budget, stretch, skipped } = await credits.plan(open);
    const pace = { baseMs: deps.baseMs, graceMs: deps.graceMs, stretch, skipped };
    const planned = await planLeagues(polling, open, pace, isFirst);
    const isSpent = budget === 'spent';
    const due = isSpent ? [] : planned.filter(({ isDue }) => isDue);
    await pollLeagues(polling, due, pace, state);
    if (state === 'closed') {
      // Without credits all leagues have time for their fixtures; the free responses also show when the provider counts from 0 again.
      const rare = planned.filter(({ isDue, plan }) => isSpent || (!isDue && plan.everyMs > fixturesEveryMs));
      await forEachConcurrently(concurrency, rare, (league) => refreshFixtures(polling, league));
    }
    isFirst = false;
    if (due.length > 0) report.log();
    await credits.save();
  };
}

async function planLeagues(polling: Polling, open: readonly MatchRecord[], pace: Pace, isFirst: boolean) {
  const now = polling.now();
  const feeds = new Map((await readFeeds(polling.db)).map((feed) => [feed.leagueKey, feed]));
  const byLeague = Map.groupBy(open, ({ match }) => match.leagueKey);
  const areAllDue = isFirst && isAfterGap([...feeds.values()], now);
  return leagues
    .filter(({ key }) => !polling.backOff.isWaiting(key, now))
    .map(({ key }) => {
      const feed = feeds.get(key);
      const matches = byLeague.get(key) ?? [];
      const kickoffs = matches.map(({ match }) => match.kickoffAt);
      const isKnown = feed?.confirmedAt == null ? 'unknown' : 'known';
      const league = {
        kickoffs,
        isKnown,
        ...playOf(key, pace, now),
        ...(matches.some(hasJumped) && awaitsAgreement),
      } as const;
      const plan = planPoll(league, pace, now);
      return { key, plan, feed, isDue: areAllDue || isDue(feed, plan, polling.baseMs, now) };
    });
}

const awaitsAgreement = { waits: 'for-agreement' } as const;
const hasJumped = ({ match: { markets } }: MatchRecord): boolean =>
  marketsIn(markets).some(({ market }) => market.why === 'price-jump');

/** Polls the leagues until the provider refuses us. While that was so before, one league shows whether it still is. */
async function pollLeagues(
  polling: Polling,
  due: readonly League[],
  pace: Pace,
  state: 'closed' | 'half-open',
): Promise<void> {
  // Neither after a refusal nor when nothing can be stored is another league paid for.
  let isOver = false;
  const poll = async (league: League): Promise<void> => {
    if (isOver) return;
    const at = polling.now();
    const fetched = await fetchLeague(polling, league);
    isOver ||= !fetched.ok && fetched.refusal.kind === 'refused-us';
    const stored = fetched.ok
      ? saveLeague(polling, league, fetched.value, pace, at)
      : fetched.refusal.kind === 'refused-us'
        ? polling.breaker.trip(fetched.refusal, at)
        : saveProblem(polling, league, fetched.refusal, at);
    await stored.catch((error: unknown) => {
      isOver = true;
      throw error;
    });
  };
  const [first, ...others] = due;
  if (state === 'half-open' && first) await poll(first);
  await forEachConcurrently(concurrency, state === 'half-open' ? others : due, poll);
}

async function fetchLeague(
  { api, rules, now, report }: Polling,
  { key, plan }: League,
): Promise<Result<Fetched, FeedProblem>> {
  if (plan.ask === 'events') {
    const fixtures = await api.events(key);
    if (!fixtures.ok) return fixtures;
    if (readList(fixtures.value.body)?.length === 0) return ok({ quotes: [], quota: fixtures.value.quota });
  }
  const fetched = await fetchOdds(api, key, { ...rules, now });
  if (!fetched.ok) return fetched;
  const message = brokenText(fetched.value);
  if (message !== undefined) return refused({ kind: 'failing', message });
  const { quotes, refused: rejected, quota } = fetched.value;
  report.addRejected(key, rejected);
  return ok({ quotes, quota });
}

async function saveLeague(
  polling: Polling,
  { key }: League,
  { quotes, quota }: Fetched,
  pace: Pace,
  at: Instant,
): Promise<void> {
  const { db, api, clock, log, breaker, backOff, report, fixturesAt } = polling;
  const kickoffs = quotes.map((quote) => quote.kickoffAt);
  const { everyMs, staleAfterMs } = planPoll({ kickoffs, isKnown: 'known', ...playOf(key, pace, at) }, pace, at);
  const confirmed = { leagueKey: key, state: 'ok', confirmedAt: at, triedAt: at, problem: null } as const;
  const saved = await db.transaction().execute(async (trx) => {
    const prices = await savePrices(trx, key, api.name, quotes, at, clock);
    await saveFeed(trx, { ...confirmed, everyMs, staleAfterMs });
    return prices;
  });
  for (const { matchId, kind, facts } of saved.reviews) {
    log.warn({ league: key, matchId, kind, facts }, 'match needs review by an admin');
  }
  for (const matchId of new Set(saved.reviews.map((review) => review.matchId))) polling.announceMarket(matchId);
  if (backOff.succeed(key)) log.info({ league: key }, 'odds feed recovered');
  fixturesAt.set(key, at);
  await breaker.reset();
  await breaker.requestAccepted(key);
  report.addSaved(quotes.length, saved, quota);
}

async function saveProblem(
  polling: Polling,
  { key, plan, feed }: League,
  problem: FeedProblem,
  at: Instant,
): Promise<void> {
  const { log, breaker, backOff } = polling;
  const inARow = backOff.fail(key, problem, at);
  const fields = { league: key, problem: problem.message, inARow };
  if (problem.kind === 'no-such-league') log.warn(fields, 'league not offered now: next poll in an hour');
  else if (problem.kind === 'failing') log.warn(fields, 'odds provider did not answer');
  else await breaker.requestRejected(key, problem);
  const failed = feedAfterProblem({ leagueKey: key, feed, plan, problem, inARow, at });
  // In a transaction: the database rejects those of a former leader.
  await polling.db.transaction().execute((trx) => saveFeed(trx, failed));
}

/** Takes over moved kick-offs between two polls for prices. A failure shows at the next of those. */
async function refreshFixtures(polling: Polling, { key, feed }: League): Promise<void> {
  const { db, api, log, fixturesAt } = polling;
  const now = polling.now();
  const fetchedAt = Math.max(fixturesAt.get(key) ?? 0, feed?.triedAt ?? 0);
  if (now - fetchedAt < fixturesEveryMs) return;
  fixturesAt.set(key, now);
  const response = await api.events(key);
  if (!response.ok) return;
  const fixtures = (readList(response.value.body) ?? []).flatMap((value) => {
    const event = readEvent(value, key);
    return typeof event === 'string' ? [] : [{ providerEventId: event.id, kickoffAt: event.kickoffAt }];
  });
  const moved = await db.transaction().execute((trx) => saveFixtures(trx, api.name, fixtures, now));
  if (moved > 0) log.info({ league: key, moved }, 'kick-offs moved');
}
