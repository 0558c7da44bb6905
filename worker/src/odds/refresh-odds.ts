import { type Instant, instant } from '@touchline/core/instant';
import { type LeagueKey, leagues } from '@touchline/core/matches';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import {
  type LeagueFeedRecord,
  listOpenMatches,
  type QuotedMatch,
  readFeeds,
  saveFeed,
  savePrices,
} from '@touchline/store/matches';
import type { Log } from '../log.ts';
import { atMost } from '../provider/at-most.ts';
import type { FeedProblem, OddsApi, Quota } from '../provider/odds-api.ts';
import { retryAfterMs } from '../provider/retry.ts';
import { readList } from '../provider/wire.ts';
import { feedAfterProblem } from './feed-after-problem.ts';
import { fetchOdds } from './fetch-odds.ts';
import { isAfterGap, isDue, type PollPlan, planPoll } from './plan-polls.ts';
import { createSweep } from './sweep.ts';

export type RefreshOddsDeps = {
  readonly db: Db;
  readonly api: OddsApi;
  readonly log: Log;
  readonly now: () => Instant;
  /** 0 to 1. */
  readonly chance: () => number;
  /** The time from tick to tick. */
  readonly baseMs: number;
  readonly bookmakers: readonly string[];
};

type Due = { readonly key: LeagueKey; readonly plan: PollPlan; readonly feed: LeagueFeedRecord | undefined };

/** Leagues asked at the same time; the provider takes 30 requests a second. */
const atOnce = 4;

/**
 * Makes the tick of the odds feed: it asks the provider for every league that is due, stores what it quotes, and notes how the
 * polling went. What is due lies in the store, so that a restart asks nothing twice; only how long to leave a failing provider
 * alone is remembered here. Ticks must not overlap.
 */
export function createRefreshOdds(deps: RefreshOddsDeps): () => Promise<void> {
  const { db, api, log, baseMs } = deps;
  const failures = new Map<string, number>();
  const notBefore = new Map<string, Instant>();
  let hasSwept = false;
  let providerRefusedUs = false;
  const sweep = createSweep(log);

  return async () => {
    const now = deps.now();
    const feeds = new Map((await readFeeds(db)).map((feed) => [feed.leagueKey, feed]));
    const kickoffs = Map.groupBy(await listOpenMatches(db), ({ match }) => match.leagueKey);
    const isWhole = !hasSwept && isAfterGap([...feeds.values()], now);
    const due = leagues.flatMap(({ key }): readonly Due[] => {
      if ((notBefore.get(key) ?? 0) > now) return [];
      const feed = feeds.get(key);
      const known = (kickoffs.get(key) ?? []).map(({ match }) => match.kickoffAt);
      const plan = planPoll({ kickoffs: known, isKnown: feed?.confirmedAt == null ? 'unknown' : 'known' }, baseMs, now);
      return isWhole || isDue(feed, plan, baseMs, now) ? [{ key, plan, feed }] : [];
    });
    // After a refusal of our key one question is enough to learn whether it still stands.
    const [probe, ...others] = due;
    if (providerRefusedUs && probe) {
      await refresh(probe);
      if (!providerRefusedUs) await atMost(atOnce, others, refresh);
    } else {
      await atMost(atOnce, due, refresh);
    }
    hasSwept = true;
    if (due.length > 0) sweep.tell();
  };

  async function refresh(league: Due): Promise<void> {
    const askedAt = deps.now();
    if (providerRefusedUs && (notBefore.get(league.key) ?? 0) > askedAt) return;
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
    const fetched = await fetchOdds(api, key, deps);
    if (!fetched.ok) return fetched;
    const { quotes, refused: passedOver, quota } = fetched.value;
    if (passedOver.some(({ reason }) => reason === 'not-a-list')) {
      return refused({ kind: 'failing', words: 'the answer is no list of events' });
    }
    sweep.passOver(key, passedOver);
    return ok({ quotes, quota });
  }

  async function save({ key }: Due, { quotes, quota }: Told, askedAt: Instant): Promise<void> {
    const saved = await db.transaction().execute((trx) => savePrices(trx, key, api.name, quotes, askedAt));
    const plan = planPoll({ kickoffs: quotes.map((quote) => quote.kickoffAt), isKnown: 'known' }, baseMs, askedAt);
    const everyMs = plan.everyMs;
    await saveFeed(db, { leagueKey: key, state: 'ok', confirmedAt: askedAt, everyMs, triedAt: askedAt, problem: null });
    if ((failures.get(key) ?? 0) > 0 || providerRefusedUs) log.info({ league: key }, 'the odds feed is back');
    failures.delete(key);
    notBefore.delete(key);
    if (providerRefusedUs) {
      providerRefusedUs = false;
      notBefore.clear();
    }
    sweep.count(quotes.length, saved, quota);
  }

  async function note({ key, plan, feed }: Due, problem: FeedProblem, askedAt: Instant): Promise<void> {
    const inARow = (failures.get(key) ?? 0) + 1;
    failures.set(key, inARow);
    const told = { league: key, problem: problem.words, inARow };
    if (problem.kind === 'refused-us') return closeAll(problem, askedAt);
    notBefore.set(key, instant(askedAt + retryAfterMs(problem, inARow, baseMs, deps.chance())));
    if (problem.kind === 'no-such-league')
      log.warn(told, 'the league is not offered now and is left alone for an hour');
    else if (problem.kind === 'failing') log.warn(told, 'the odds provider did not answer');
    else log.error(told, 'the odds provider does not understand our question');
    await saveFeed(db, feedAfterProblem({ leagueKey: key, feed, plan, problem, inARow, at: askedAt }));
  }

  /** Without a valid key no price of any league can be confirmed: all are closed for betting at once. */
  async function closeAll(problem: FeedProblem, at: Instant): Promise<void> {
    const isNews = !providerRefusedUs;
    providerRefusedUs = true;
    const retryMs = retryAfterMs(problem, 1, baseMs, deps.chance());
    const feeds = new Map((await readFeeds(db)).map((feed) => [feed.leagueKey, feed]));
    for (const { key } of leagues) {
      notBefore.set(key, instant(at + retryMs));
      const plan: PollPlan = { everyMs: baseMs, ask: 'odds' };
      await saveFeed(db, feedAfterProblem({ leagueKey: key, feed: feeds.get(key), plan, problem, inARow: 1, at }));
    }
    const words = 'the odds provider refuses our key or has no credits left: all prices are closed';
    if (isNews) log.error({ problem: problem.words, retryMs }, words);
  }
}

type Told = { readonly quotes: readonly QuotedMatch[]; readonly quota: Quota };
