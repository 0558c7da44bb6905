import type { TransactionView } from '@touchline/core/contract';
import type { DropReason } from '@touchline/store/database-client';
import {
  type LedgerMeter,
  measureDrops,
  measureLedger,
  measureProviderCalls,
  measureReads,
  measureTransactions,
  metersOf,
} from '@touchline/store/metrics';
import type { ReadOutcome } from '@touchline/store/standby-reads';
import { Registry } from 'prom-client';
import type { PushOutcome } from '../notifications/send-pushes.ts';
import type { OnAnswer } from '../provider/odds-api.ts';
import { type JobMeter, measureJobs } from './measure-jobs.ts';

/** This process's counters. Labels have few values: jobs, queues and codes; never ids, addresses or names. */
export type Metrics = {
  readonly registry: Registry;
  readonly ledger: LedgerMeter;
  readonly jobs: JobMeter;
  /** For `onAnswer` of the odds provider. */
  readonly provider: OnAnswer;
  /** For `onCall` of the guarded payment provider. */
  readonly paymentProviderCalled: (call: string, outcome: string) => void;
  /** For `onRead` of reads from a standby. */
  readonly read: (outcome: ReadOutcome) => void;
  /** For `onDropped` of a store. */
  readonly connectionDropped: (reason: DropReason) => void;
  readonly deleted: (table: string, count: number) => void;
  /** Counts attempts to send a push message. */
  readonly pushed: (outcome: PushOutcome) => void;
  readonly transactionChanged: (transaction: Pick<TransactionView, 'type' | 'status'>) => void;
  /** Wraps the delivery of emails to count its outcomes. */
  readonly countEmails: <Email>(deliver: Deliver<Email>) => Deliver<Email>;
};
type Deliver<Email> = (email: Email) => Promise<unknown>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const meters = metersOf(registry);
  const provider = meters.counter(
    'touchline_provider_requests_total',
    "Requests to the odds and results providers by outcome: ok, the provider's code, its status, or no-answer",
    ['question', 'outcome'],
  );
  const emails = meters.counter(
    'touchline_mails_total',
    'Emails handed to the mail server: sent, or failed when it did not accept one; failed ones are retried',
    ['outcome'],
  );
  const deleted = meters.counter(
    'touchline_retention_deleted_total',
    'Rows deleted because they were older than their retention policy allows, by table',
    ['table'],
  );
  const pushes = meters.counter(
    'touchline_pushes_total',
    'Push messages by outcome: sent, gone (the browser unsubscribed), refused, failed (sent again later), late (given up)',
    ['outcome'],
  );
  for (const outcome of ['sent', 'failed']) pushes.inc({ outcome }, 0);
  for (const outcome of ['sent', 'failed']) emails.inc({ outcome }, 0);
  return {
    registry,
    ledger: measureLedger(registry),
    jobs: measureJobs(registry),
    provider: (question, outcome) => provider.inc({ question, outcome }),
    paymentProviderCalled: measureProviderCalls(registry),
    connectionDropped: measureDrops(registry),
    read: measureReads(registry),
    deleted: (table, count) => deleted.inc({ table }, count),
    pushed: (outcome) => pushes.inc({ outcome }),
    transactionChanged: measureTransactions(registry),
    countEmails: (deliver) => async (email) => {
      try {
        const accepted = await deliver(email);
        emails.inc({ outcome: 'sent' });
        return accepted;
      } catch (error) {
        emails.inc({ outcome: 'failed' });
        throw error;
      }
    },
  };
}
