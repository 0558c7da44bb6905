import { type OddsFormat, oddsFormats, oddsPolicies } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import { useSyncExternalStore } from 'react';

/** How one wants odds written and moved prices taken. */
export type Preferences = { readonly oddsFormat: OddsFormat; readonly oddsPolicy: OddsPolicy };

/** Where they are kept in local storage, one by one. */
const keys = { oddsFormat: 'oddsFormat', oddsPolicy: 'oddsPolicy' } as const;
const names = ['oddsFormat', 'oddsPolicy'] as const;
const listeners = new Set<() => void>();
const savers = new Set<(changes: Partial<Preferences>) => void>();

let current = read();

export const preferences = (): Preferences => current;

/** They are these now, here and in every open tab. Nobody is told to save them. */
export function adoptPreferences(changes: Partial<Preferences>): void {
  const next = { ...current, ...changes };
  for (const name of names) localStorage.setItem(keys[name], next[name]);
  become(next);
}

/** What the bettor has chosen: adopted at once, and handed to whoever keeps it for them. */
export function choosePreferences(changes: Partial<Preferences>): void {
  adoptPreferences(changes);
  for (const save of savers) save(changes);
}

/** Calls back with what was chosen on this page. Returns how to stop. */
export function onChosen(save: (changes: Partial<Preferences>) => void): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOddsFormat = (): OddsFormat => useSyncExternalStore(onPreferences, () => current.oddsFormat);

/** As another tab has left them. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || names.some((name) => keys[name] === key)) become(read());
  });
}

/** For tests that begin with an empty storage. */
export const rereadPreferences = (): void => become(read());

function become(next: Preferences): void {
  if (names.every((name) => next[name] === current[name])) return;
  current = next;
  for (const listener of listeners) listener();
}

function read(): Preferences {
  const [format, policy] = names.map((name) => localStorage.getItem(keys[name]));
  return {
    oddsFormat: oddsFormats.find((one) => one === format) ?? 'decimal',
    oddsPolicy: oddsPolicies.find((one) => one === policy) ?? 'better',
  };
}
