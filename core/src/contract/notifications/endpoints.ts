import { type Access, endpoints } from '../endpoint.ts';
import {
  markReadRequest,
  notificationSettings,
  notificationsQuery,
  notificationsView,
  unreadView,
} from './notifications.ts';

const bettors: Access = { roles: ['bettor'], refusal: 'Only bettors have notifications.' };
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
    body: notificationSettings,
    answer: notificationSettings,
  },
});
