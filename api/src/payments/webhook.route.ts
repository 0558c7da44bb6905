import formbody from '@fastify/formbody';
import { ProviderDown } from '@touchline/payments/provider';
import { type ReconcileDeps, reconcilePayment } from '@touchline/payments/reconcile';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';

export type WebhookDeps = {
  readonly reconcile: ReconcileDeps;
};

const schema = {
  tags: ['payments'],
  summary:
    "The payment provider's hint that a payment changed: a form with its id. What changed is asked at the provider",
  consumes: ['application/x-www-form-urlencoded'],
  body: z.object({ id: z.string().max(100).optional() }),
  response: { 200: z.object({}), ...refusalAnswers },
};

/** The least a payment's number looks like; anything else is not worth a question to the provider. */
const paymentNumber = /^tr_[A-Za-z0-9]{4,60}$/;

/**
 * Open to everybody and believed by nobody: the body only names a payment. The answer is the same for ours and for unknown ones; it
 * is a refusal only when the provider or the database is out of reach, so that the provider tells it again.
 */
export const webhookRoute =
  ({ reconcile }: WebhookDeps) =>
  async (app: App) => {
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: 4_096 });
    app.addHook('onRequest', app.rateLimit({ max: 600, timeWindow: '1 minute', groupId: 'webhook' }));
    app.post('/payment/webhook', { schema }, async (request, reply) => {
      const { id } = request.body;
      if (id === undefined || !paymentNumber.test(id)) return reply.send({});
      try {
        await reconcilePayment(reconcile, id);
        return reply.send({});
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        request.log.error({ error }, 'the payment provider does not answer');
        return refuse(reply, 503, { code: 'unavailable', error: 'The payment cannot be looked up just now.' });
      }
    });
  };
