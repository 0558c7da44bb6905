import type { TransactionView } from '@touchline/core/contract';
import { type LedgerMeter, measureLedger } from '@touchline/store/metrics';
import { Counter, Registry } from 'prom-client';
import type { OnAnswer } from '../provider/odds-api.ts';
import { measureJobs, type RunJob } from './measure-jobs.ts';

/** What this process counts. Every label has few values: jobs, queues, codes; never an id, an address or a name. */
export type Metrics = {
  readonly registry: Registry;
  readonly ledger: LedgerMeter;
  readonly job: RunJob;
  /** For `onAnswer` of the odds provider. */
  readonly provider: OnAnswer;
  readonly transactionChanged: (transaction: Pick<TransactionView, 'type' | 'status'>) => void;
  /** The same post office, with what it took counted. */
  readonly counted: <Letter>(post: Post<Letter>) => Post<Letter>;
};
type Post<Letter> = (letter: Letter) => Promise<unknown>;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const provider = new Counter({
    name: 'touchline_provider_requests_total',
    help: "Questions to the odds provider by what came of them: ok, the provider's code, its status, or no-answer",
    labelNames: ['question', 'outcome'],
    registers,
  });
  const transactions = new Counter({
    name: 'touchline_transactions_changed_total',
    help: 'Deposits, withdrawals and refunds that came to a status by this process',
    labelNames: ['type', 'status'],
    registers,
  });
  const mails = new Counter({
    name: 'touchline_mails_total',
    help: 'Letters handed to the mail server: sent, or failed when it did not take one; a failed one is tried again',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  return {
    registry,
    ledger: measureLedger(registry),
    job: measureJobs(registry),
    provider: (question, outcome) => provider.inc({ question, outcome }),
    transactionChanged: ({ type, status }) => transactions.inc({ type, status }),
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
