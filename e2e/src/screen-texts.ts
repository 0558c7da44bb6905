import { catalogues } from '@touchline/core/catalogues';
import { type Message, t } from '@touchline/core/language';

type Values = Readonly<Record<string, string | number>>;

/**
 * Returns a text of the screens in the language of this run, which is English unless `setLanguage` changed it. Throws for an English
 * text that is in no catalogue: no screen shows it.
 */
export function shown(english: string, values?: Values): string {
  if (!(english in catalogues.de)) throw new Error(`No screen has the text "${english}".`);
  return t(english as unknown as Message, values);
}

/** The same as a pattern from the start, for a name that goes on or has values that are not known: `Suspend {name}`. */
export function startOf(english: string, values: Values = {}): RegExp {
  const unknown = Object.fromEntries([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, any]));
  const text = shown(english, { ...unknown, ...values }).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${text.replaceAll(any, '.+')}`);
}
const any = '\u0001';

/** A text of the screens that a step finds a control by: exactly, or how it begins. */
export type Named = string | { readonly start: string };
export const nameOf = (named: Named): string | RegExp =>
  typeof named === 'string' ? shown(named) : startOf(named.start);
