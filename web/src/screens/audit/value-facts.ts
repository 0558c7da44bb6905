import { t } from '@touchline/core/language';
/** A value in a JSON document, with its path as its name. */
export type ValueFact = { readonly name: string; readonly text: string };

/** Flattens a JSON value: `{ a: { b: 1 } }` → "a, b": "1". */
export function factsOf(value: unknown, above = ''): readonly ValueFact[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [{ name: above || t('Value'), text: String(value) }];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = above ? `${above}, ${wordsOf(name)}` : wordsOf(name);
    return inner === null ? [{ name: path, text: t('none') }] : factsOf(inner, path);
  });
}

/** Formats a key: `belowZero` → "below zero"; list indexes start at 1. */
const wordsOf = (name: string): string =>
  /^\d+$/.test(name) ? String(Number(name) + 1) : name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
