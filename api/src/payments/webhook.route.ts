import formbody from '@fastify/formbody';
import type { PaymentChecks } from '@touchline/payments/checks';
import { ProviderDown } from '@touchline/payments/provider';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';

export type WebhookDeps = {
  readonly checks: PaymentChecks;
};

const schema = {
  tags: ['payments'],
  summary:
    "The payment provider's hint that a payment changed: a form with its id. What changed is asked at the provider",
  consumes: ['application/x-www-form-urlencoded'],
  body: z.object({ id: z.string().max(100).optional() }),
  response: { 200: z.object({}), ...refusalAnswers },
};

/** The shape of a payment id; anything else is not worth a call to the provider. */
const paymentNumber = /^tr_[A-Za-z0-9]{4,60}$/;

/**
 * Open to everyone and not trusted: the body only names a payment, and the provider is asked about our own payments only. The answer
 * is the same for our payments and unknown ones. It is a 503, so that the provider retries, while the provider or the database is
 * unreachable, and while a payment is being created whose id is not stored yet.
 */
export const webhookRoute =
  ({ checks }: WebhookDeps) =>
  async (app: App) => {
    app.removeAllContentTypeParsers();
    await app.register(formbody, { bodyLimit: 4_096 });
    app.addHook('onRequest', app.rateLimit({ max: 600, timeWindow: '1 minute', groupId: 'webhook' }));
    app.post('/payment/webhook', { schema }, async (request, reply) => {
      const { id } = request.body;
      if (id === undefined || !paymentNumber.test(id)) return reply.send({});
      try {
        if ((await checks.hint(id)) !== 'later') return reply.send({});
        return refuse(reply, 503, { code: 'unavailable', error: 'The payment is not known yet. Please try again.' });
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        request.log.error({ error }, 'the payment provider does not answer');
        return refuse(reply, 503, { code: 'unavailable', error: 'The payment cannot be looked up just now.' });
      }
    });
  };
