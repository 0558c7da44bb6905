import {
  type WithdrawRefusal,
  withdrawAnswer,
  withdrawOptionsView,
  withdrawRefusalView,
  withdrawRequest,
} from '@touchline/core/contract';
import { cents, dollars } from '@touchline/core/money';
import { leftToWithdraw, maxWithdrawal, returnsByMethod, routeWithdrawal } from '@touchline/core/payments';
import type { Store } from '@touchline/store/connect';
import { readWithdrawn } from '@touchline/store/payments';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { withIdempotencyKey } from '../http/idempotency-key.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse, setRetryAfter } from '../http/refuse.ts';
import { type WithdrawDeps, withdraw } from './withdraw.ts';

const schema = {
  tags: ['payments'],
  summary: 'Ask for a withdrawal; the same Idempotency-Key is the same withdrawal',
  security: bearer,
  headers: withIdempotencyKey,
  body: withdrawRequest,
  response: { 201: withdrawAnswer, ...refusalAnswers },
};

const optionsSchema = {
  tags: ['payments'],
  summary: 'What of a withdrawal would go back to your deposits, and what you can still withdraw now',
  security: bearer,
  response: { 200: withdrawOptionsView, ...refusalAnswers },
};

export const withdrawRoute = (deps: WithdrawDeps & Pick<Store, 'pool'>) => async (app: App) => {
  app.get('/payment/withdraw/options', { schema: optionsSchema }, async (request) => {
    const { walletId } = sessionOf(request);
    const now = deps.now();
    const asked = { wallets: [walletId], fingerprints: [], provider: deps.returnsBy, now };
    const withdrawn = (await readWithdrawn(deps.pool, asked)).get(walletId);
    const route = withdrawn ? routeWithdrawal(maxWithdrawal, withdrawn.sources, deps.policy.refundPeriods, now) : [];
    return {
      returns: returnsByMethod(route).map(({ method, amount }) => ({ method, amount: dollars(cents(amount)) })),
      left: dollars(leftToWithdraw(withdrawn?.recent ?? [], deps.policy, now)),
    };
  });

  app.post('/payment/withdraw', { schema }, async (request, reply) => {
    const from = { requestId: request.id, key: request.headers['idempotency-key'], address: request.ip };
    const requested = await withdraw(deps, sessionOf(request), request.body, from);
    if (requested.ok) return reply.code(201).send(requested.value);
    if (requested.refusal.code === 'too-many-attempts') setRetryAfter(reply, requested.refusal);
    return refuse(reply, statusOf[requested.refusal.code], withdrawRefusalView(requested.refusal));
  });
};

// 409: right when it was asked, but something stands in the way now. 422: could never be taken as asked.
const statusOf = {
  'amount-part-of-cent': 422,
  'amount-below-minimum': 422,
  'amount-above-maximum': 422,
  'payout-details-invalid': 422,
  'balance-too-low': 409,
  'bonus-would-be-lost': 409,
  'key-reused': 409,
  'email-unverified': 403,
  'withdrawal-total-reached': 409,
  'confirmation-required': 403,
  'confirmation-wrong': 422,
  'too-many-attempts': 429,
} satisfies Record<WithdrawRefusal['code'], RefusalStatus>;
