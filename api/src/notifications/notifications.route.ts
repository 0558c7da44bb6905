import { notificationEndpoints, pushRefusalView, viewNotification } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { isPushEndpoint } from '@touchline/core/notifications';
import { ok, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import {
  deletePushSubscription,
  isPushKey,
  listNotifications,
  markRead,
  readNotificationSettings,
  readPushDigest,
  saveNotificationSettings,
  savePushSubscription,
} from '@touchline/store/notifications';
import type { DataKey } from '@touchline/store/sealed';
import type { ApiEnv } from '../env.ts';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';

type Deps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly push: ApiEnv['push'];
  readonly announce: Announce;
  readonly now: () => Instant;
};

export function notificationRoutes({ db, dataKey, push, announce, now }: Deps): readonly Route[] {
  const viewPush = async ({ sessionId }: Session) => ({
    publicKey: push.publicKey ?? null,
    subscribed: push.publicKey === undefined ? null : await readPushDigest(db, sessionId),
  });
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
    handle(notificationEndpoints.push, ({ session }) => viewPush(session)),
    handleRefusing(
      notificationEndpoints.subscribe,
      pushRefusalView,
      async ({ session, body }) => {
        if (push.publicKey === undefined) return refused({ code: 'push-off' });
        if (!isPushEndpoint(body.endpoint, push.services)) return refused({ code: 'push-service-unknown' });
        if (!isPushKey(body.keys.p256dh)) return refused({ code: 'push-key-invalid' });
        await savePushSubscription(db, dataKey, session, body, now());
        return ok(await viewPush(session));
      },
      { config: { rateLimit: { max: 30, timeWindow: '1 minute', groupId: 'push' } } },
    ),
    handle(notificationEndpoints.unsubscribe, async ({ session }) => {
      await deletePushSubscription(db, session.sessionId);
      return viewPush(session);
    }),
  ];
}
