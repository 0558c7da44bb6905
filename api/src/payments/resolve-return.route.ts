import {
  decideAnswer,
  type ReturnRefusalView,
  type ReturnRequest,
  returnRefusalView,
  returnRequest,
} from '@touchline/core/contract';
import { centsFromDollars } from '@touchline/core/money';
import type { ReturnRefusal, ReturnResolution, WithdrawalPolicy } from '@touchline/core/payments';
import { ProviderDown } from '@touchline/payments/provider';
import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { resolveReturn } from '@touchline/payments/resolve-return';
import type { Db } from '@touchline/store/connect';
import { viewForAdmins } from '@touchline/store/payments';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { ledgerDoubt, makeReference } from './decide-withdrawal.ts';
import { transactionId } from './transaction-id.ts';

export type ResolveReturnDeps = { readonly reconcile: ReconcileDeps; readonly policy: WithdrawalPolicy };

const schema = {
  tags: ['admin'],
  summary:
    'What becomes of money of a paid withdrawal that could not go back: its refund is retried, or it is paid in another way',
  security: bearer,
  params: z.object({ id: transactionId }),
  body: returnRequest,
  response: { 200: decideAnswer, ...refusalAnswers },
};

export const resolveReturnRoute =
  ({ reconcile, policy }: ResolveReturnDeps) =>
  async (app: App) => {
    app.post('/payment/withdraw/return/:id', { schema }, async (request, reply) => {
      const refuseWith = (refusal: ReturnRefusalView) =>
        refuse(reply, statusOf[refusal.code], returnRefusalView(refusal));
      const { userId, walletId } = sessionOf(request);
      const resolution = resolutionOf(request.body);
      if (!resolution) return refuseWith({ code: 'amount-invalid' });
      const doubt = resolution.how === 'retry' ? undefined : await ledgerDoubt(reconcile.db);
      if (doubt && doubt.verification !== request.body.despite) return refuseWith({ code: 'ledger-in-doubt', doubt });
      const by = { admin: { userId, walletId }, requestId: request.id, policy, ownReference: makeReference() };
      try {
        const done = await resolveReturn(reconcile, request.params.id, resolution, by);
        if (!done.ok) return refuseWith(await shown(reconcile.db, done.refusal));
        const [transaction] = await viewForAdmins(reconcile.db, [done.value]);
        if (!transaction) throw new Error(`withdrawal ${done.value.id} cannot be shown`);
        return reply.send({ transaction });
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        request.log.error({ error }, 'the payment provider does not answer');
        const sentence =
          'The payment provider cannot be asked now, so nothing was changed. Try again in a few minutes.';
        return refuse(reply, 503, { code: 'unavailable', error: sentence });
      }
    });
  };

/** Dollars become cents exactly or not at all. */
function resolutionOf({ how, amount: given, reference }: ReturnRequest): ReturnResolution | undefined {
  const amount = centsFromDollars(given);
  if (amount === undefined) return undefined;
  if (how === 'retry') return { how, amount, reference: null };
  return { how, amount, reference: reference || null };
}

async function shown(db: Db, refusal: ReturnRefusal): Promise<ReturnRefusalView> {
  if (refusal.code !== 'return-changed') return refusal;
  const [transaction] = await viewForAdmins(db, [refusal.transaction]);
  return transaction ? { ...refusal, transaction } : { code: 'transaction-unknown' };
}

const statusOf = {
  'transaction-unknown': 404,
  'own-withdrawal': 403,
  'amount-invalid': 422,
  'reference-missing': 422,
  'destination-missing': 409,
  'player-in-debt': 409,
  'second-admin-needed': 409,
  'ledger-in-doubt': 409,
  'return-changed': 409,
} satisfies Record<ReturnRefusalView['code'], RefusalStatus>;
