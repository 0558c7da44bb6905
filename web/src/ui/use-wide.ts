import { useSyncExternalStore } from 'react';

/** Returns whether the screen is at least 1024 px wide: then there is a sidebar, and the slip is a panel instead of a bottom sheet. */
const wide = '(min-width: 64rem)';

export const isWide = (): boolean => window.matchMedia?.(wide).matches ?? true;

export const useIsWide = (): boolean => useSyncExternalStore(listen, isWide);

function listen(listener: () => void): () => void {
  const query = window.matchMedia?.(wide);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
