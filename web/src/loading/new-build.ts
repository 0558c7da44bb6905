/** The build that this tab has been reloaded for; a second reload for the same one would not help either. */
const key = 'reloaded-for';

/**
 * The build that the server serves by now, when it is another one than this page was made of and the page has not been
 * reloaded for it yet. The name of its first script stands for a build: it has a hash of the content.
 */
export async function findNewBuild(): Promise<string | undefined> {
  const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
  const served = response.ok ? buildIn(await response.text()) : undefined;
  const isNew = served !== undefined && served !== buildIn(document.documentElement.outerHTML);
  return isNew && sessionStorage.getItem(key) !== served ? served : undefined;
}

export function reloadFor(build: string): void {
  sessionStorage.setItem(key, build);
  location.reload();
}

const buildIn = (page: string): string | undefined => /<script type="module"[^>]*? src="([^"]+)"/.exec(page)?.[1];
