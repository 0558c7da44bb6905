import { transactionView } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { transactionsOfWallet, viewOwnTransaction } from '@touchline/store/payments';
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

type HistoryDeps = { readonly db: Db; readonly now: () => Instant };

export const paymentHistoryRoute =
  ({ db, now }: HistoryDeps) =>
  async (app: App) => {
    app.get('/payment/history', { schema }, async (request) => {
      const { walletId, userId } = sessionOf(request);
      const transactions = await transactionsOfWallet(db, walletId, shown);
      const at = now();
      return transactions.map((transaction) => viewOwnTransaction(transaction, userId, at));
    });
  };
