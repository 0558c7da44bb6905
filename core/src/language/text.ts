import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { compile } from './compile.ts';
import { formatters } from './formats.ts';
import { currentLanguage, currentLocale, type Language } from './language.ts';

/** Translations by the key of their English message. */
export type Translations = Readonly<Record<string, CompiledMessage>>;

declare const brand: unique symbol;
/**
 * An English message of the catalogues. To the compiler it is a symbol, which can neither be shown nor put into a template literal
 * without `t`.
 */
export type Message = symbol & { readonly [brand]: 'message' };

/** Only literal texts: the catalogues cannot know others. */
type Literal<Text extends string> = string extends Text ? never : Text;
type Values = Readonly<Record<string, string | number>>;
type RichValues<Element> = Readonly<Record<string, string | number | ((content: (string | Element)[]) => Element)>>;

const translations: Record<Language, Translations> = { en: {}, de: {}, es: {} };

export function addTranslations(language: Language, more: Translations): void {
  translations[language] = { ...translations[language], ...more };
}

/** Marks an English ICU message for the catalogues where it is not shown yet, such as in a constant. `t` translates it. A build drops an unused one. */
// @__NO_SIDE_EFFECTS__
export const msg = <const Text extends string>(message: Literal<Text>): Message => message as unknown as Message;

/** The same for a schema, which needs the English text; the server translates it with the answer. It has no placeholders. */
// @__NO_SIDE_EFFECTS__
export const schemaText = <const Text extends string>(text: Literal<Text>): Literal<Text> => text;

/** Returns an English ICU message in the current language: `t('{count, plural, one {# bet} other {# bets}}', { count })`. */
export const t = <const Text extends string>(message: Literal<Text> | Message, values?: Values): string =>
  String(formatted(message, values));

/** Returns the text of a key. Anyone may have written the key: `constructor` is a member of every object. */
export const textIn = (texts: Readonly<Record<string, Message>>, key: string): string | undefined => {
  const message = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return message && t(message);
};

/** Returns the parts of a message with tags. The value of a tag makes an element of its content. */
export const richText = <Element, const Text extends string = string>(
  message: Literal<Text> | Message,
  values: RichValues<Element>,
): readonly (string | Element)[] =>
  [formatted(message, values as FormatValues<Element>)].flat() as (string | Element)[];

function formatted<Element>(message: string | Message, values: FormatValues<Element> | undefined) {
  const english = compile(message as string);
  const language = currentLanguage();
  const own = language === 'en' ? english : (translations[language][textKey(english)] ?? english);
  return format<Element>(own, currentLocale(), values, { formatters });
}

/** Returns the key of an English message in compiled catalogues: a short hash, so that they do not repeat the English texts. */
export function textKey(message: CompiledMessage): string {
  let hash = 0x811c9dc5;
  for (const unit of JSON.stringify(message)) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
