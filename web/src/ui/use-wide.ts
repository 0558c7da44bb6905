import { useSyncExternalStore } from 'react';

/** Returns whether the screen is at least 1024 px wide: then there is a sidebar, and the slip is a panel instead of a bottom sheet. */
export const isWide = (): boolean => matches(wide);
export const useIsWide = (): boolean => useSyncExternalStore(listenWide, isWide);

/** Returns whether there is room for a table (768 px); otherwise rows are cards. */
export const useIsRoomy = (): boolean => useSyncExternalStore(listenRoomy, () => matches(roomy));

const wide = '(min-width: 64rem)';
const roomy = '(min-width: 48rem)';

const matches = (condition: string): boolean => window.matchMedia?.(condition).matches ?? true;

const listenTo = (condition: string) => (listener: () => void) => {
  const query = window.matchMedia?.(condition);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
};
const listenWide = listenTo(wide);
const listenRoomy = listenTo(roomy);
