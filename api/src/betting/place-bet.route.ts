import type { LegRefusal } from '@touchline/core/betting';
import { betRefusalView, placeBetAnswer, placeBetRequest, type RefusalView } from '@touchline/core/contract';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { withIdempotencyKey } from '../http/idempotency-key.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type PlaceBetDeps, placeBet, type RequestRefusal } from './place-bet.ts';

const schema = {
  tags: ['betting'],
  summary: 'Place a bet; the same Idempotency-Key is the same bet',
  security: bearer,
  headers: withIdempotencyKey,
  body: placeBetRequest,
  response: { 201: placeBetAnswer, ...refusalAnswers },
};

export const placeBetRoute = (deps: PlaceBetDeps) => async (app: App) => {
  app.post('/bet', { schema }, async (request, reply) => {
    const from = { requestId: request.id, key: request.headers['idempotency-key'] };
    const placed = await placeBet(deps, sessionOf(request), request.body, from);
    if (placed.ok) return reply.code(201).send(placed.value);
    return refuse(reply, statusFor(placed.refusal), viewOf(placed.refusal));
  });
};

// 409: right when it was asked, but something stands in the way now. 422: could never be taken as asked.
const statusOf = {
  'slip-empty': 422,
  'too-many-legs': 422,
  'stake-invalid': 422,
  'stake-below-minimum': 422,
  'stake-above-maximum': 422,
  'payout-above-maximum': 422,
  'odds-above-maximum': 422,
  'book-limit-reached': 409,
  'price-unreadable': 422,
  'balance-too-low': 409,
  'limit-reached': 409,
  excluded: 409,
  'key-reused': 409,
  'betting-closed': 409,
} satisfies Record<Exclude<RequestRefusal['code'], 'legs-refused'>, RefusalStatus>;

const statusOfLeg = {
  'odds-changed': 409,
  'line-moved': 409,
  'market-suspended': 409,
  'odds-stale': 409,
  'score-changed': 409,
  'liability-reached': 409,
  'match-started': 409,
  'match-over': 409,
  'match-unknown': 422,
  'outcome-unknown': 422,
  'match-twice': 422,
} satisfies Record<LegRefusal['code'], RefusalStatus>;

function statusFor(refusal: RequestRefusal): RefusalStatus {
  if (refusal.code !== 'legs-refused') return statusOf[refusal.code];
  return refusal.legs.some((leg) => statusOfLeg[leg.code] === 422) ? 422 : 409;
}

const viewOf = (refusal: RequestRefusal): RefusalView =>
  refusal.code === 'price-unreadable'
    ? { code: refusal.code, error: `The odds sent for ${refusal.label} are no price. Nothing was staked.` }
    : betRefusalView(refusal);
