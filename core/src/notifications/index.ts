export {
  type BetResult,
  betResults,
  maxUnread,
  type NotificationFacts,
  type NotificationKind,
  notificationKinds,
} from './notification.ts';
export { type NewNotification, notificationsOf, type RecordedEvent } from './notifications-of.ts';
