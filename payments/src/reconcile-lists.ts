import { hours, type Instant, instant } from '@touchline/core/instant';
import {
  compareAccount,
  compareLists,
  type KnownBalance,
  knownAfter,
  type OwnPayments,
  type ProviderLists,
} from '@touchline/core/payments';
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
    const listed = await provider.list(since);
    const account = await provider.readAccount(since);
    const moved = account?.balances.flatMap(({ movements }) => movements) ?? [];
    const own = await readOwnPayments(db, {
      since,
      isStandIn: provider.isStandIn,
      paymentIds: [...listed.payments.map(({ id }) => id), ...moved.flatMap(({ paymentId }) => paymentId ?? [])],
      reversalIds: [...listed.refunds, ...listed.chargebacks].map(({ id }) => id),
    });
    const lists = await withOlder(provider, listed, own, since);
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

/** Adds what deposits credited since a moment are for, but was created before it, so that the provider's lists do not reach it. */
async function withOlder(
  provider: PaymentProvider,
  lists: ProviderLists,
  { deposits }: OwnPayments,
  since: Instant,
): Promise<ProviderLists> {
  const listed = new Set([...lists.payments, ...lists.returned].map(({ id }) => id));
  const payments = [...lists.payments];
  const returned = [...lists.returned];
  for (const { paymentId, returnOf, provider: name, status, creditedAt } of deposits) {
    const isDue = status === 'completed' && name === provider.name && creditedAt !== null && creditedAt >= since;
    if (!isDue || paymentId === null || listed.has(paymentId)) continue;
    const payment = await provider.read(returnOf?.paymentId ?? paymentId);
    if (!payment) continue;
    if (returnOf) {
      const won = payment.reversals.filter(({ state }) => state === 'returned');
      returned.push(...won.map(({ reversalId }) => ({ id: reversalId, paymentId: payment.id })));
    } else {
      // Older than the lists: its movements on the balance were compared when it was made.
      payments.push({ ...payment, promised: payment.promised ?? null, createdAt: instant(0) });
    }
  }
  return { ...lists, payments, returned };
}
