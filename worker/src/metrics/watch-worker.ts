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
  readonly isLeader: () => boolean;
  readonly limits: Pick<BettingLimits, 'bankroll' | 'maxMatchLoss'>;
  readonly onError: (error: unknown) => void;
};

/** How long a queue may take to tell how many jobs it holds. */
const patienceMs = 3_000;

/** What is looked up when somebody asks: the queues, who leads, the connections, and how the product as a whole stands. */
export function watchWorker(registry: Registry, { queues, store, reading, isLeader, limits, onError }: Watched): void {
  const meters = metersOf(registry);
  measurePools(registry, { main: store.pool, pipelines: store.pipelines, verifier: reading.pool });
  measureVitals(registry, createVitals(store.db, onError));
  meters.watched('touchline_leader', '1 for the worker that polls and settles, 0 for the others', [], (gauge) => {
    gauge.set(isLeader() ? 1 : 0);
  });
  meters.watched(
    'touchline_book_limit_dollars',
    'The limits of what open bets may cost: of the whole book, and of one outcome of a match',
    ['limit'],
    (gauge) => {
      gauge.set({ limit: 'bankroll' }, dollars(limits.bankroll));
      gauge.set({ limit: 'outcome' }, dollars(limits.maxMatchLoss));
    },
  );
  let asked: Promise<readonly QueueDepth[] | undefined> | undefined;
  /** Both metrics of the queues are asked for at once, and are told of the same moment. */
  const depths = () => {
    asked ??= inTime(queues.depths())
      .catch((error: unknown) => {
        onError(error);
        return undefined;
      })
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  meters.watched(
    'touchline_queues_readable',
    '1 when the queues told how many jobs they hold, 0 when not',
    [],
    async (gauge) => {
      gauge.set((await depths()) ? 1 : 0);
    },
  );
  meters.watched(
    'touchline_queue_jobs',
    'Jobs of a queue: waiting, active, delayed (to be tried again, or not due yet) and failed (given up, kept for a look)',
    ['queue', 'state'],
    async (gauge) => {
      const told = await depths();
      gauge.reset();
      for (const { queue, state, jobs } of told ?? []) gauge.set({ queue, state }, jobs);
    },
  );
}

async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the job queue did not tell its depth in time')), patienceMs);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
