import { type WithdrawRefusal, withdrawAnswer, withdrawRefusalView, withdrawRequest } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { withIdempotencyKey } from '../http/idempotency-key.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type WithdrawDeps, withdraw } from './withdraw.ts';

const schema = {
  tags: ['payments'],
  summary: 'Ask for a withdrawal; the same Idempotency-Key is the same withdrawal',
  security: bearer,
  headers: withIdempotencyKey,
  body: withdrawRequest,
  response: { 201: withdrawAnswer, ...refusalAnswers },
};

export const withdrawRoute = (deps: WithdrawDeps) => async (app: App) => {
  app.post('/payment/withdraw', { schema }, async (request, reply) => {
    const from = { requestId: request.id, key: request.headers['idempotency-key'] };
    const requested = await withdraw(deps, sessionOf(request), request.body, from);
    if (requested.ok) return reply.code(201).send(requested.value);
    return refuse(reply, statusOf[requested.refusal.code], withdrawRefusalView(requested.refusal));
  });
};

// 409: right when it was asked, but something stands in the way now. 422: could never be taken as asked.
const statusOf = {
  'amount-invalid': 422,
  'amount-below-minimum': 422,
  'amount-above-maximum': 422,
  'payout-details-invalid': 422,
  'balance-too-low': 409,
  'bonus-would-be-lost': 409,
  'key-reused': 409,
  'email-unverified': 403,
} satisfies Record<WithdrawRefusal['code'], RefusalStatus>;
