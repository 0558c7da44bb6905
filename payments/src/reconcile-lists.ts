import { hours, type Instant, instant } from '@touchline/core/instant';
import { compareLists } from '@touchline/core/payments';
import type { Db } from '@touchline/store/connect';
import {
  finishReconciliation,
  giveUpReconciliation,
  readOwnPayments,
  requestDailyReconciliation,
  startReconciliation,
} from '@touchline/store/payments';
import type { PaymentProvider } from './provider.ts';

/** How far back a run compares: chargebacks come weeks later, but each is young itself. */
const windowMs = hours(24 * 35);

export type ReconcileListsDeps = {
  readonly db: Db;
  readonly provider: PaymentProvider;
  readonly now: () => Instant;
  readonly log: {
    readonly info: (facts: object, event: string) => void;
    readonly warn: (facts: object, event: string) => void;
  };
};

/**
 * Compares the provider's lists with our deposits and the ledger, if a run was requested or none was made for a day. Differences are
 * cases. A provider that is away leaves the run incomplete and reports nothing.
 */
export async function reconcileLists({ db, provider, now, log }: ReconcileListsDeps): Promise<void> {
  await requestDailyReconciliation(db, now());
  const run = await startReconciliation(db, 'provider');
  if (!run) return;
  const at = now();
  const since = instant(at - windowMs);
  try {
    const lists = await provider.list(since);
    const own = await readOwnPayments(db, {
      since,
      paymentIds: lists.payments.map(({ id }) => id),
      reversalIds: [...lists.refunds, ...lists.chargebacks].map(({ id }) => id),
    });
    const differences = compareLists(lists, own, { provider: provider.name, since, now: at });
    await finishReconciliation(db, run, differences, {
      payments: lists.payments.length,
      refunds: lists.refunds.length,
      chargebacks: lists.chargebacks.length,
      deposits: own.deposits.length,
    });
    log.info({ reconciliation: run, differences: differences.length }, 'payments compared with the provider');
  } catch (error) {
    await giveUpReconciliation(db, run, error instanceof Error ? error.message : String(error));
    log.warn({ error, reconciliation: run }, 'payments could not be compared with the provider');
  }
}
