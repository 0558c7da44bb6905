import { schemaText } from '../../language/index.ts';
import { type Access, endpoints } from '../endpoint.ts';
import {
  changeNotificationSettings,
  markReadRequest,
  notificationSettings,
  notificationsQuery,
  notificationsView,
  pushSubscription,
  pushView,
  unreadView,
} from './notifications.ts';

const bettors: Access = { roles: ['bettor'], refusal: schemaText('Only bettors have notifications.') };
const tag = 'notifications';

export const notificationEndpoints = endpoints({
  list: {
    method: 'GET',
    path: '/notifications',
    access: bettors,
    tag,
    summary: 'Your notifications of the last 90 days, newest first, and how many are unread',
    query: notificationsQuery,
    answer: notificationsView,
  },
  markRead: {
    method: 'POST',
    path: '/notifications/read',
    access: bettors,
    tag,
    summary: 'Mark a notification and all older ones as read',
    body: markReadRequest,
    answer: unreadView,
  },
  settings: {
    method: 'GET',
    path: '/notifications/settings',
    access: bettors,
    tag,
    summary: 'Which kinds of notifications you switched off',
    answer: notificationSettings,
  },
  changeSettings: {
    method: 'PUT',
    path: '/notifications/settings',
    access: bettors,
    tag,
    summary: 'Switch kinds of notifications off or on',
    body: changeNotificationSettings,
    answer: notificationSettings,
  },
  push: {
    method: 'GET',
    path: '/notifications/push',
    access: bettors,
    tag,
    summary: 'The key to subscribe to push messages with, and whether this session gets any',
    answer: pushView,
  },
  subscribe: {
    method: 'POST',
    path: '/notifications/push',
    access: bettors,
    tag,
    summary: 'Have push messages sent to a browser until this session ends',
    body: pushSubscription,
    answer: pushView,
    refusals: { 'push-off': 409, 'push-service-unknown': 422, 'push-key-invalid': 422 },
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/notifications/push',
    access: bettors,
    tag,
    summary: 'Send this session no more push messages',
    answer: pushView,
  },
});
