import { type Instant, minutes } from '@touchline/core/instant';
import { abandoned, isFinal, type Transaction } from '@touchline/core/payments';
import { ProviderDown } from '@touchline/payments/provider';
import { paymentChange, type ReconcileDeps, reconcileDeposit } from '@touchline/payments/reconcile';
import {
  changeDeposit,
  listOwedChecks,
  settleCheck,
  takeCompletedDeposits,
  takeOpenDeposits,
} from '@touchline/store/payments';
import type { Log } from '../log.ts';
import { atMost } from '../provider/at-most.ts';

export type SweepDepositsDeps = ReconcileDeps & {
  readonly log: Log;
  /** How old an open deposit is before the provider is asked about it: the webhook and the return page come first. */
  readonly afterMs: number;
};

/** One sweep ends well before the next begins, however much is open. */
const mostPerSweep = 200;
const askedAtOnce = 4;
/** A process that was sent a webhook asks by itself first. */
const owedAfterMs = 10_000;

/**
 * Asks the provider about deposits whose webhook could not be followed or may have been lost: those first, then open ones, then completed ones of the last days, which may
 * have been charged back. Stops when the provider is down; the next sweep goes on.
 */
export async function sweepDeposits(deps: SweepDepositsDeps): Promise<void> {
  const due = { provider: deps.provider.name, now: deps.now(), limit: mostPerSweep };
  const owed = await listOwedChecks(deps.db, { provider: due.provider, afterMs: owedAfterMs, limit: due.limit });
  const open = await takeOpenDeposits(deps.db, { ...due, afterMs: deps.afterMs });
  const completed = await takeCompletedDeposits(deps.db, due);
  let isDown = false;
  let changed = 0;
  const owedIds = new Set(owed.map(({ deposit }) => deposit.id));
  const others = [...open, ...completed].filter(({ id }) => !owedIds.has(id)).map((deposit) => ({ deposit, at: null }));
  await atMost(askedAtOnce, [...owed, ...others], async ({ deposit, at }) => {
    if (isDown) return;
    try {
      const now = await (isLost(deposit, deps) ? closeLost(deps, deposit) : reconcileDeposit(deps, deposit));
      if (at !== null) await settleCheck(deps.db, deposit, at);
      if (now.version !== deposit.version) changed += 1;
    } catch (error) {
      if (error instanceof ProviderDown) isDown = true;
      deps.log.warn({ error, transaction: deposit.id }, 'a deposit could not be checked');
    }
  });
  if (changed > 0)
    deps.log.info(
      { owed: owed.length, open: open.length, completed: completed.length, changed },
      'deposits were swept',
    );
}

/** No payment was ever noted for it: the process that asked for one died, and nobody was sent to a checkout. */
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
