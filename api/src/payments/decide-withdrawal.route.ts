import {
  cancelRequest,
  type DecideRefusal,
  decideAnswer,
  decideRefusalView,
  processRequest,
} from '@touchline/core/contract';
import type { WithdrawalDecision } from '@touchline/core/payments';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { type DecideWithdrawalDeps, decideWithdrawal, makeReference } from './decide-withdrawal.ts';
import { transactionId } from './transaction-id.ts';

const rest = {
  tags: ['admin'],
  security: bearer,
  params: z.object({ id: transactionId }),
  response: { 200: decideAnswer, ...refusalAnswers },
};
const processSchema = {
  ...rest,
  summary:
    'Approve a pending withdrawal, under the reference given or one of ours; some need a second admin and stay pending',
  body: processRequest,
};
const cancelSchema = {
  ...rest,
  summary: 'Reject a pending withdrawal: the money is the bettor’s again, who reads the reason',
  body: cancelRequest,
};

const unexplained = 'Rejected by the operator';

export const decideWithdrawalRoutes = (deps: DecideWithdrawalDeps) => async (app: App) => {
  const decide = (request: FastifyRequest<{ Params: z.output<typeof rest.params> }>, decision: WithdrawalDecision) =>
    decideWithdrawal(deps, sessionOf(request), request.params.id, decision, request.id);

  app.post('/payment/withdraw/process/:id', { schema: processSchema }, async (request, reply) => {
    const { reference, despite } = request.body ?? {};
    const decided = await decide(request, {
      how: 'paid',
      reference: reference || makeReference(),
      ...(despite !== undefined && { despite }),
    });
    if (decided.ok) return decided.value;
    return refuse(reply, decideStatusOf[decided.refusal.code], decideRefusalView(decided.refusal));
  });

  app.post('/payment/withdraw/cancel/:id', { schema: cancelSchema }, async (request, reply) => {
    const decided = await decide(request, { how: 'rejected', reason: request.body?.reason || unexplained });
    if (decided.ok) return decided.value;
    return refuse(reply, decideStatusOf[decided.refusal.code], decideRefusalView(decided.refusal));
  });
};

export const decideStatusOf = {
  'transaction-unknown': 404,
  'own-withdrawal': 403,
  'withdrawal-decided': 409,
  'player-in-debt': 409,
  'destination-cooling-down': 409,
  'second-admin-needed': 409,
  'ledger-in-doubt': 409,
} satisfies Record<DecideRefusal['code'], RefusalStatus>;
