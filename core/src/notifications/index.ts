export {
  betResults,
  maxUnread,
  type NotificationFacts,
  type NotificationKind,
  notificationKinds,
} from './notification.ts';
export { notificationsOf } from './notifications-of.ts';
export { pushDelivery, pushRetryMs, pushSubject } from './push-delivery.ts';
export { isPushEndpoint, knownPushServices, readPushServices } from './push-services.ts';
