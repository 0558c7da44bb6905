import { addTranslations, currentLanguage, type Language, setLanguage } from '@touchline/core/language';
import { useSyncExternalStore } from 'react';
import { readTextFiles, type TextPart } from './text-files.ts';

declare global {
  interface Window {
    /** Resolves when lazily loaded code has its texts. */
    texts?: Promise<void>;
  }
}

const parts = new Set<TextPart>(['home']);
const listeners = new Set<() => void>();
let wanted: Language = 'en';

/** Shows all screens in a language once its texts are loaded. Rejects if they cannot be. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await Promise.all([...parts].map((part) => loadTexts(language, part)));
  if (wanted !== language || currentLanguage() === language) return;
  setLanguage(language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/**
 * Shows the first language. Resolves when Home's texts are loaded, or without them in English. Code that loads later waits for the
 * other texts by itself (`lean-libraries.ts`).
 */
export async function startLanguage(language: Language): Promise<void> {
  const home = showLanguage(language);
  window.texts = addTexts('others').catch(() => {});
  await home.catch(() => {});
}

/** Loads the texts of further screens, in the current language and in each that is chosen later. */
export function addTexts(part: TextPart): Promise<void> {
  parts.add(part);
  return loadTexts(wanted, part);
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage);

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function loadTexts(language: Language, part: TextPart): Promise<void> {
  if (language === 'en') return;
  if (import.meta.env.PROD) {
    const file = readTextFiles()?.[language][part];
    if (file !== undefined) addTranslations(language, (await import(/* @vite-ignore */ file)).default);
  } else (await import('@touchline/core/catalogues')).loadTranslations(language);
}
