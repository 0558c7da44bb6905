import { paymentsSummaryQuery, paymentsSummaryView } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { dollars } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { type CountAndAmount, paymentsSummary } from '@touchline/store/payments';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { ledgerDoubt } from './decide-withdrawal.ts';

const schema = {
  tags: ['admin'],
  summary: 'Withdrawals that wait, what was completed since the day began, and whether the ledger is in doubt',
  security: bearer,
  querystring: paymentsSummaryQuery,
  response: { 200: paymentsSummaryView, ...refusalAnswers },
};

export const paymentsSummaryRoute =
  ({ db, now }: { readonly db: Db; readonly now: () => Instant }) =>
  async (app: App) => {
    app.get('/payment/summary', { schema }, async (request) => {
      const from = request.query.from === undefined ? midnight(now()) : instant(Date.parse(request.query.from));
      const [{ pendingWithdrawals, deposits, withdrawals, failedReturns }, doubt] = await Promise.all([
        paymentsSummary(db, from),
        ledgerDoubt(db),
      ]);
      return {
        from: new Date(from).toISOString(),
        pendingWithdrawals: inDollars(pendingWithdrawals),
        depositsToday: inDollars(deposits),
        withdrawalsToday: inDollars(withdrawals),
        ...(failedReturns.count > 0 && { failedReturns: inDollars(failedReturns) }),
        ...(doubt && { doubt }),
      };
    });
  };

const inDollars = ({ count, amount }: CountAndAmount) => ({ count, amount: dollars(amount) });
const midnight = (at: Instant): Instant => instant(new Date(at).setUTCHours(0, 0, 0, 0));
