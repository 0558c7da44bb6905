import { payoutDetailsView } from '@touchline/core/contract';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { openPayout, readTransaction } from '@touchline/store/payments';
import type { DataKey } from '@touchline/store/sealed';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { transactionId } from './transaction-id.ts';

const schema = {
  tags: ['admin'],
  summary: 'Where a withdrawal is to be paid; that it was looked at is written to the audit log',
  security: bearer,
  params: z.object({ id: transactionId }),
  response: { 200: payoutDetailsView, ...refusalAnswers },
};

export const payoutDetailsRoute =
  ({ db, dataKey }: { readonly db: Db; readonly dataKey: DataKey }) =>
  async (app: App) => {
    app.get('/payment/withdraw/:id/details', { schema }, async (request, reply) => {
      const withdrawal = await readTransaction(db, request.params.id);
      if (withdrawal?.type !== 'withdrawal') {
        return refuse(reply, 404, { code: 'transaction-unknown', error: 'There is no such withdrawal.' });
      }
      const details = openPayout(dataKey, withdrawal);
      const { userId, role } = sessionOf(request);
      await db.transaction().execute((trx) =>
        recordAction(trx, {
          actor: { userId, role },
          action: 'payout-details-read',
          subject: `withdrawal:${withdrawal.id}`,
          reason: null,
          before: null,
          after: null,
          requestId: request.id,
        }),
      );
      reply.header('cache-control', 'no-store');
      return details ?? {};
    });
  };
