import { expect, test } from 'vitest';
import { openPush, showPush } from './show-push.ts';

const origin = 'https://touchline.test';

async function shown(sent: string | undefined) {
  const notifications: unknown[] = [];
  await showPush(
    {
      showNotification: async (title, { body, data, tag }) => {
        notifications.push({ title, body, data, tag });
      },
    },
    sent,
  );
  return notifications;
}

test('shows a message, which replaces an earlier one about the same', async () => {
  const goal = { title: 'Goal: Ajax', text: 'Ajax 1:0 Utrecht.', href: '/match/m1', tag: 'm1' };
  expect(await shown(JSON.stringify(goal))).toEqual([
    { title: 'Goal: Ajax', body: 'Ajax 1:0 Utrecht.', data: '/match/m1', tag: 'm1' },
  ]);
});

test.each([undefined, '', 'nonsense', 'null', '7', '{}', '{"title":"a","text":7,"href":"/","tag":"b"}'])(
  'shows that there is something new when a message is unreadable: %s',
  async (sent) =>
    expect(await shown(sent)).toEqual([
      { title: 'Touchline', body: 'You have a new notification.', data: '/notifications', tag: 'notification' },
    ]),
);

async function opened(href: unknown, ...urls: readonly string[]) {
  const done: string[] = [];
  const note = (what: string) => async () => {
    done.push(what);
  };
  const pages = {
    matchAll: async () => urls.map((url) => ({ url, focus: note(`focused ${url}`) })),
    openWindow: (url: string) => note(`opened ${url}`)(),
  };
  await openPush(pages, origin, href);
  return done;
}

test('a press focuses the tab that shows the screen, and opens one if there is none', async () => {
  expect(await opened('/match/m1', `${origin}/games`, `${origin}/match/m1`)).toEqual([`focused ${origin}/match/m1`]);
  expect(await opened('/match/m1', `${origin}/games`)).toEqual([`opened ${origin}/match/m1`]);
});

test.each(['https://attacker.example/x', '//attacker.example', 'javascript:alert(1)', undefined, 7])(
  'attack: a press never leaves the site: %s',
  async (href) => expect(await opened(href)).toEqual([`opened ${origin}/notifications`]),
);
