import { type Instant, instant } from '@touchline/core/instant';
import { leagues } from '@touchline/core/matches';
import type { Db } from '@touchline/store/connect';
import { closeIncident, listOpenIncidents, openIncident, readFeeds, saveFeed } from '@touchline/store/matches';
import type { Log } from '../log.ts';
import type { FeedProblem, OddsProvider } from '../provider/odds-api.ts';
import { retryAfterMs } from '../provider/retry.ts';
import { feedAfterProblem } from './feed-after-problem.ts';

export type BreakerDeps = {
  readonly db: Db;
  readonly api: OddsProvider;
  readonly log: Log;
  readonly now: () => Instant;
  /** 0 to 1. */
  readonly chance: () => number;
  readonly baseMs: number;
  /** Tells an operator of an incident, at most once however often it is called. */
  readonly alert: (incidentId: string) => Promise<void>;
};

/** `closed`: ask · `half-open`: the provider lets us in again, one question will show · `open`: ask nothing. */
export type BreakerState = 'closed' | 'half-open' | 'open';

/** Stands between the feed and a provider that refuses our key or has no credits left for us. */
export type Breaker = {
  /** Where it stands now; an open one asks a question that costs nothing, when it is time to. */
  readonly check: () => Promise<BreakerState>;
  /** Whether the provider refuses us, as far as is known: asks nothing. */
  readonly isOpen: () => Promise<boolean>;
  /** The provider refused us: no price of any league can be confirmed, so all are closed for betting at once. */
  readonly trip: (problem: FeedProblem) => Promise<void>;
  /** The provider answered a question that costs. */
  readonly heal: () => Promise<void>;
  /** The provider does not understand a question of ours: an operator has to know. */
  readonly misunderstood: (leagueKey: string, problem: FeedProblem) => Promise<void>;
  readonly understood: (leagueKey: string) => Promise<void>;
};

export function createBreaker(deps: BreakerDeps): Breaker {
  const { db, api, log } = deps;
  const told = new Set<string>();
  let open = new Map<string, { readonly id: string; readonly problem: string }>();
  let probeAt = 0;
  let refusals = 0;

  /** Also those that another process opened and had no time to tell of. */
  const readOpen = async (): Promise<void> => {
    const incidents = await listOpenIncidents(db, api.name);
    open = new Map(incidents.map(({ id, kind, problem }) => [kind, { id, problem }]));
    for (const { id, mailedAt } of incidents) if (mailedAt === null) await tell(id);
  };
  const tell = async (id: string): Promise<void> => {
    if (told.has(id)) return;
    told.add(id);
    await deps.alert(id);
  };
  const waitLonger = (problem: FeedProblem): void => {
    refusals += 1;
    probeAt = deps.now() + retryAfterMs(problem, refusals, deps.baseMs, deps.chance());
  };

  const trip = async (problem: FeedProblem): Promise<void> => {
    const at = deps.now();
    waitLonger(problem);
    const id = await openIncident(db, { provider: api.name, kind: 'refused-us', problem: problem.words, openedAt: at });
    await closeAllPrices(deps, problem, at);
    if (id === undefined) return;
    log.error(
      { problem: problem.words },
      'the odds provider refuses our key or has no credits left: all prices are closed',
    );
    await tell(id);
  };

  return {
    trip,
    isOpen: async () => (await listOpenIncidents(db, api.name)).some(({ kind }) => kind === 'refused-us'),
    check: async () => {
      await readOpen();
      const incident = open.get('refused-us');
      if (!incident) return 'closed';
      if (deps.now() < probeAt) return 'open';
      const probe = await api.sports();
      if (!probe.ok) {
        waitLonger(probe.refusal);
        return 'open';
      }
      if (probe.value.quota.remaining === 0) {
        waitLonger({ kind: 'refused-us', words: incident.problem });
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
      const id = await openIncident(db, { ...incident, openedAt: deps.now() });
      if (id === undefined) return;
      log.error({ league: leagueKey, problem: words }, 'the odds provider does not understand our question');
      await tell(id);
    },
    understood: async (leagueKey) => {
      if (!open.get('wrong-question')?.problem.startsWith(`${leagueKey}: `)) return;
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
