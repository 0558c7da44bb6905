import { type Instant, minutes } from '@touchline/core/instant';
import { abandoned, isFinal, type Transaction } from '@touchline/core/payments';
import { ProviderNotAsked } from '@touchline/payments/provider';
import { paymentChange, type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import {
  changeDeposit,
  listOwedChecks,
  settleCheck,
  takeCompletedDeposits,
  takeOpenDeposits,
} from '@touchline/store/payments';
import type { Log } from '../log.ts';
import { forEachConcurrently } from '../provider/for-each-concurrently.ts';

export type SweepDepositsDeps = ReconcileDeps & {
  readonly log: Log;
  /** The age at which an open deposit is checked; the webhook and the return page usually come first. */
  readonly afterMs: number;
};

/** Bounds a sweep, so that it ends well before the next begins. */
const batchSize = 200;
const concurrency = 4;
/** The process that received a webhook checks the deposit itself first. */
const owedAfterMs = 10_000;

/**
 * Checks deposits with the provider: first those whose webhook could not be processed, then open ones, then completed ones of the
 * last days, which may have been charged back. Stops once the provider may not be asked, as while it is down; the next sweep continues.
 * A failed check alone says nothing about the others: the response for one payment may be unreadable for good.
 */
export async function sweepDeposits(deps: SweepDepositsDeps): Promise<void> {
  const due = { provider: deps.provider.name, now: deps.now(), limit: batchSize };
  const owed = await listOwedChecks(deps.db, { provider: due.provider, afterMs: owedAfterMs, limit: due.limit });
  const open = await takeOpenDeposits(deps.db, { ...due, afterMs: deps.afterMs });
  const completed = await takeCompletedDeposits(deps.db, due);
  let isOver = false;
  let changed = 0;
  const owedIds = new Set(owed.map(({ deposit }) => deposit.id));
  const others = [...open, ...completed].filter(({ id }) => !owedIds.has(id)).map((deposit) => ({ deposit, at: null }));
  await forEachConcurrently(concurrency, [...owed, ...others], async ({ deposit, at }) => {
    if (isOver) return;
    try {
      const now = await (isLost(deposit, deps) ? closeLost(deps, deposit) : reconcileDeposit(deps, deposit));
      if (at !== null) await settleCheck(deps.db, deposit, at);
      if (now.version !== deposit.version) changed += 1;
    } catch (error) {
      isOver ||= error instanceof ProviderNotAsked;
      deps.log.warn({ error, transaction: deposit.id }, 'deposit could not be checked');
    }
  });
  if (changed > 0)
    deps.log.info({ owed: owed.length, open: open.length, completed: completed.length, changed }, 'deposits swept');
}

/** Has no payment: the process that requested one died before anyone reached a checkout. */
const isLost = ({ providerPaymentId, createdAt }: Transaction, deps: SweepDepositsDeps): boolean =>
  providerPaymentId === null && sinceMs(createdAt, deps.now()) > Math.max(minutes(15), 12 * deps.afterMs);

async function closeLost(deps: SweepDepositsDeps, { id }: Transaction): Promise<Transaction> {
  const { transaction, isChanged } = await changeDeposit(deps.db, id, (current) =>
    isFinal(current.status) || current.providerPaymentId !== null
      ? undefined
      : abandoned(current, 'The payment was never begun.', deps.now()),
  );
  if (isChanged) deps.announce(await paymentChange(deps, transaction));
  return transaction;
}

const sinceMs = (from: Instant, to: Instant): number => to - from;
