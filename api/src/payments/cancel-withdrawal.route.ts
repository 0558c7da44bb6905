import {
  cancelByLinkRequest,
  type DecideRefusal,
  decideRefusalView,
  messageAnswer,
  withdrawalLinkRequest,
  withdrawalLinkView,
} from '@touchline/core/contract';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { dollars } from '@touchline/core/money';
import { endSessions } from '@touchline/store/accounts';
import { ownerOf, readByWithdrawalLink } from '@touchline/store/payments';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import type { EndSessions } from '../live/create-live.ts';
import { decideStatusOf } from './decide-withdrawal.route.ts';
import { type DecideWithdrawalDeps, decideWithdrawal } from './decide-withdrawal.ts';
import { transactionId } from './transaction-id.ts';

const toCancel = {
  tags: ['payments'],
  summary: 'Cancel your own pending withdrawal: the money is back in your balance',
  security: bearer,
  params: z.object({ id: transactionId }),
  response: { 200: messageAnswer, ...refusalAnswers },
};
const toShow = {
  tags: ['payments'],
  summary: 'The withdrawal that the link of an email belongs to',
  body: withdrawalLinkRequest,
  response: { 200: withdrawalLinkView, ...refusalAnswers },
};
const toCancelByLink = {
  tags: ['payments'],
  summary: 'Cancel a pending withdrawal with the link of its email',
  body: cancelByLinkRequest,
  response: { 200: messageAnswer, ...refusalAnswers },
};

const done = { message: 'Your withdrawal was canceled. The money is back in your balance.' };
const linkUnknown = { code: 'link-unknown', error: 'This link is not valid.' };

type Owner = { readonly userId: UserId; readonly walletId: WalletId };

const cancel = (deps: DecideWithdrawalDeps, owner: Owner, id: TransactionId, reason: string, requestId: string) =>
  decideWithdrawal(deps, owner, id, { how: 'canceled', reason }, requestId);

/** For bettors who are logged in. */
export const cancelWithdrawalRoute = (deps: DecideWithdrawalDeps) => async (app: App) => {
  app.post('/payment/withdraw/cancel-own/:id', { schema: toCancel }, async (request, reply) => {
    const canceled = await cancel(
      deps,
      sessionOf(request),
      request.params.id,
      'Canceled by the bettor in the wallet',
      request.id,
    );
    return canceled.ok ? done : refuseDecision(reply, canceled.refusal);
  });
};

/** For the owner of the email address, logged in or not. The token travels in a body, and nothing happens on a GET. */
export const withdrawalLinkRoutes =
  (deps: DecideWithdrawalDeps & { readonly endSessions: EndSessions }) => async (app: App) => {
    app.post('/payment/withdraw/link', { schema: toShow }, async (request, reply) => {
      const withdrawal = await readByWithdrawalLink(deps.db, request.body.token);
      if (!withdrawal) return refuse(reply, 422, linkUnknown);
      const { amount, status, method, payout, createdAt } = withdrawal;
      return {
        amount: dollars(amount),
        status,
        paymentMethod: method,
        payoutTo: payout?.mask ?? null,
        requestedAt: new Date(createdAt).toISOString(),
      };
    });

    app.post('/payment/withdraw/link/cancel', { schema: toCancelByLink }, async (request, reply) => {
      const { token, signOut } = request.body;
      const withdrawal = await readByWithdrawalLink(deps.db, token);
      if (!withdrawal) return refuse(reply, 422, linkUnknown);
      const { id, walletId } = withdrawal;
      const userId = await ownerOf(deps.db, walletId);
      const isFirst = withdrawal.status === 'pending';
      const canceled = await cancel(deps, { userId, walletId }, id, 'Canceled with the link in the email', request.id);
      if (!canceled.ok) return refuseDecision(reply, canceled.refusal);
      // A link that was used opens nothing any more, not even this.
      if (signOut && isFirst)
        deps.endSessions(await endSessions(deps.db, { userId, why: 'ended-by-user' }, deps.now()));
      return done;
    });
  };

const refuseDecision = (reply: Parameters<typeof refuse>[0], refusal: DecideRefusal) =>
  refuse(reply, decideStatusOf[refusal.code], ownerView(refusal));

/** The admin's name is not for bettors. */
function ownerView(refusal: DecideRefusal) {
  if (refusal.code !== 'withdrawal-decided') return decideRefusalView(refusal);
  const { status } = refusal.transaction;
  const ended = status === 'completed' ? 'paid' : 'canceled';
  return { code: refusal.code, error: `This withdrawal was already ${ended}.`, details: { status } };
}
