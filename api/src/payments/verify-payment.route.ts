import { type VerifyPaymentAnswer, verifyPaymentAnswer } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import type { Transaction } from '@touchline/core/payments';
import type { PaymentChecks } from '@touchline/payments/checks';
import { ProviderDown } from '@touchline/payments/provider';
import type { Db } from '@touchline/store/connect';
import { readTransaction, viewOwnTransaction } from '@touchline/store/payments';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { transactionId } from './transaction-id.ts';

export type VerifyPaymentDeps = {
  readonly db: Db;
  readonly checks: PaymentChecks;
  readonly now: () => Instant;
};

const schema = {
  tags: ['payments'],
  summary: 'How a payment of your own stands; the provider is asked while it is not final, at most every few seconds',
  security: bearer,
  params: z.object({ transactionId: z.string().max(100) }),
  response: { 200: verifyPaymentAnswer, ...refusalAnswers },
};

export const verifyPaymentRoute = (deps: VerifyPaymentDeps) => async (app: App) => {
  app.get('/payment/verify/:transactionId', { schema }, async (request, reply) => {
    const { walletId, userId } = sessionOf(request);
    const asked = transactionId.safeParse(request.params.transactionId);
    const known = asked.success && (await readTransaction(deps.db, asked.data));
    // Somebody else's is as unknown as none.
    if (!known || known.walletId !== walletId) {
      return refuse(reply, 404, { code: 'transaction-unknown', error: 'There is no such transaction of yours.' });
    }
    const transaction = await upToDate(deps, known, request.log);
    return reply.send({
      status: statusOf[transaction.status],
      transaction: viewOwnTransaction(transaction, userId, deps.now()),
    });
  });
};

/** A provider that does not answer leaves the deposit as it was; the sweeper asks again. */
async function upToDate(
  { checks }: VerifyPaymentDeps,
  known: Transaction,
  log: FastifyBaseLogger,
): Promise<Transaction> {
  try {
    return await checks.refresh(known);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ error }, 'the payment provider does not answer');
    return known;
  }
}

/** This endpoint spells `cancelled` where lists of transactions spell `canceled`. */
const statusOf = {
  initiated: 'initiated',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
} as const satisfies Record<Transaction['status'], VerifyPaymentAnswer['status']>;
