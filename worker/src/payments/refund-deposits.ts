import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { advanceRefund } from '@touchline/payments/refund';
import { takeDueRefunds } from '@touchline/store/payments';
import type { Log } from '../log.ts';
import { atMost } from '../provider/at-most.ts';

const mostPerRun = 50;
const askedAtOnce = 4;

/** Has the provider give back what admins said goes back, and looks how far the refunds have come that it was asked for. */
export async function refundDeposits(deps: ReconcileDeps & { readonly log: Log }): Promise<void> {
  const due = await takeDueRefunds(deps.db, { now: deps.now(), limit: mostPerRun });
  await atMost(askedAtOnce, due, async (refund) => {
    try {
      await advanceRefund(deps, refund);
    } catch (error) {
      deps.log.error({ error, transaction: refund.transactionId }, 'a refund could not be brought forward');
    }
  });
}
