import { currentLocale } from './language.ts';

/** Formats a number in the current language: 1234.5 → "1,234.5", "1.234,5". A text of digits keeps all of them. */
export const formatNumber = (number: number | bigint | `${number}`, options?: Intl.NumberFormatOptions): string =>
  formatters.getNumberFormat(currentLocale(), options).format(number as number);

/** Formats milliseconds since the epoch in the current language and the user's time zone. */
export const formatDate = (at: number, options: Intl.DateTimeFormatOptions): string =>
  formatters.getDateTimeFormat(currentLocale(), options).format(at);

/** Creates each formatter once: that takes longer than formatting. */
export const formatters = {
  getNumberFormat: (tag?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) =>
    kept('number', tag, options, () => new Intl.NumberFormat(tag, options)),
  getDateTimeFormat: (tag?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) =>
    kept('date', tag, options, () => new Intl.DateTimeFormat(tag, options)),
  getPluralRules: (tag?: Intl.LocalesArgument, options?: Intl.PluralRulesOptions) =>
    kept('plural', tag, options, () => new Intl.PluralRules(tag, options)),
};

const formats = new Map<string, unknown>();

function kept<Format>(kind: string, tag: Intl.LocalesArgument, options: object | undefined, create: () => Format) {
  const key = `${kind}${tag}${JSON.stringify(options)}`;
  let format = formats.get(key) as Format | undefined;
  if (format === undefined) {
    format = create();
    formats.set(key, format);
  }
  return format;
}
