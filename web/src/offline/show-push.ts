/** What the worker sends (`worker/src/notifications/send-pushes.ts`). */
type PushText = { readonly title: string; readonly text: string; readonly href: string; readonly tag: string };

type Shown = {
  readonly body: string;
  readonly tag: string;
  readonly renotify: boolean;
  readonly icon: string;
  readonly data: string;
};
type Registration = { readonly showNotification: (title: string, options: Shown) => Promise<void> };
type OpenPage = { readonly url: string; readonly focus: () => Promise<unknown> };
type Pages = {
  readonly matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly OpenPage[]>;
  readonly openWindow: (url: string) => Promise<unknown>;
};

// Browsers require that every message shows something.
const unreadable: PushText = {
  title: 'Touchline',
  text: 'You have a new notification.', // Not translated: the service worker has no catalogue.
  href: '/notifications',
  tag: 'notification',
};

/** Shows a push message. It replaces an earlier one with the same tag, and notifies again. */
export function showPush(registration: Registration, sent: string | undefined): Promise<void> {
  const { title, text, href, tag } = readPush(sent) ?? unreadable;
  return registration.showNotification(title, { body: text, tag, renotify: true, icon: '/favicon.svg', data: href });
}

function readPush(sent: string | undefined): PushText | undefined {
  try {
    const read: unknown = JSON.parse(sent ?? '');
    if (typeof read !== 'object' || read === null) return undefined;
    const { title, text, href, tag } = read as Record<string, unknown>;
    const isComplete = [title, text, href, tag].every((part) => typeof part === 'string' && part !== '');
    return isComplete ? (read as PushText) : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the screen that a message leads to. A tab that shows it already comes to the front; no other tab is taken away. */
export async function openPush(pages: Pages, origin: string, href: unknown): Promise<void> {
  const wanted = new URL(typeof href === 'string' ? href : unreadable.href, origin);
  const address = wanted.origin === origin ? wanted.href : `${origin}${unreadable.href}`;
  const open = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  const showing = open.find(({ url }) => url === address);
  await (showing ? showing.focus() : pages.openWindow(address));
}
