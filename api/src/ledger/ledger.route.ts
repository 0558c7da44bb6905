import type { Store } from '@touchline/store/connect';
import type { App } from '../http/app-type.ts';
import { requireOneOf, requireRole } from '../http/guards.ts';
import { accessLogRoute } from './access-log.route.ts';
import { exportRoute } from './export.route.ts';
import { proofRoute } from './proof.route.ts';
import { readEventsRoute } from './read-events.route.ts';
import { trialBalanceRoute } from './trial-balance.route.ts';
import { type VerificationsDeps, verificationsRoutes } from './verifications.route.ts';
import { findPlayersRoute, walletTimelineRoute } from './wallets.route.ts';

export type LedgerDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  /** Connections for long readings, so that a slow download never keeps a bet waiting. */
  readonly reading: Pick<Store, 'pool'>;
  readonly verify: VerificationsDeps['verify'];
};

/** The ledger for those who may read it, inside a scope of logged-in users: auditors all of it, bettors their own wallet. */
export const ledgerRoutes =
  ({ store, reading, verify }: LedgerDeps) =>
  async (members: App) => {
    const { db } = store;
    await members.register(async (readers: App) => {
      readers.addHook('onRequest', requireOneOf(['auditor', 'bettor'], 'Only auditors and players can read this.'));
      await readers.register(readEventsRoute({ db }));
      await readers.register(walletTimelineRoute({ db }));
      await readers.register(proofRoute({ db, reading }));
    });
    await members.register(async (auditors: App) => {
      auditors.addHook('onRequest', requireRole('auditor', 'Only auditors can read the whole ledger.'));
      await auditors.register(findPlayersRoute({ db }));
      await auditors.register(trialBalanceRoute({ db }));
      await auditors.register(exportRoute({ db, reading }));
      await auditors.register(verificationsRoutes({ store, verify }));
      await auditors.register(accessLogRoute({ db }));
    });
  };
