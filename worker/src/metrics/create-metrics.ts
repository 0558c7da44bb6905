import type { TransactionView } from '@touchline/core/contract';
import {
  type LedgerMeter,
  measureLedger,
  measureProviderCalls,
  measureTransactions,
  metersOf,
} from '@touchline/store/metrics';
import { Registry } from 'prom-client';
import type { OnAnswer } from '../provider/odds-api.ts';
import { measureJobs, type RunJob } from './measure-jobs.ts';

/** What this process counts. Every label has few values: jobs, queues, codes; never an id, an address or a name. */
export type Metrics = {
  readonly registry: Registry;
  readonly ledger: LedgerMeter;
  readonly job: RunJob;
  /** For `onAnswer` of the odds provider. */
  readonly provider: OnAnswer;
  /** For `onCall` of the guarded payment provider. */
  readonly paymentProviderCalled: (call: string, outcome: string) => void;
  /** Old rows that were deleted, by table. */
  readonly deleted: (table: string, count: number) => void;
  readonly transactionChanged: (transaction: Pick<TransactionView, 'type' | 'status'>) => void;
  /** The same post office, with what it took counted. */
  readonly counted: <Letter>(post: Post<Letter>) => Post<Letter>;
};
type Post<Letter> = (letter: Letter) => Promise<unknown>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const meters = metersOf(registry);
  const provider = meters.counter(
    'touchline_provider_requests_total',
    "Questions to the odds provider by what came of them: ok, the provider's code, its status, or no-answer",
    ['question', 'outcome'],
  );
  const mails = meters.counter(
    'touchline_mails_total',
    'Letters handed to the mail server: sent, or failed when it did not take one; a failed one is tried again',
    ['outcome'],
  );
  const deleted = meters.counter(
    'touchline_retention_deleted_total',
    'Rows that were deleted because they were older than their policy allows, by table',
    ['table'],
  );
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  return {
    registry,
    ledger: measureLedger(registry),
    job: measureJobs(registry),
    provider: (question, outcome) => provider.inc({ question, outcome }),
    paymentProviderCalled: measureProviderCalls(registry),
    deleted: (table, count) => deleted.inc({ table }, count),
    transactionChanged: measureTransactions(registry),
    counted: (post) => async (letter) => {
      try {
        const taken = await post(letter);
        mails.inc({ outcome: 'sent' });
        return taken;
      } catch (error) {
        mails.inc({ outcome: 'failed' });
        throw error;
      }
    },
  };
}
