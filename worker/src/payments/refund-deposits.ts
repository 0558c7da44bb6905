import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { advanceRefund } from '@touchline/payments/refund';
import { advanceReturns } from '@touchline/payments/returns';
import { takeDueRefunds, takeDueReturns } from '@touchline/store/payments';
import type { Log } from '../log.ts';
import { atMost } from '../provider/at-most.ts';

const mostPerRun = 50;
const askedAtOnce = 4;

/** Has the provider refund what admins returned and what withdrawals return to deposits, and follows the refunds it was asked for. */
export async function refundDeposits(deps: ReconcileDeps & { readonly log: Log }): Promise<void> {
  const due = await takeDueRefunds(deps.db, { now: deps.now(), limit: mostPerRun });
  await atMost(askedAtOnce, due, async (refund) => {
    try {
      await advanceRefund(deps, refund);
    } catch (error) {
      deps.log.error({ error, transaction: refund.transactionId }, 'a refund could not be brought forward');
    }
  });
  const withdrawals = await takeDueReturns(deps.db, { now: deps.now(), limit: mostPerRun });
  await atMost(askedAtOnce, withdrawals, async (withdrawal) => {
    try {
      await advanceReturns(deps, withdrawal);
    } catch (error) {
      deps.log.error({ error, transaction: withdrawal.id }, 'the refunds of a withdrawal could not be brought forward');
    }
  });
}
