/** English comes first. The other languages have a catalogue beside this file. */
export const languages = ['en', 'de', 'es'] as const;
export type Language = (typeof languages)[number];
// Not translated: each in its own language.
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** Returns the first of our languages that a browser or its `Accept-Language` prefers: `['de-CH', 'en']` → `de`. */
export const preferredLanguage = (tags: readonly string[]): Language | undefined =>
  tags.flatMap((tag) => languages.find((language) => language === tag.trim().slice(0, 2).toLowerCase()) ?? [])[0];

const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-ES' };
let current: Language = 'en';

/** The language of the screens. A server renders in English, except inside `inLanguage`. */
export const currentLanguage = (): Language => current;

/** The tag of the current language for `Intl`. */
export const currentLocale = (): string => locales[current];

/** Renders in English, for texts that are stored or sent, such as the label of a selection. */
export function inEnglish<Text>(render: () => Text): Text {
  const before = current;
  current = 'en';
  try {
    return render();
  } finally {
    current = before;
  }
}

export function setLanguage(language: Language): void {
  current = language;
}
