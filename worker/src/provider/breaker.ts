import type { Instant } from '@touchline/core/instant';
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
  /** Random, 0 to 1. */
  readonly chance: () => number;
  readonly baseMs: number;
  /** Queues the operator's email about an incident. */
  readonly queueEmail: (email: StoredEmail) => void;
};

/** `closed`: send requests · `half-open`: access seems restored, one request will show · `open`: send nothing. */
export type BreakerState = 'closed' | 'half-open' | 'open';

/** The circuit breaker for a provider that rejects our key or has no credits left for us. */
export type Breaker = {
  /** Returns the state. An open breaker sends a free request when its wait is over. */
  readonly check: () => Promise<BreakerState>;
  /** Returns whether the provider refuses us, from the database alone. */
  readonly isOpen: () => Promise<boolean>;
  /**
   * Opens the breaker and closes the prices of all leagues, as none can be confirmed. Ignores a late refusal of a request that was
   * sent before access was restored.
   */
  readonly trip: (problem: FeedProblem, askedAt: Instant) => Promise<void>;
  /** Closes the breaker after a successful paid request. */
  readonly reset: () => Promise<void>;
  /** Reports an invalid request of ours to the operator, once until it is accepted. */
  readonly requestRejected: (leagueKey: string, problem: FeedProblem) => Promise<void>;
  readonly requestAccepted: (leagueKey: string) => Promise<void>;
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

  return {
    isOpen: async () => (await listOpenIncidents(db, api.name)).some(({ kind }) => kind === 'refused-us'),
    check: async () => {
      open = new Map((await listOpenIncidents(db, api.name)).map(({ kind, problem }) => [kind, problem]));
      const message = open.get('refused-us');
      if (message === undefined) return 'closed';
      if (deps.now() < probeAt) return 'open';
      const probe = await api.sports();
      if (probe.ok && probe.value.quota.remaining !== 0) return 'half-open';
      waitLonger(probe.ok ? { kind: 'refused-us', message } : probe.refusal);
      return 'open';
    },
    trip: async (problem, askedAt) => {
      const at = deps.now();
      const refusedUs = { provider: api.name, kind: 'refused-us' } as const;
      if (await hasIncidentClosedSince(db, { ...refusedUs, since: askedAt })) return;
      waitLonger(problem);
      const email = await openIncident(db, { ...refusedUs, problem: problem.message, openedAt: at });
      await closeAllPrices(deps, problem, at);
      if (email === undefined) return;
      log.error(
        { problem: problem.message },
        'odds provider refuses our key or has no credits left: all prices closed',
      );
      deps.queueEmail(email);
    },
    reset: async () => {
      refusals = 0;
      if (!open.has('refused-us')) return;
      await closeIncident(db, api.name, 'refused-us', deps.now());
      open.delete('refused-us');
      log.info({}, 'odds provider accepts our requests again');
    },
    requestRejected: async (leagueKey, { message }) => {
      const incident = { provider: api.name, kind: 'wrong-question', problem: `${leagueKey}: ${message}` } as const;
      const email = await openIncident(db, { ...incident, openedAt: deps.now() });
      if (email === undefined) return;
      log.error({ league: leagueKey, problem: message }, 'odds provider rejects our request as invalid');
      deps.queueEmail(email);
    },
    requestAccepted: async (leagueKey) => {
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
      await saveFeed(trx, feedAfterProblem({ leagueKey: key, feed: feeds.get(key), plan, problem, inARow: 1, at }));
    }
  });
}
