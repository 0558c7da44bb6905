import type { GuardOptions } from '@touchline/payments/guard';
import { measureLedger, measureProviderCalls, measureTransactions } from '@touchline/store/metrics';
import type { EndedGroup } from '@touchline/store/wallet';
import { Registry } from 'prom-client';
import type { Answered } from '../http/finish-requests.ts';
import type { UserFacts } from '../live/announce.ts';
import type { LiveMeter } from '../live/live-meter.ts';
import { measureLive } from './measure-live.ts';
import { measureRequests } from './measure-requests.ts';

/** What this process counts. Every label has few values: routes, codes, leagues; never an address, an id or a name. */
export type Metrics = {
  readonly registry: Registry;
  readonly answered: (request: Answered) => void;
  /** For `onGroup` of the wallet writer. */
  readonly group: (group: EndedGroup) => void;
  readonly announced: (facts: Pick<UserFacts, 'transaction'>) => void;
  /** For `onCall` of the guarded payment provider. */
  readonly providerCalled: NonNullable<GuardOptions['onCall']>;
  readonly live: LiveMeter;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const changed = measureTransactions(registry);
  return {
    registry,
    answered: measureRequests(registry),
    group: measureLedger(registry).group,
    announced: ({ transaction }) => {
      if (transaction) changed(transaction);
    },
    providerCalled: measureProviderCalls(registry),
    live: measureLive(registry),
  };
}
