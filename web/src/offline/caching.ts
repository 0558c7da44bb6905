/** The files of one build that Home needs, as paths. */
export type ShellFiles = {
  /** Stands for the build: another build has another one. */
  readonly build: string;
  /** The first script of the page; the page itself names it. */
  readonly entry: string;
  readonly files: readonly string[];
};

/**
 * How a request of a page is answered. `page`: from the network, and when that fails from the cache, so that the app opens.
 * `file`: from the cache, for it cannot change within a build. `network`: never touched: whatever the API says of odds and money.
 */
export type Way = 'page' | 'file' | 'network';

type Asked = { readonly method: string; readonly mode: string; readonly url: string };

export function wayOf({ method, mode, url }: Asked, { files }: ShellFiles, origin: string): Way {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'network';
  if (mode === 'navigate') return 'page';
  return address.pathname.startsWith('/assets/') || files.includes(address.pathname) ? 'file' : 'network';
}

const ours = 'touchline-';
export const cacheOf = ({ build }: ShellFiles): string => `${ours}${build}`;

/** The caches of other builds: nothing of them may meet this one's. */
export const outdated = (names: readonly string[], shell: ShellFiles): readonly string[] =>
  names.filter((name) => name.startsWith(ours) && name !== cacheOf(shell));

/** A page of the server that is away comes from whatever stands before it, if at all. */
export const isAway = (status: number): boolean => status >= 502 && status <= 504;
