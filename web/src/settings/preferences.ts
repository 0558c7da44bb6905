import { type OddsFormat, oddsFormats, oddsPolicies } from '@touchline/core/account';
import type { OddsPolicy } from '@touchline/core/betting';
import { type Language, languages } from '@touchline/core/language';
import { useSyncExternalStore } from 'react';

/** How odds are written, which price changes the bettor accepts, the language, and starred teams and leagues, one in a line. */
export type Preferences = {
  readonly oddsFormat: OddsFormat;
  readonly oddsPolicy: OddsPolicy;
  readonly language: Language;
  readonly favourites: string;
};

/** Their keys in local storage. */
const names = ['oddsFormat', 'oddsPolicy', 'language', 'favourites'] as const;
const listeners = new Set<() => void>();
const savers = new Set<(changes: Partial<Preferences>) => void>();

let current = read();

export const preferences = (): Preferences => current;

/** Applies preferences here and in every open tab, without saving them on the account. */
export function adoptPreferences(changes: Partial<Preferences>): void {
  const next = { ...current, ...changes };
  for (const name of names) localStorage.setItem(name, next[name]);
  apply(next);
}

/** Applies what the bettor chose, and saves it on the account. */
export function choosePreferences(changes: Partial<Preferences>): void {
  adoptPreferences(changes);
  for (const save of savers) save(changes);
}

/** Calls back with each choice made on this page. Returns how to stop. */
export function onChosen(save: (changes: Partial<Preferences>) => void): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useFavourites = (): string => useSyncExternalStore(onPreferences, () => current.favourites);

export const useOddsFormat = (): OddsFormat => useSyncExternalStore(onPreferences, () => current.oddsFormat);

/** Applies changes made in other tabs. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || names.some((name) => name === key)) apply(read());
  });
}

/** For tests that start with an empty storage. */
export const rereadPreferences = (): void => apply(read());

function apply(next: Preferences): void {
  if (names.every((name) => next[name] === current[name])) return;
  current = next;
  for (const listener of listeners) listener();
}

function read(): Preferences {
  const [format, policy, language, favourites] = names.map((name) => localStorage.getItem(name));
  // `theme.js` has chosen one of the browser's languages.
  const chosen = language ?? document.documentElement.lang;
  return {
    oddsFormat: oddsFormats.find((value) => value === format) ?? 'decimal',
    oddsPolicy: oddsPolicies.find((value) => value === policy) ?? 'better',
    language: languages.find((value) => value === chosen) ?? 'en',
    favourites: favourites ?? '',
  };
}
