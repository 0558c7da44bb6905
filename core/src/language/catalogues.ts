import { compile } from './compile.ts';
import german from './de.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };
import { currentLanguage, type Language, setLanguage } from './language.ts';
import { addTranslations, type Translations, textKey } from './text.ts';

type Catalogue = Readonly<Record<string, string>>;

/** The translations of all English messages, by message. */
export const catalogues: Readonly<Record<Exclude<Language, 'en'>, Catalogue>> = { de: german, es: spanish };

/** Compiles the translations of those messages that `isWanted`. */
export const compiledTranslations = (
  catalogue: Catalogue,
  isWanted: (english: string) => boolean = () => true,
): Translations =>
  Object.fromEntries(
    Object.entries(catalogue)
      .filter(([english]) => isWanted(english))
      .map(([english, own]) => [textKey(compile(english)), compile(own)]),
  );

/** Translates the plain text of a schema, if it is ours. */
export const translated = (language: Language, text: string): string =>
  (language === 'en' ? undefined : catalogues[language][text]) ?? text;

const loaded = new Set<Language>();

/** Loads a language's catalogue once, for servers and tests. A build's screens load what they show. */
export function loadTranslations(language: Language): void {
  if (language === 'en' || loaded.has(language)) return;
  loaded.add(language);
  addTranslations(language, compiledTranslations(catalogues[language]));
}

/**
 * Renders texts in a language, for a server's answer or email. `render` may not wait for anything, so that nothing else is rendered
 * in that language.
 */
export function inLanguage<Text>(language: Language, render: () => Text extends Promise<unknown> ? never : Text): Text {
  loadTranslations(language);
  const before = currentLanguage();
  setLanguage(language);
  try {
    return render();
  } finally {
    setLanguage(before);
  }
}
