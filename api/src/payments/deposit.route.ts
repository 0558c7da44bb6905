import { depositAnswer, depositRequest, refusalView } from '@touchline/core/contract';
import { mostOpenDeposits } from '@touchline/core/payments';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { withIdempotencyKey } from '../http/idempotency-key.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { createDeposits, type DepositDeps } from './deposit.ts';
import { type DepositRefusal, depositRefusalView } from './deposit-refusal.ts';

const schema = {
  tags: ['payments'],
  summary: 'Begin a deposit; the same Idempotency-Key is the same deposit',
  security: bearer,
  headers: withIdempotencyKey,
  body: depositRequest,
  response: {
    201: depositAnswer,
    409: refusalView.describe(
      `The bettor's own rules forbid it, the key is taken, or \`deposits-open\`: ${mostOpenDeposits} deposits wait to be paid, and no more may.`,
    ),
    ...refusalAnswers,
  },
};

export const depositRoute = (deps: DepositDeps) => async (app: App) => {
  const begin = createDeposits(deps);
  app.post('/payment/deposit', { schema }, async (request, reply) => {
    const begun = await begin(sessionOf(request), request.body, request.headers['idempotency-key']);
    if (begun.ok) return reply.code(201).send(begun.value);
    return refuse(reply, statusOf[begun.refusal.code], depositRefusalView(begun.refusal));
  });
};

const statusOf = {
  'amount-invalid': 422,
  'amount-part-of-cent': 422,
  'amount-below-minimum': 422,
  'provider-refused': 422,
  'limit-reached': 409,
  excluded: 409,
  'deposits-open': 409,
  'key-reused': 409,
  'deposit-closed': 409,
  'provider-unavailable': 503,
} satisfies Record<DepositRefusal['code'], RefusalStatus>;
