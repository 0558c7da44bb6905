import { useSyncExternalStore } from 'react';

/** How often whoever is logged in wants to be told how long they play; `undefined` before that is known. */
let minutes: number | null | undefined;
const listeners = new Set<() => void>();

export function tellRealityCheck(next: number | null | undefined): void {
  if (next === minutes) return;
  minutes = next;
  for (const listener of listeners) listener();
}

export const useRealityCheckMinutes = (): number | null | undefined => useSyncExternalStore(subscribe, () => minutes);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
