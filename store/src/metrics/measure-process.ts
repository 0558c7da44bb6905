import type { TransactionStatus, TransactionType } from '@touchline/core/payments';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { DropReason } from '../database-client.ts';
import type { ReadOutcome } from '../standby-reads.ts';

/**
 * Returns functions that create metrics in a registry. Without one, the library would use its global registry, which is not read.
 */
export function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that `update` sets whenever metrics are read. */
    watched: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: readonly Label[],
      update: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return update(this);
        },
      }),
  };
}

export type Build = {
  readonly part: 'api' | 'worker';
  /** The operator's name for this build, such as a commit. */
  readonly version: string;
};

/** Measures the Node process (memory, CPU, event loop delay) and which build this is. Call once per process. */
export function measureProcess(registry: Registry, { part, version }: Build): void {
  collectDefaultMetrics({ register: registry });
  metersOf(registry)
    .gauge('touchline_build_info', 'Always 1; what runs is in its labels', ['part', 'version', 'node'])
    .set({ part, version, node: process.version }, 1);
}

/** Measures each pool's connections in use, and queries waiting for one. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const meters = metersOf(registry);
  meters.watched('touchline_database_connections', 'Open connections to the database', ['pool', 'state'], (gauge) => {
    for (const [name, pool] of Object.entries(pools)) {
      gauge.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
      gauge.set({ pool: name, state: 'idle' }, pool.idleCount);
    }
  });
  meters.watched(
    'touchline_database_connections_max',
    'Connections to the database that may be open',
    ['pool'],
    (gauge) => {
      for (const [name, pool] of Object.entries(pools)) gauge.set({ pool: name }, pool.options.max);
    },
  );
  meters.watched('touchline_database_waiting', 'Queries that wait for a connection', ['pool'], (gauge) => {
    for (const [name, pool] of Object.entries(pools)) gauge.set({ pool: name }, pool.waitingCount);
  });
}

/** Counts the connections that this process ended because of their server. */
export function measureDrops(registry: Registry): (reason: DropReason) => void {
  const drops = metersOf(registry).counter(
    'touchline_database_connections_dropped_total',
    'Connections that we ended because the database did not answer (silent) or accepted no writes (read-only)',
    ['reason'],
  );
  for (const reason of ['silent', 'read-only'] as const) drops.inc({ reason }, 0);
  return (reason) => drops.inc({ reason });
}

/** Counts the reads that could go to a standby by where they went. */
export function measureReads(registry: Registry): (outcome: ReadOutcome) => void {
  const reads = metersOf(registry).counter(
    'touchline_database_reads_total',
    'Read models read from the standby, or from the primary because the standby was behind or away; none without a standby',
    ['outcome'],
  );
  return (outcome) => reads.inc({ outcome });
}

type Changed = { readonly type: TransactionType; readonly status: TransactionStatus };

/** Counts status changes of transactions by this process. */
export function measureTransactions(registry: Registry): (transaction: Changed) => void {
  const changes = metersOf(registry).counter(
    'touchline_transactions_changed_total',
    'Status changes of deposits, withdrawals and refunds by this process',
    ['type', 'status'],
  );
  return ({ type, status }) => changes.inc({ type, status });
}

/** Counts this process's calls of the payment provider, including those prevented by the breaker or the budget. */
export function measureProviderCalls(registry: Registry): (call: string, outcome: string) => void {
  const calls = metersOf(registry).counter(
    'touchline_payment_provider_calls_total',
    'Calls of the payment provider by outcome; not-asked: its circuit breaker is open or the calls of the minute are used up',
    ['call', 'outcome'],
  );
  return (call, outcome) => calls.inc({ call, outcome });
}
