import { adminTransactionView, transactionQuery } from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { listTransactions, viewForAdmins } from '@touchline/store/payments';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';

const schema = {
  tags: ['admin'],
  summary:
    'The transactions of everybody, the newest first; the header x-total-count says how many there are with these filters',
  security: bearer,
  querystring: transactionQuery,
  response: { 200: z.array(adminTransactionView), ...refusalAnswers },
};

export const listTransactionsRoute =
  ({ db }: { readonly db: Db }) =>
  async (app: App) => {
    app.get('/payment/all', { schema }, async (request, reply) => {
      const { page, limit, method, minAmount, maxAmount, from, to, ...place } = request.query;
      const { transactions, total } = await listTransactions(db, {
        ...place,
        method: method?.split(','),
        least: minAmount === undefined ? undefined : wholeCents(Math.ceil(minAmount * 100 - hair)),
        most: maxAmount === undefined ? undefined : wholeCents(Math.floor(maxAmount * 100 + hair)),
        from: momentOf(from),
        to: momentOf(to),
        offset: (page - 1) * limit,
        limit,
      });
      reply.header('x-total-count', total).header('access-control-expose-headers', 'x-total-count');
      return [...(await viewForAdmins(db, transactions))];
    });
  };

/** 19.99 times 100 is 1998.9999999999998. */
const hair = 1e-6;
const wholeCents = (amount: number): Cents =>
  cents(Math.max(Math.min(amount, Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER));
const momentOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : instant(Date.parse(text));
