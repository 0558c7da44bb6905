import { cancelRefusalView, paymentEndpoints, withdrawRefusalView } from '@touchline/core/contract';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { schemaText } from '@touchline/core/language';
import { cents, dollars } from '@touchline/core/money';
import { leftToWithdraw, maxWithdrawal, returnsByMethod, routeWithdrawal } from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import { endSessions } from '@touchline/store/accounts';
import type { Store } from '@touchline/store/connect';
import { hasEndedBonus, ownerOf, readByWithdrawalLink, readWithdrawn } from '@touchline/store/payments';
import { guestLimit } from '../accounts/registration.route.ts';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import type { EndSessions } from '../live/create-live.ts';
import { decideWithdrawal } from './decide-withdrawal.ts';
import { type WithdrawDeps, withdraw } from './withdraw.ts';

type WithdrawalDeps = WithdrawDeps & Pick<Store, 'pool'> & { readonly endSessions: EndSessions };
type Owner = { readonly userId: UserId; readonly walletId: WalletId };

const canceled = { message: schemaText('Your withdrawal was canceled. The money is back in your balance.') };
const linkUnknown = { code: 'link-unknown' } as const;

/** Withdrawals of bettors. The links in emails work without a login. */
export function withdrawalRoutes(deps: WithdrawalDeps): readonly Route[] {
  const cancel = (owner: Owner, id: TransactionId, reason: string, requestId: string) =>
    decideWithdrawal(deps, owner, id, { how: 'canceled', reason }, requestId);
  return [
    handle(paymentEndpoints.withdrawOptions, async ({ session: { walletId } }) => {
      const now = deps.now();
      const query = { wallets: [walletId], fingerprints: [], provider: deps.returnsBy, now };
      const withdrawn = (await readWithdrawn(deps.pool, query)).get(walletId);
      const route = withdrawn ? routeWithdrawal(maxWithdrawal, withdrawn.sources, deps.policy.refundPeriods, now) : [];
      return {
        returns: returnsByMethod(route).map(({ method, amount }) => ({ method, amount: dollars(cents(amount)) })),
        left: dollars(leftToWithdraw(withdrawn?.recent ?? [], deps.policy, now)),
      };
    }),
    handleRefusing(paymentEndpoints.withdraw, withdrawRefusalView, ({ session, body, key, request }) =>
      withdraw(deps, session, body, { requestId: request.id, key, address: request.ip }),
    ),
    handleRefusing(paymentEndpoints.cancelOwn, cancelRefusalView, async ({ session, params, request }) => {
      const decided = await cancel(session, params.id, 'Canceled by the bettor in the wallet', request.id);
      return decided.ok ? ok(canceled) : decided;
    }),
    // The token travels in a body, and nothing happens on a GET: mail scanners open every link.
    handleRefusing(
      paymentEndpoints.withdrawalByLink,
      cancelRefusalView,
      async ({ body }) => {
        const withdrawal = await readByWithdrawalLink(deps.db, body.token);
        if (!withdrawal) return refused(linkUnknown);
        const { amount, status, method, payout, createdAt } = withdrawal;
        return ok({
          amount: dollars(amount),
          status,
          paymentMethod: method,
          payoutTo: payout?.mask ?? null,
          requestedAt: new Date(createdAt).toISOString(),
          ...((await hasEndedBonus(deps.db, withdrawal)) && { endedBonus: true as const }),
        });
      },
      guestLimit,
    ),
    handleRefusing(
      paymentEndpoints.cancelByLink,
      cancelRefusalView,
      async ({ body: { token, signOut }, request }) => {
        const withdrawal = await readByWithdrawalLink(deps.db, token);
        if (!withdrawal) return refused(linkUnknown);
        const { id, walletId, status } = withdrawal;
        const userId = await ownerOf(deps.db, walletId);
        const decided = await cancel({ userId, walletId }, id, 'Canceled with the link in the email', request.id);
        if (!decided.ok) return decided;
        // A used link no longer ends sessions.
        if (signOut && status === 'pending') {
          deps.endSessions(await endSessions(deps.db, { userId, why: 'ended-by-user' }, deps.now()));
        }
        return ok(canceled);
      },
      guestLimit,
    ),
  ];
}
