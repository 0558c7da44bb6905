import { hours, type Instant, instant } from '@touchline/core/instant';
import { compareAccount, compareLists, type KnownBalance, knownAfter } from '@touchline/core/payments';
import type { Db } from '@touchline/store/connect';
import {
  finishReconciliation,
  giveUpReconciliation,
  readKnownBalances,
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
 * Compares the provider's lists, and our balances and settlements there, with our deposits and the ledger, if a run was requested or none was made for a day. Differences are
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
    const account = await provider.readAccount(since);
    const moved = account?.balances.flatMap(({ movements }) => movements) ?? [];
    const own = await readOwnPayments(db, {
      since,
      paymentIds: [...lists.payments.map(({ id }) => id), ...moved.flatMap(({ paymentId }) => paymentId ?? [])],
      reversalIds: [...lists.refunds, ...lists.chargebacks].map(({ id }) => id),
    });
    const window = { provider: provider.name, since, now: at };
    const differences = [...compareLists(lists, own, window)];
    const counts = {
      payments: lists.payments.length,
      refunds: lists.refunds.length,
      chargebacks: lists.chargebacks.length,
      deposits: own.deposits.length,
    };
    let balances: readonly KnownBalance[] = [];
    if (account) {
      const before = await readKnownBalances(db);
      differences.push(...compareAccount(account, lists, own, { ...window, before }));
      balances = knownAfter(account, before, differences);
      Object.assign(counts, { movements: moved.length, settlements: account.settlements.length });
    }
    await finishReconciliation(db, run, { differences, counts, balances });
    log.info({ reconciliation: run, differences: differences.length }, 'payments compared with the provider');
  } catch (error) {
    await giveUpReconciliation(db, run, error instanceof Error ? error.message : String(error));
    log.warn({ error, reconciliation: run }, 'payments could not be compared with the provider');
  }
}
