/** The build that this tab has been reloaded for; a second reload for the same one would not help either. */
const buildKey = 'reloaded-for';
/** Set from a reload that nobody asked for until a screen has come, so that there is one and not a row of them. */
const selfKey = 'reloaded-by-itself';

/**
 * The build that the server serves by now, when it is another one than this page was made of and the page has not been
 * reloaded for it yet. The name of its first script stands for a build: it has a hash of the content.
 */
export async function findNewBuild(): Promise<string | undefined> {
  const response = await askForPage();
  const served = response.ok ? buildIn(await response.text()) : undefined;
  const isNew = served !== undefined && served !== buildIn(document.documentElement.outerHTML);
  return isNew && sessionStorage.getItem(buildKey) !== served ? served : undefined;
}

/** Rejects when the server does not serve the page just now. */
export async function findServer(): Promise<void> {
  const response = await askForPage();
  if (!response.ok) throw new Error(`the page is answered with ${response.status}`);
}

export function reloadFor(build: string): void {
  sessionStorage.setItem(buildKey, build);
  location.reload();
}

export const noteOwnReload = (): void => sessionStorage.setItem(selfKey, 'yes');
export const forgetOwnReload = (): void => sessionStorage.removeItem(selfKey);
export const hasReloadedByItself = (): boolean => sessionStorage.getItem(selfKey) !== null;

const askForPage = (): Promise<Response> => fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });

const buildIn = (page: string): string | undefined => /<script type="module"[^>]*? src="([^"]+)"/.exec(page)?.[1];
