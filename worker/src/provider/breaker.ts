import { type Instant, instant } from '@touchline/core/instant';
import { leagues } from '@touchline/core/matches';
import type { Db } from '@touchline/store/connect';
import type { StoredEmail } from '@touchline/store/emails';
import {
  closeIncident,
  hasIncidentClosedSince,
  listOpenIncidents,
  openIncident,
  readFeeds,
  saveFeed,
} from '@touchline/store/matches';
import type { Log } from '../log.ts';
import { feedAfterProblem } from './feed-after-problem.ts';
import type { FeedProblem, OddsProvider } from './odds-api.ts';
import { retryAfterMs } from './retry.ts';

export type BreakerDeps = {
  readonly db: Db;
  readonly api: OddsProvider;
  readonly log: Log;
  readonly now: () => Instant;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly baseMs: number;
  /** Hands the letter that tells an operator of an incident to the queue. */
  readonly alert: (letter: StoredEmail) => Promise<void>;
};

/** `closed`: ask · `half-open`: the provider lets us in again, one question will show · `open`: ask nothing. */
export type BreakerState = 'closed' | 'half-open' | 'open';

/** Stands between the feed and a provider that refuses our key or has no credits left for us. */
export type Breaker = {
  /** Where it stands now; an open one asks a question that costs nothing, when it is time to. */
  readonly check: () => Promise<BreakerState>;
  /** Whether the provider refuses us, as far as is known: asks nothing. */
  readonly isOpen: () => Promise<boolean>;
  /**
   * The provider refused us: no price of any league can be confirmed, so all are closed for betting at once. A refusal of a question
   * that was asked before the provider let us in again, and came late, changes nothing.
   */
  readonly trip: (problem: FeedProblem, askedAt: Instant) => Promise<void>;
  /** The provider answered a question that costs. */
  readonly heal: () => Promise<void>;
  /** The provider does not understand a question of ours: an operator has to know. */
  readonly misunderstood: (leagueKey: string, problem: FeedProblem) => Promise<void>;
  readonly understood: (leagueKey: string) => Promise<void>;
};

export function createBreaker(deps: BreakerDeps): Breaker {
  const { db, api, log } = deps;
  let open = new Map<string, string>();
  let probeAt = 0;
  let refusals = 0;

  const waitLonger = (problem: FeedProblem): void => {
    refusals += 1;
    probeAt = deps.now() + retryAfterMs(problem, refusals, deps.baseMs, deps.chance());
  };

  const trip = async (problem: FeedProblem, askedAt: Instant): Promise<void> => {
    const at = deps.now();
    const refusedUs = { provider: api.name, kind: 'refused-us' } as const;
    if (await hasIncidentClosedSince(db, { ...refusedUs, since: askedAt })) return;
    waitLonger(problem);
    const letter = await openIncident(db, { ...refusedUs, problem: problem.words, openedAt: at });
    await closeAllPrices(deps, problem, at);
    if (letter === undefined) return;
    log.error(
      { problem: problem.words },
      'the odds provider refuses our key or has no credits left: all prices are closed',
    );
    await deps.alert(letter);
  };

  return {
    trip,
    isOpen: async () => (await listOpenIncidents(db, api.name)).some(({ kind }) => kind === 'refused-us'),
    check: async () => {
      open = new Map((await listOpenIncidents(db, api.name)).map(({ kind, problem }) => [kind, problem]));
      const problem = open.get('refused-us');
      if (problem === undefined) return 'closed';
      if (deps.now() < probeAt) return 'open';
      const probe = await api.sports();
      if (!probe.ok) {
        waitLonger(probe.refusal);
        return 'open';
      }
      if (probe.value.quota.remaining === 0) {
        waitLonger({ kind: 'refused-us', words: problem });
        return 'open';
      }
      return 'half-open';
    },
    heal: async () => {
      refusals = 0;
      if (!open.has('refused-us')) return;
      await closeIncident(db, api.name, 'refused-us', deps.now());
      open.delete('refused-us');
      log.info({}, 'the odds provider lets us in again');
    },
    misunderstood: async (leagueKey, { words }) => {
      const incident = { provider: api.name, kind: 'wrong-question', problem: `${leagueKey}: ${words}` } as const;
      const letter = await openIncident(db, { ...incident, openedAt: deps.now() });
      if (letter === undefined) return;
      log.error({ league: leagueKey, problem: words }, 'the odds provider does not understand our question');
      await deps.alert(letter);
    },
    understood: async (leagueKey) => {
      if (!open.get('wrong-question')?.startsWith(`${leagueKey}: `)) return;
      await closeIncident(db, api.name, 'wrong-question', deps.now());
      open.delete('wrong-question');
    },
  };
}

async function closeAllPrices({ db, baseMs }: BreakerDeps, problem: FeedProblem, at: Instant): Promise<void> {
  const feeds = new Map((await readFeeds(db)).map((feed) => [feed.leagueKey, feed]));
  const plan = { everyMs: baseMs };
  await db.transaction().execute(async (trx) => {
    for (const { key } of leagues) {
      const feed = feeds.get(key);
      await saveFeed(trx, feedAfterProblem({ leagueKey: key, feed, plan, problem, inARow: 1, at: instant(at) }));
    }
  });
}
