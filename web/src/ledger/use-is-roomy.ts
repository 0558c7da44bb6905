import { useSyncExternalStore } from 'react';

/** From 768 px on there is room for a table; below it, rows are cards. */
const roomy = '(min-width: 48rem)';

/** From 1024 px on there is room for whatever may be folded away below it. */
const wide = '(min-width: 64rem)';

export const isWide = (): boolean => window.matchMedia?.(wide).matches ?? true;

export const useIsRoomy = (): boolean => useSyncExternalStore(listen, () => window.matchMedia?.(roomy).matches ?? true);

function listen(listener: () => void): () => void {
  const query = window.matchMedia?.(roomy);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
