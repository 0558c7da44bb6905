import {
  decideAnswer,
  type ResolveDepositRefusal,
  type ResolveRequest,
  resolveRefusalView,
  resolveRequest,
} from '@touchline/core/contract';
import { type Cents, centsFromDollars } from '@touchline/core/money';
import type { CreditByHandRefusal, Resolution } from '@touchline/core/payments';
import { ProviderDown } from '@touchline/payments/provider';
import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { resolveDeposit } from '@touchline/payments/resolve';
import type { Db } from '@touchline/store/connect';
import { viewForAdmins } from '@touchline/store/payments';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { transactionId } from './transaction-id.ts';

export type ResolveDepositDeps = { readonly reconcile: ReconcileDeps; readonly fourEyes: Cents };

const schema = {
  tags: ['admin'],
  summary:
    'What becomes of a deposit that waits for a person: an amount of it is credited, or it never is because the money goes back',
  security: bearer,
  params: z.object({ transactionId }),
  body: resolveRequest,
  response: { 200: decideAnswer, ...refusalAnswers },
};

export const resolveDepositRoute =
  ({ reconcile, fourEyes }: ResolveDepositDeps) =>
  async (app: App) => {
    app.post('/payment/resolve/:transactionId', { schema }, async (request, reply) => {
      const { userId, walletId } = sessionOf(request);
      const resolution = resolutionOf(request.body);
      if (!resolution) return refuse(reply, 422, resolveRefusalView({ code: 'amount-invalid' }));
      const by = { admin: { userId, walletId }, requestId: request.id, fourEyes };
      try {
        const done = await resolveDeposit(reconcile, request.params.transactionId, resolution, by);
        if (!done.ok) {
          const refusal = await shown(reconcile.db, done.refusal);
          return refuse(reply, statusOf[refusal.code], resolveRefusalView(refusal));
        }
        const [transaction] = await viewForAdmins(reconcile.db, [done.value]);
        if (!transaction) throw new Error(`deposit ${done.value.id} cannot be shown`);
        return reply.send({ transaction });
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        request.log.error({ error }, 'the payment provider does not answer');
        const sentence = 'The payment provider cannot be asked just now. Nothing was credited.';
        return refuse(reply, 503, { code: 'unavailable', error: sentence });
      }
    });
  };

/** Dollars become cents exactly or not at all. */
function resolutionOf(body: ResolveRequest): Resolution | undefined {
  const { reason } = body;
  if (body.how === 'returned') return { how: 'returned', reason };
  const amount = centsFromDollars(body.amount);
  return amount === undefined ? undefined : { how: 'credited', amount, reason };
}

async function shown(db: Db, refusal: CreditByHandRefusal): Promise<ResolveDepositRefusal> {
  if (refusal.code !== 'deposit-resolved') return refusal;
  const [transaction] = await viewForAdmins(db, [refusal.transaction]);
  return transaction ? { code: refusal.code, transaction } : { code: 'transaction-unknown' };
}

const statusOf = {
  'transaction-unknown': 404,
  'own-deposit': 403,
  'deposit-not-waiting': 409,
  'paid-while-excluded': 409,
  'deposit-resolved': 409,
  'payment-not-paid': 409,
  'payment-currency': 409,
  'second-admin-needed': 409,
  'amount-invalid': 422,
  'amount-above-paid': 422,
} satisfies Record<ResolveDepositRefusal['code'], RefusalStatus>;
