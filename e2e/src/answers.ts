import type { BrowserContext, Page, Route } from 'playwright-core';

/** A call by method and path, such as 'POST /bet'; a star at the end matches every continuation. */
export type Asked = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
type Answered = { readonly status?: number; readonly body?: unknown };

/**
 * Answers one call of this page in place of the server, for states that the real server cannot be brought into. Another answer for the
 * same call replaces this one; `answerReally` passes the call to the server again.
 */
export const answerInstead = (page: Page, asked: Asked, { status = 200, body }: Answered): Promise<void> =>
  onTheWire(page, asked, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: body === undefined ? '' : JSON.stringify(body) }),
  );

/** The call never reaches a server, as without a network. */
export const cutOff = (page: Page, asked: Asked): Promise<void> =>
  onTheWire(page, asked, (route) => route.abort('connectionfailed'));

export const answerReally = (page: Page, asked: Asked): Promise<void> => page.unroute(matching(asked));

/** Holds the answer of a call until it is released, to see what the screen shows before. */
export async function holdAnswer(page: Page, asked: Asked): Promise<{ readonly release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await onTheWire(page, asked, async (route) => {
    await promise;
    await route.fallback();
  });
  return { release: resolve };
}

/** Opens a page whose socket is open but silent, so that it shows only answers to its requests. */
export async function silentPage(visitor: BrowserContext): Promise<Page> {
  const page = await visitor.newPage();
  await page.routeWebSocket(/socket\.io/, () => {});
  return page;
}

async function onTheWire(page: Page, asked: Asked, answer: (route: Route) => Promise<void>): Promise<void> {
  const [method] = asked.split(' ');
  await page.route(matching(asked), (route) =>
    // A screen may have the path of a call; navigating there opens the screen.
    route.request().method() === method && route.request().resourceType() !== 'document'
      ? answer(route)
      : route.fallback(),
  );
}

const matchers = new Map<Asked, (url: URL) => boolean>();

/** Returns the same matcher for the same call, because a route is removed by its matcher. */
function matching(asked: Asked): (url: URL) => boolean {
  const known = matchers.get(asked);
  if (known) return known;
  const path = asked.slice(asked.indexOf('/'));
  const matcher = path.endsWith('*')
    ? ({ pathname }: URL) => pathname.startsWith(path.slice(0, -1))
    : ({ pathname }: URL) => pathname === path;
  matchers.set(asked, matcher);
  return matcher;
}
