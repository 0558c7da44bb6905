/** The files of one build that Home needs, as paths. */
export type ShellFiles = {
  /** Identifies the build. */
  readonly build: string;
  /** The first script that the page names. */
  readonly entry: string;
  readonly files: readonly string[];
};

/**
 * How to answer a page's request. `page`: from the network, else from the cache. `file`: from the cache, as it cannot change within
 * a build. `network`: never cached, such as everything about odds and money.
 */
export type Strategy = 'page' | 'file' | 'network';

type PageRequest = { readonly method: string; readonly mode: string; readonly url: string };

export function strategyOf({ method, mode, url }: PageRequest, { files }: ShellFiles, origin: string): Strategy {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin) return 'network';
  if (mode === 'navigate') return 'page';
  return address.pathname.startsWith('/assets/') || files.includes(address.pathname) ? 'file' : 'network';
}

const prefix = 'touchline-';
export const cacheOf = ({ build }: ShellFiles): string => `${prefix}${build}`;

/** Returns the caches of other builds, which must not be mixed with this one. */
export const outdatedCaches = (names: readonly string[], shell: ShellFiles): readonly string[] =>
  names.filter((name) => name.startsWith(prefix) && name !== cacheOf(shell));

/** Returns whether a status comes from a proxy whose server is unavailable. */
export const isUnavailable = (status: number): boolean => status >= 502 && status <= 504;
