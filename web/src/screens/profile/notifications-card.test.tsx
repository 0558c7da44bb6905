import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { NotificationsCard } from './notifications-card.tsx';

afterEach(cleanup);

const endpoint = 'https://push.example/send/1';
const digest = '63acee36f94a4c79dc0b8a4f6cbf3f1ac7a4c4e2a4f7c2f9d7fd2c8ff5c5ff5c';
const keys = { p256dh: 'p', auth: 'a' };
const settings = { inAppOff: ['goal'], pushOff: [], pushAmounts: false };

/** A browser with push messages; `permission`: what its user answers, or answered before. */
function browser({ permission, answer = permission }: { permission: string; answer?: string }) {
  const device = { isSubscribed: permission === 'granted' };
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      device.isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => (device.isSubscribed ? made : null),
    subscribe: async () => {
      device.isSubscribed = true;
      return made;
    },
  };
  const registration = { pushManager };
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('crypto', { subtle: { digest: async () => Uint8Array.from(Buffer.from(digest, 'hex')).buffer } });
  vi.stubGlobal('navigator', {
    userAgent: navigator.userAgent,
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
  return device;
}
const open = (subscribed: string | null, publicKey: string | null = 'server-key') => {
  const asked = answering({
    '/notifications/settings': answers(settings),
    '/notifications/push': answers({ publicKey, subscribed }),
  });
  render(<NotificationsCard />);
  return asked;
};
const sent = (asked: ReturnType<typeof answering>) =>
  asked.flatMap(({ path, body }) => (body === undefined ? [] : [{ path, body }]));

test('switches a kind off in the app and as push message, and allows amounts', async () => {
  const asked = open(null);
  const { click } = userEvent.setup();
  await click(await screen.findByRole('checkbox', { name: 'Goals, in the app' }));
  await click(screen.getByRole('checkbox', { name: 'Settled bets, as push message' }));
  await click(screen.getByRole('checkbox', { name: 'Amounts in push messages' }));
  expect(sent(asked)).toEqual([
    { path: '/notifications/settings', body: { switched: { place: 'inApp', kind: 'goal', isOn: true } } },
    { path: '/notifications/settings', body: { switched: { place: 'push', kind: 'bet-settled', isOn: false } } },
    { path: '/notifications/settings', body: { pushAmounts: true } },
  ]);
});

test('shows no push messages where the server sends none', async () => {
  open(null, null);
  expect(await screen.findAllByRole('checkbox')).toHaveLength(7);
  expect(screen.queryByText(/push/i)).toBeNull();
});

test('says what to do in a browser that cannot show push messages, or blocks them', async () => {
  open(null);
  expect(await screen.findByText(/This browser cannot show push messages/)).toBeTruthy();
  cleanup();
  browser({ permission: 'denied' });
  open(null);
  expect(await screen.findByText(/Allow them in its site settings/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /push messages/ })).toBeNull();
});

test('turns push messages on, and off again', async () => {
  const device = browser({ permission: 'default', answer: 'granted' });
  const asked = open(null);
  const { click } = userEvent.setup();
  await click(await screen.findByRole('button', { name: 'Turn on push messages' }));
  await click(await screen.findByRole('button', { name: 'Turn off push messages' }));
  expect(await screen.findByRole('button', { name: 'Turn on push messages' })).toBeTruthy();
  expect(sent(asked)).toEqual([{ path: '/notifications/push', body: { endpoint, keys } }]);
  expect(device.isSubscribed).toBe(false);
});

test('is off on a device whose subscription belongs to another session, and on for its own', async () => {
  browser({ permission: 'granted' });
  open('another');
  expect(await screen.findByRole('button', { name: 'Turn on push messages' })).toBeTruthy();
  cleanup();
  open(digest);
  expect(await screen.findByText('On')).toBeTruthy();
});

test('stays off when the user blocks it, and when the server refuses', async () => {
  browser({ permission: 'default', answer: 'denied' });
  open(null);
  const { click } = userEvent.setup();
  await click(await screen.findByRole('button', { name: 'Turn on push messages' }));
  expect(await screen.findByText('Blocked')).toBeTruthy();
  cleanup();
  const device = browser({ permission: 'default', answer: 'granted' });
  open(null);
  const button = await screen.findByRole('button', { name: 'Turn on push messages' });
  answering({ '/notifications/push': refuses(422, 'We cannot send push messages to this browser.') });
  await click(button);
  expect(await screen.findByText('We cannot send push messages to this browser.')).toBeTruthy();
  expect(device.isSubscribed).toBe(false);
});

test('a switch keeps the focus while it is saved, and ignores presses', async () => {
  browser({ permission: 'default', answer: 'granted' });
  answering({
    '/notifications/settings': answers(settings),
    '/notifications/push': answers({ publicKey: 'server-key', subscribed: null }),
  });
  render(<NotificationsCard />);
  const { click } = userEvent.setup();
  const goals = await screen.findByRole('checkbox', { name: 'Goals, in the app' });
  const asked = answering({});
  await click(goals);
  await click(goals);
  expect([document.activeElement, goals.ariaDisabled]).toEqual([goals, 'true']);
  expect(asked.length).toBe(1);
});
