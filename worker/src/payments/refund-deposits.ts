import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { advanceRefund } from '@touchline/payments/refund';
import { advanceReturns } from '@touchline/payments/returns';
import { takeDueRefunds, takeDueReturns } from '@touchline/store/payments';
import type { Log } from '../log.ts';
import { forEachConcurrently } from '../provider/for-each-concurrently.ts';

const batchSize = 50;
const concurrency = 4;

/** Requests the refunds that admins decided and that withdrawals return to deposits, and follows them until they end. */
export async function refundDeposits(deps: ReconcileDeps & { readonly log: Log }): Promise<void> {
  const due = await takeDueRefunds(deps.db, { now: deps.now(), limit: batchSize });
  await forEachConcurrently(concurrency, due, async (refund) => {
    try {
      await advanceRefund(deps, refund);
    } catch (error) {
      deps.log.error({ error, transaction: refund.transactionId }, 'refund could not be advanced');
    }
  });
  const withdrawals = await takeDueReturns(deps.db, { now: deps.now(), limit: batchSize });
  await forEachConcurrently(concurrency, withdrawals, async (withdrawal) => {
    try {
      await advanceReturns(deps, withdrawal);
    } catch (error) {
      deps.log.error({ error, transaction: withdrawal.id }, 'refunds of a withdrawal could not be advanced');
    }
  });
}
