import { type NotificationView, viewNotification } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { takeUndelivered } from '@touchline/store/notifications';

type Deps = {
  readonly db: Db;
  readonly announce: {
    readonly announceNotification: (userId: UserId, notification: NotificationView) => void;
  };
  readonly now: () => Instant;
};

const batchSize = 1_000;

/** Pushes new notifications to open screens. */
export async function deliverNotifications({ db, announce, now }: Deps): Promise<void> {
  for (let taken = batchSize; taken === batchSize; ) {
    const batch = await takeUndelivered(db, { now: now(), most: batchSize });
    for (const { userId, ...notification } of batch.shown)
      announce.announceNotification(userId, viewNotification(notification));
    taken = batch.taken;
  }
}
