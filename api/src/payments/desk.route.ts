import type { Instant } from '@touchline/core/instant';
import type { DataKey } from '@touchline/store/sealed';
import type { App } from '../http/app-type.ts';
import { requireRole } from '../http/guards.ts';
import { decideWithdrawalRoutes } from './decide-withdrawal.route.ts';
import type { DecideWithdrawalDeps } from './decide-withdrawal.ts';
import { deskSummaryRoute } from './desk-summary.route.ts';
import { listTransactionsRoute } from './list-transactions.route.ts';
import { payoutDetailsRoute } from './payout-details.route.ts';
import { type ResolveDepositDeps, resolveDepositRoute } from './resolve-deposit.route.ts';
import { resolveReturnRoute } from './resolve-return.route.ts';

export type DeskDeps = DecideWithdrawalDeps &
  ResolveDepositDeps & { readonly dataKey: DataKey; readonly now: () => Instant };

/** What admins do with everybody's transactions, inside a scope of logged-in users. */
export const deskRoutes = (deps: DeskDeps) => async (members: App) => {
  await members.register(async (admins: App) => {
    admins.addHook('onRequest', requireRole('admin', 'Only admins can see the transactions of others.'));
    await admins.register(listTransactionsRoute(deps));
    await admins.register(deskSummaryRoute(deps));
    await admins.register(payoutDetailsRoute(deps));
    await admins.register(decideWithdrawalRoutes(deps));
    await admins.register(resolveDepositRoute(deps));
    await admins.register(resolveReturnRoute(deps));
  });
};
