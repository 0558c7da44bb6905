import { movedBecause, viewWallet, type WalletPush } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { listDueBonuses } from '@touchline/store/bonus';
import type { Db } from '@touchline/store/connect';
import type { WalletWriter } from '@touchline/store/wallet';
import type { Log } from '../log.ts';

export type ExpireBonusesDeps = {
  readonly db: Db;
  readonly writer: Pick<WalletWriter, 'submit'>;
  readonly log: Log;
  readonly now: () => Instant;
  readonly announceWallet: (userId: UserId, wallet: WalletPush) => void;
};

/** The next run takes the rest. */
const batchSize = 500;

/** Expires every bonus whose time is up. Safe to run twice or concurrently: each expires once. */
export async function expireBonuses(deps: ExpireBonusesDeps): Promise<void> {
  const due = await listDueBonuses(deps.db, deps.now(), batchSize);
  if (due.length === 0) return;
  const outcomes = await Promise.allSettled(
    due.map(async ({ bonusId, walletId, userId }) => {
      const why = { actor: 'system:bonus', cause: `bonus:${bonusId}` };
      const ended = await deps.writer.submit({ type: 'expire-bonus', bonusId, walletId, ...why });
      if (!ended.ok || ended.value.repeated) return 0;
      const { wallet, version, event } = ended.value;
      deps.announceWallet(userId, { ...viewWallet(wallet, version), reason: movedBecause(event) });
      return 1;
    }),
  );
  const expired = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 1).length;
  if (expired > 0) deps.log.info({ expired }, 'bonuses expired');
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${due.length} bonuses were not expired`);
}
