export {
  listNotifications,
  markRead,
  readNotificationSettings,
  saveNotificationSettings,
} from './read-notifications.ts';
export { type TakenNotification, takeUndelivered } from './take-undelivered.ts';
