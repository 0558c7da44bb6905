import { useSyncExternalStore } from 'react';

/** Returns whether there is room for a table (768 px); otherwise rows are cards. */
const roomy = '(min-width: 48rem)';

/** Returns whether there is room for panels that are collapsed on narrower screens (1024 px). */
const wide = '(min-width: 64rem)';

export const isWide = (): boolean => window.matchMedia?.(wide).matches ?? true;

export const useIsRoomy = (): boolean => useSyncExternalStore(listen, () => window.matchMedia?.(roomy).matches ?? true);

function listen(listener: () => void): () => void {
  const query = window.matchMedia?.(roomy);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
