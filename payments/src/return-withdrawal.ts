import { instant } from '@touchline/core/instant';
import {
  firstReturnCheckMs,
  followReturn,
  nextReturnCheckMs,
  type RefundWord,
  type ReturnedPart,
  type Transaction,
} from '@touchline/core/payments';
import { changeReturns, readTransaction } from '@touchline/store/payments';
import { ProviderDown } from './provider.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { tellChange } from './tell-change.ts';

/**
 * Brings the refunds of an approved withdrawal forward: asks the provider for those that wait, and reads those it has. Any number of
 * times at once makes one refund for each part and round. A provider that is away is asked again later.
 */
export async function advanceReturns(deps: ReconcileDeps, withdrawal: Transaction): Promise<void> {
  for (const part of withdrawal.payoutPlan?.route ?? []) {
    if (part.state !== 'waiting' && part.state !== 'asked' && part.state !== 'returned') continue;
    const word = await ask(deps, withdrawal, part);
    const now = deps.now();
    let hasFailed = false;
    const { withdrawal: changed, isChanged } = await changeReturns(
      deps.db,
      withdrawal.id,
      (current) => {
        const step = followReturn(current, part, word, instant(now));
        hasFailed = step.hasFailed;
        return step.withdrawal;
      },
      { now, nextMs: part.state === 'waiting' && word.kind === 'told' ? firstReturnCheckMs : nextReturnCheckMs(word) },
    );
    if (isChanged) await tellChange(deps, changed);
    if (hasFailed) {
      const particulars = { transaction: withdrawal.id, deposit: part.depositId, refund: part.refundId, word };
      deps.alarm(particulars, 'a part of a withdrawal could not go back to its deposit: an admin has to act');
    }
  }
}

async function ask(deps: ReconcileDeps, { id }: Transaction, part: ReturnedPart): Promise<RefundWord> {
  const deposit = await readTransaction(deps.db, part.depositId);
  const paymentId = deposit?.providerPaymentId;
  if (!paymentId) return { kind: 'refused', detail: 'The deposit has no payment.' };
  try {
    if (part.refundId !== null) return await deps.provider.readRefund(paymentId, part.refundId);
    const asked = await deps.provider.refund({
      paymentId,
      transactionId: id,
      round: part.round,
      description: `Withdrawal ${id}`,
      charge: part.charge,
    });
    return asked.ok ? asked.value : { kind: 'refused', detail: asked.refusal.detail };
  } catch (error) {
    if (error instanceof ProviderDown) return { kind: 'unreachable' };
    throw error;
  }
}
