import type { GuardOptions } from '@touchline/payments/guard';
import type { DropReason } from '@touchline/store/database-client';
import {
  measureDrops,
  measureLedger,
  measureProviderCalls,
  measureReads,
  measureTransactions,
  metersOf,
} from '@touchline/store/metrics';
import type { ReadOutcome } from '@touchline/store/standby-reads';
import type { EndedGroup } from '@touchline/store/wallet';
import { Registry } from 'prom-client';
import type { Answered } from '../http/finish-requests.ts';
import type { LiveMeter } from '../live/live-meter.ts';
import type { UserFacts } from '../live/live-server.ts';
import type { UncaughtOrigin } from '../uncaught-errors.ts';
import { measureLive } from './measure-live.ts';

/** The metrics of this process. Every label has few values, such as routes and codes; never an address, an id or a name. */
export type Metrics = {
  readonly registry: Registry;
  readonly answered: (request: Answered) => void;
  /** For `onGroup` of the wallet writer. */
  readonly group: (group: EndedGroup) => void;
  readonly announced: (facts: Pick<UserFacts, 'transaction'>) => void;
  /** For `onCall` of the guarded payment provider. */
  readonly providerCalled: NonNullable<GuardOptions['onCall']>;
  /** For `onRead` of reads from a standby. */
  readonly read: (outcome: ReadOutcome) => void;
  /** For `onDropped` of a store. */
  readonly connectionDropped: (reason: DropReason) => void;
  readonly live: LiveMeter;
  /** Counts an unhandled error. */
  readonly uncaught: (origin: UncaughtOrigin) => void;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const changed = measureTransactions(registry);
  const uncaught = metersOf(registry).counter(
    'touchline_uncaught_errors_total',
    'Errors that no handler contained: each is a bug, and has a line in the log',
    ['origin'],
  );
  for (const origin of ['exception', 'rejection']) uncaught.inc({ origin }, 0);
  return {
    registry,
    answered: measureRequests(registry),
    group: measureLedger(registry).group,
    announced: ({ transaction }) => {
      if (transaction) changed(transaction);
    },
    providerCalled: measureProviderCalls(registry),
    connectionDropped: measureDrops(registry),
    read: measureReads(registry),
    live: measureLive(registry),
    uncaught: (origin) => uncaught.inc({ origin }),
  };
}

function measureRequests(registry: Registry): (request: Answered) => void {
  const meters = metersOf(registry);
  const requests = meters.counter('touchline_http_requests_total', 'Requests that were answered', [
    'method',
    'route',
    'status',
  ]);
  const durations = meters.histogram(
    'touchline_http_request_duration_seconds',
    'From the arrival of a request to the end of its answer',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ['method', 'route'],
  );
  return ({ method, route, status, ms }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, ms / 1_000);
  };
}
