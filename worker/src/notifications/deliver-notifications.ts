import { type NotificationView, viewNotification, viewWallet, type WalletPush } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { dollars } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { takeUndelivered } from '@touchline/store/notifications';
import { readWallet } from '@touchline/store/wallet';

type Deps = {
  readonly db: Db;
  readonly announce: {
    readonly announceNotification: (userId: UserId, notification: NotificationView) => void;
    readonly announceWallet: (userId: UserId, wallet: WalletPush) => void;
  };
  readonly now: () => Instant;
};

const batchSize = 1_000;

/** Pushes new notifications to open screens, and the balance after an adjustment, which is posted by a command. */
export async function deliverNotifications({ db, announce, now }: Deps): Promise<void> {
  for (let taken = batchSize; taken === batchSize; ) {
    const batch = await takeUndelivered(db, { now: now(), most: batchSize });
    for (const { userId, walletId, isShown, ...notification } of batch.ofOpenScreens) {
      if (isShown) announce.announceNotification(userId, viewNotification(notification));
      const { facts } = notification;
      const held = facts.kind === 'adjustment' && (await readWallet(db, walletId));
      if (!held) continue;
      const reason = { type: 'AdjustmentMade', amount: dollars(facts.amount) };
      announce.announceWallet(userId, { ...viewWallet(held.wallet, held.version), reason });
    }
    taken = batch.taken;
  }
}
