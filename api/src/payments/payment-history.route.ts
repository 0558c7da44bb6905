import { transactionView } from '@touchline/core/contract';
import type { Db } from '@touchline/store/connect';
import { transactionsOfWallet, viewTransaction } from '@touchline/store/payments';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';

/** More than anybody scrolls through; the ledger has the rest. */
const shown = 500;

const schema = {
  tags: ['payments'],
  summary: 'Your deposits, withdrawals and refunds, newest first',
  security: bearer,
  response: { 200: z.array(transactionView), ...refusalAnswers },
};

export const paymentHistoryRoute =
  ({ db }: { readonly db: Db }) =>
  async (app: App) => {
    app.get('/payment/history', { schema }, async (request) => {
      const { walletId, userId } = sessionOf(request);
      const transactions = await transactionsOfWallet(db, walletId, shown);
      return transactions.map((transaction) => viewTransaction(transaction, userId));
    });
  };
