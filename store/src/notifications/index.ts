export { type DuePush, endPushes, postponePush, takeDuePushes } from './push-messages.ts';
export {
  deletePushSubscription,
  listPushDevices,
  openPushSubscription,
  readPushDigest,
  savePushSubscription,
} from './push-subscriptions.ts';
export {
  listNotifications,
  markRead,
  readNotificationPage,
  readNotificationSettings,
  saveNotificationSettings,
} from './read-notifications.ts';
export { takeUndelivered } from './take-undelivered.ts';
export { isPushKey, makeVapidKey, type VapidKeys, vapidKeysOf } from './vapid.ts';
