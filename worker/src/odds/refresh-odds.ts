import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant, minutes } from '@touchline/core/instant';
import { type LeagueKey, leagues, marketsIn } from '@touchline/core/matches';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type LeagueFeedRecord,
  listOpenMatches,
  type MatchRecord,
  type QuotedMatch,
  readFeeds,
  saveFeed,
  saveFixtures,
  savePrices,
} from '@touchline/store/matches';
import { atMost } from '../provider/at-most.ts';
import { type BreakerDeps, createBreaker } from '../provider/breaker.ts';
import { feedAfterProblem } from '../provider/feed-after-problem.ts';
import type { FeedProblem, Quota } from '../provider/odds-api.ts';
import { retryAfterMs } from '../provider/retry.ts';
import { readEvent, readList } from '../provider/wire.ts';
import type { PriceRules } from './choose-market.ts';
import { type CreditsDeps, createCredits } from './credits.ts';
import { fetchOdds } from './fetch-odds.ts';
import type { MonthPlan } from './plan-month.ts';
import { isAfterGap, isDue, type Pace, type PollPlan, planPoll } from './plan-polls.ts';
import { brokenWords } from './read-odds.ts';
import { createSweep } from './sweep.ts';

export type RefreshOddsDeps = BreakerDeps &
  CreditsDeps & {
    readonly rules: PriceRules;
    /** How long a poll may be late, beyond two missed ones, before prices are stale. */
    readonly graceMs: number;
    /** Told when somebody has to look at a match, after the commit. */
    readonly announceMarket: (matchId: MatchId) => void;
  };

type Due = { readonly key: LeagueKey; readonly plan: PollPlan; readonly feed: LeagueFeedRecord | undefined };

/** Leagues asked at the same time; the provider takes 30 requests a second. */
const atOnce = 4;
/** Fixtures cost nothing: leagues whose prices are asked for seldom are watched for kick-offs that move. */
const fixturesEveryMs = minutes(10);

/**
 * Makes the tick of the odds feed: it asks the provider for every league that is due, stores what it quotes, and notes how the
 * polling went. What is due lies in the store, so that a restart asks nothing twice; only how long to leave a failing provider
 * alone is remembered here. Ticks must not overlap.
 */
export function createRefreshOdds(deps: RefreshOddsDeps): () => Promise<void> {
  const { db, api, log, baseMs } = deps;
  const failures = new Map<string, number>();
  const notBefore = new Map<string, Instant>();
  const fixturesAt = new Map<string, Instant>();
  let hasSwept = false;
  let isRefused = false;
  let month: MonthPlan = { stretch: {}, forecast: 0, budget: 'kept' };
  const sweep = createSweep(log);
  const breaker = createBreaker(deps);
  const credits = createCredits(deps);
  const pace = (): Pace => ({ baseMs, graceMs: deps.graceMs, stretch: month.stretch });

  return async () => {
    const state = await breaker.check();
    if (state === 'open') return credits.save();
    isRefused = false;
    const open = await listOpenMatches(db);
    month = await credits.plan(open);
    const all = await planLeagues(open);
    const due = month.budget === 'spent' ? [] : all.due;
    if (state === 'half-open') await halfOpen(due);
    else {
      await atMost(atOnce, due, refresh);
      await atMost(atOnce, all.waiting, watchFixtures);
    }
    hasSwept = true;
    if (due.length > 0) sweep.tell();
    await credits.save();
  };

  async function planLeagues(open: readonly MatchRecord[]) {
    const now = deps.now();
    const feeds = new Map((await readFeeds(db)).map((feed) => [feed.leagueKey, feed]));
    const byLeague = Map.groupBy(open, ({ match }) => match.leagueKey);
    const isWhole = !hasSwept && isAfterGap([...feeds.values()], now);
    const planned = leagues.map(({ key }) => {
      const feed = feeds.get(key);
      const known = byLeague.get(key) ?? [];
      const league = { kickoffs: known.map(({ match }) => match.kickoffAt), ...(known.some(hasJumped) && waiting) };
      const plan = planPoll({ ...league, isKnown: feed?.confirmedAt == null ? 'unknown' : 'known' }, pace(), now);
      const isLeftAlone = (notBefore.get(key) ?? 0) > now;
      return { key, plan, feed, isDue: !isLeftAlone && (isWhole || isDue(feed, plan, baseMs, now)), isLeftAlone };
    });
    return {
      due: planned.filter((league) => league.isDue),
      waiting: planned.filter((league) => !league.isDue && !league.isLeftAlone),
    };
  }

  /** One question is enough to learn whether the provider's refusal still stands. */
  async function halfOpen(due: readonly Due[]): Promise<void> {
    const [first, ...others] = due;
    if (!first) return;
    await refresh(first);
    if (!isRefused) await atMost(atOnce, others, refresh);
  }

  async function refresh(league: Due): Promise<void> {
    if (isRefused) return;
    const askedAt = deps.now();
    const asked = await ask(league);
    if (asked.ok) await save(league, asked.value, askedAt);
    else await note(league, asked.refusal, askedAt);
  }

  async function ask({ key, plan }: Due): Promise<Result<Told, FeedProblem>> {
    if (plan.ask === 'events') {
      const fixtures = await api.events(key);
      if (!fixtures.ok) return fixtures;
      if (readList(fixtures.value.body)?.length === 0) return ok({ quotes: [], quota: fixtures.value.quota });
    }
    const fetched = await fetchOdds(api, key, { ...deps.rules, now: deps.now });
    if (!fetched.ok) return fetched;
    const words = brokenWords(fetched.value);
    if (words !== undefined) return refused({ kind: 'failing', words });
    const { quotes, refused: passedOver, quota } = fetched.value;
    sweep.passOver(key, passedOver);
    return ok({ quotes, quota });
  }

  async function save({ key }: Due, { quotes, quota }: Told, askedAt: Instant): Promise<void> {
    const saved = await db.transaction().execute((trx) => savePrices(trx, key, api.name, quotes, askedAt));
    for (const { matchId, kind, facts } of saved.reviews) {
      log.warn({ league: key, matchId, kind, facts }, 'a match waits for an operator');
    }
    for (const matchId of new Set(saved.reviews.map((doubt) => doubt.matchId))) deps.announceMarket(matchId);
    const kickoffs = quotes.map((quote) => quote.kickoffAt);
    const { everyMs, staleAfterMs } = planPoll({ kickoffs, isKnown: 'known' }, pace(), askedAt);
    const confirmed = { leagueKey: key, state: 'ok', confirmedAt: askedAt, triedAt: askedAt, problem: null } as const;
    await keepFeed({ ...confirmed, everyMs, staleAfterMs });
    if ((failures.get(key) ?? 0) > 0) log.info({ league: key }, 'the odds feed is back');
    failures.delete(key);
    notBefore.delete(key);
    fixturesAt.set(key, askedAt);
    await breaker.heal();
    await breaker.understood(key);
    sweep.count(quotes.length, saved, quota);
  }

  async function note({ key, plan, feed }: Due, problem: FeedProblem, askedAt: Instant): Promise<void> {
    if (problem.kind === 'refused-us') {
      isRefused = true;
      return breaker.trip(problem, askedAt);
    }
    const inARow = (failures.get(key) ?? 0) + 1;
    failures.set(key, inARow);
    const told = { league: key, problem: problem.words, inARow };
    notBefore.set(key, instant(askedAt + retryAfterMs(problem, inARow, baseMs, deps.chance())));
    if (problem.kind === 'no-such-league')
      log.warn(told, 'the league is not offered now and is left alone for an hour');
    else if (problem.kind === 'failing') log.warn(told, 'the odds provider did not answer');
    else await breaker.misunderstood(key, problem);
    await keepFeed(feedAfterProblem({ leagueKey: key, feed, plan, problem, inARow, at: askedAt }));
  }

  /** In a transaction, as all that a leader must not write when it leads no more. */
  async function keepFeed(feed: LeagueFeedRecord): Promise<void> {
    await db.transaction().execute((trx) => saveFeed(trx, feed));
  }

  /** Kick-offs that moved are taken over between two questions that cost; a failure here is found out by those. */
  async function watchFixtures({ key, plan, feed }: Due): Promise<void> {
    const now = deps.now();
    const seenAt = Math.max(fixturesAt.get(key) ?? 0, feed?.triedAt ?? 0);
    if (plan.everyMs <= fixturesEveryMs || now - seenAt < fixturesEveryMs) return;
    fixturesAt.set(key, now);
    const answer = await api.events(key);
    if (!answer.ok) return;
    const fixtures = (readList(answer.value.body) ?? []).flatMap((value) => {
      const event = readEvent(value, key);
      return typeof event === 'string' ? [] : [{ providerEventId: event.id, kickoffAt: event.kickoffAt }];
    });
    const moved = await db.transaction().execute((trx) => saveFixtures(trx, api.name, fixtures, now));
    if (moved > 0) log.info({ league: key, moved }, 'kick-offs have moved');
  }
}

const waiting = { waits: 'for-agreement' } as const;
const hasJumped = ({ match: { markets } }: MatchRecord): boolean =>
  marketsIn(markets).some(({ market }) => market.why === 'price-jump');

type Told = { readonly quotes: readonly QuotedMatch[]; readonly quota: Quota };
