/** The build this tab was reloaded for. A second reload for the same build would not help. */
const buildKey = 'reloaded-for';
/** Set by an automatic reload until a screen has loaded, to prevent reload loops. */
const automaticKey = 'reloaded-by-itself';

/**
 * Returns the server's build if it differs from this page's and the page was not reloaded for it yet. The hashed name of the first
 * script identifies a build.
 */
export async function findNewBuild(): Promise<string | undefined> {
  const response = await fetchPage();
  const served = response.ok ? buildIn(await response.text()) : undefined;
  const isNew = served !== undefined && served !== buildIn(document.documentElement.outerHTML);
  return isNew && sessionStorage.getItem(buildKey) !== served ? served : undefined;
}

/** Rejects if the server cannot serve the page now. */
export async function findServer(): Promise<void> {
  const response = await fetchPage();
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
}

export function reloadFor(build: string): void {
  sessionStorage.setItem(buildKey, build);
  location.reload();
}

export const noteAutomaticReload = (): void => sessionStorage.setItem(automaticKey, 'yes');
export const clearAutomaticReload = (): void => sessionStorage.removeItem(automaticKey);
export const hasReloadedAutomatically = (): boolean => sessionStorage.getItem(automaticKey) !== null;

const fetchPage = (): Promise<Response> => fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });

const buildIn = (page: string): string | undefined => /<script type="module"[^>]*? src="([^"]+)"/.exec(page)?.[1];
