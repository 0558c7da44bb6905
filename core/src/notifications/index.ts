export {
  type BetResult,
  betResults,
  maxUnread,
  type NotificationFacts,
  type NotificationKind,
  notificationKinds,
} from './notification.ts';
export { type NewNotification, notificationsOf, type RecordedEvent } from './notifications-of.ts';
export { longestPushMs, pushDelivery, pushRetryMs, pushSubject } from './push-delivery.ts';
export { isPushEndpoint, knownPushServices, readPushServices } from './push-services.ts';
