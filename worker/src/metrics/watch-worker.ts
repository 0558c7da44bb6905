import type { BettingLimits } from '@touchline/core/betting';
import { dollars } from '@touchline/core/money';
import type { Store } from '@touchline/store/connect';
import { createVitals, measurePools, measureVitals, metersOf } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';
import type { QueueDepth, Queues } from '../queues.ts';

export type Watched = {
  readonly queues: Pick<Queues, 'depths'>;
  readonly store: Store;
  readonly reading: Store;
  readonly standby?: Store | undefined;
  readonly isLeader: () => boolean;
  readonly limits: Pick<BettingLimits, 'bankroll' | 'maxMatchLoss'>;
  readonly onError: (error: unknown) => void;
};

/** How long counting the jobs of all queues may take. */
const timeoutMs = 3_000;

/** Registers the metrics that are read on each scrape: queues, leadership, connections and the state of the product. */
export function watchWorker(registry: Registry, { queues, store, isLeader, limits, onError, ...more }: Watched): void {
  const meters = metersOf(registry);
  const { reading, standby } = more;
  measurePools(registry, {
    main: store.pool,
    pipelines: store.pipelines,
    verifier: reading.pool,
    ...(standby && { standby: standby.pool }),
  });
  measureVitals(registry, createVitals(store.db, onError));
  meters.watched('touchline_leader', '1 for the worker that polls and settles, 0 for the others', [], (gauge) => {
    gauge.set(isLeader() ? 1 : 0);
  });
  meters.watched(
    'touchline_book_limit_dollars',
    'The most that open bets may lose us: on the whole book, and on one outcome of a match',
    ['limit'],
    (gauge) => {
      gauge.set({ limit: 'bankroll' }, dollars(limits.bankroll));
      gauge.set({ limit: 'outcome' }, dollars(limits.maxMatchLoss));
    },
  );
  let counting: Promise<readonly QueueDepth[] | undefined> | undefined;
  /** Both queue metrics of a scrape share one count. */
  const depths = () => {
    counting ??= inTime(queues.depths())
      .catch((error: unknown) => {
        onError(error);
        return undefined;
      })
      .finally(() => {
        counting = undefined;
      });
    return counting;
  };
  meters.watched(
    'touchline_queues_readable',
    '1 when the jobs in the queues could be counted, 0 when not',
    [],
    async (gauge) => {
      gauge.set((await depths()) ? 1 : 0);
    },
  );
  meters.watched(
    'touchline_queue_jobs',
    'Jobs of a queue: waiting, active, delayed (to be retried, or not due yet) and failed (given up, kept for inspection)',
    ['queue', 'state'],
    async (gauge) => {
      const counted = await depths();
      gauge.reset();
      for (const { queue, state, jobs } of counted ?? []) gauge.set({ queue, state }, jobs);
    },
  );
}

async function inTime<Value>(promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('the jobs in the queues could not be counted in time')),
    timeoutMs,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
