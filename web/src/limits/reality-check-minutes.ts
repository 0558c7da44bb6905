import { useSyncExternalStore } from 'react';

/** How often the user wants a reality check; `undefined` until it is loaded. */
let minutes: number | null | undefined;
const listeners = new Set<() => void>();

export function setRealityCheckMinutes(next: number | null | undefined): void {
  if (next === minutes) return;
  minutes = next;
  for (const listener of listeners) listener();
}

export const useRealityCheckMinutes = (): number | null | undefined => useSyncExternalStore(subscribe, () => minutes);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
