import type { BrowserContext, Page, Route } from 'playwright-core';

/** A call as the network sees it, such as 'POST /bet'; a star at the end stands for whatever follows. */
export type Asked = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
type Answered = { readonly status?: number; readonly body?: unknown };

/**
 * For states that the real server cannot be brought into: answers one call of this page on the wire, and leaves everything else
 * to the server. Asked for again it answers differently from then on; `answerReally` gives the word back to the server.
 */
export const answerInstead = (page: Page, asked: Asked, { status = 200, body }: Answered): Promise<void> =>
  onTheWire(page, asked, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: body === undefined ? '' : JSON.stringify(body) }),
  );

/** The call never reaches a server, as without a network. */
export const cutOff = (page: Page, asked: Asked): Promise<void> =>
  onTheWire(page, asked, (route) => route.abort('connectionfailed'));

export const answerReally = (page: Page, asked: Asked): Promise<void> => page.unroute(matching(asked));

/** Keeps the answer of a call waiting until it is let go, to see what the screen says in between. */
export async function holdAnswer(page: Page, asked: Asked): Promise<{ readonly letGo: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await onTheWire(page, asked, async (route) => {
    await promise;
    await route.fallback();
  });
  return { letGo: resolve };
}

/** A page whose line is open and says nothing, so that only what was answered is on the screen. */
export async function silentPage(visitor: BrowserContext): Promise<Page> {
  const page = await visitor.newPage();
  await page.routeWebSocket(/socket\.io/, () => {});
  return page;
}

async function onTheWire(page: Page, asked: Asked, answer: (route: Route) => Promise<void>): Promise<void> {
  const [method] = asked.split(' ');
  await page.route(matching(asked), (route) =>
    // A screen may have the address of a call: who navigates there gets the screen.
    route.request().method() === method && route.request().resourceType() !== 'document'
      ? answer(route)
      : route.fallback(),
  );
}

const matchers = new Map<Asked, (url: URL) => boolean>();

/** The same matcher for the same call, by which a route is taken back. */
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
