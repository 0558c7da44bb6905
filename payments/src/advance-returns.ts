import { instant } from '@touchline/core/instant';
import {
  firstReturnCheckMs,
  followReturn,
  nextReturnCheckMs,
  type RefundReport,
  type ReturnedPart,
  type Transaction,
} from '@touchline/core/payments';
import { changeReturns, readTransaction } from '@touchline/store/payments';
import { type PaymentRefused, ProviderDown } from './provider.ts';
import { publishChange, type ReconcileDeps } from './publish-change.ts';

/**
 * Advances the refunds of an approved withdrawal: requests those that wait and follows the others. Safe to run concurrently: each part
 * and round has one refund. Temporary failures are retried for a day.
 */
export async function advanceReturns(deps: ReconcileDeps, withdrawal: Transaction): Promise<void> {
  let nextMs = Number.POSITIVE_INFINITY;
  for (const part of (withdrawal.payoutPlan?.route ?? []).filter(isFollowed)) {
    const report = await ask(deps, withdrawal, part);
    const isNew = part.state === 'waiting' && report.kind === 'reported';
    nextMs = Math.min(nextMs, isNew ? firstReturnCheckMs : nextReturnCheckMs(report, part));
    await followPart(deps, withdrawal, part, report, nextMs);
  }
}

/** Also follows parts that failed or were paid in another way, so that a late refund is not missed. */
const isFollowed = ({ state, refundId }: ReturnedPart): boolean =>
  state === 'waiting' || state === 'asked' || state === 'returned' || (state !== 'planned' && refundId !== null);

/** Stores the provider's report about one part and publishes the change. */
export async function followPart(
  deps: ReconcileDeps,
  { id }: Transaction,
  part: ReturnedPart,
  report: RefundReport,
  nextMs: number = nextReturnCheckMs(report, part),
): Promise<void> {
  const now = deps.now();
  let hasFailed = false;
  let isPaidTwice = false;
  const { withdrawal, isChanged } = await changeReturns(
    deps.db,
    id,
    (current) => {
      const step = followReturn(current, part, report, instant(now));
      ({ hasFailed, isPaidTwice } = step);
      return step.withdrawal;
    },
    { now, nextMs },
  );
  if (isChanged) await publishChange(deps, withdrawal);
  const fields = { transaction: id, deposit: part.depositId, refund: part.refundId, report };
  if (hasFailed) deps.alarm(fields, 'part of a withdrawal could not be refunded to its deposit: an admin must act');
  if (isPaidTwice) deps.alarm(fields, 'part of a withdrawal was paid and refunded too: recover one of them');
}

const unreachable = { kind: 'unreachable' } as const;
const unknown = { kind: 'unknown' } as const;

async function ask(deps: ReconcileDeps, { id }: Transaction, part: ReturnedPart): Promise<RefundReport> {
  const deposit = await readTransaction(deps.db, part.depositId);
  const paymentId = deposit?.providerPaymentId;
  if (!paymentId) return { kind: 'refused', detail: 'The deposit has no payment.' };
  try {
    if (part.refundId !== null) return (await deps.provider.readRefund(paymentId, part.refundId)) ?? unknown;
    const asked = await deps.provider.refund({
      paymentId,
      transactionId: id,
      round: part.round,
      description: `Withdrawal ${id}`,
      charge: part.charge,
    });
    return asked.ok ? asked.value : { kind: 'refused', ...refusalOf(asked.refusal) };
  } catch (error) {
    if (error instanceof ProviderDown) return unreachable;
    throw error;
  }
}

const refusalOf = ({ detail, isTransient = false }: PaymentRefused) => ({ detail, isTransient });
