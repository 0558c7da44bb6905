import { notificationEndpoints, viewNotification } from '@touchline/core/contract';
import type { Db } from '@touchline/store/connect';
import {
  listNotifications,
  markRead,
  readNotificationSettings,
  saveNotificationSettings,
} from '@touchline/store/notifications';
import { handle, type Route } from '../http/handle.ts';
import type { Announce } from '../live/announce.ts';

type Deps = { readonly db: Db; readonly announce: Announce };

export function notificationRoutes({ db, announce }: Deps): readonly Route[] {
  return [
    handle(notificationEndpoints.list, async ({ session, query }) => {
      const { unread, notifications } = await listNotifications(db, session.walletId, query);
      return { unread, notifications: notifications.map(viewNotification) };
    }),
    handle(notificationEndpoints.markRead, async ({ session, body: { upTo } }) => {
      const unread = await markRead(db, session.walletId, upTo);
      announce(session.userId, { notificationsRead: { upTo, unread } });
      return { unread };
    }),
    handle(notificationEndpoints.settings, ({ session }) => readNotificationSettings(db, session.walletId)),
    handle(notificationEndpoints.changeSettings, async ({ session, body }) => {
      await saveNotificationSettings(db, session.walletId, body);
      return readNotificationSettings(db, session.walletId);
    }),
  ];
}
