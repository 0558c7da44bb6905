/** One thing in a JSON value: where it is, and what is there. */
export type ValueFact = { readonly name: string; readonly text: string };

/** A JSON value as names and texts, one under the other: `{ a: { b: 1 } }` → "a, b": "1". */
export function factsOf(value: unknown, above = ''): readonly ValueFact[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [{ name: above || 'Value', text: String(value) }];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = above ? `${above}, ${wordsOf(name)}` : wordsOf(name);
    return inner === null ? [{ name: path, text: 'none' }] : factsOf(inner, path);
  });
}

/** `belowZero` → "below zero"; the places of a list count from 1. */
const wordsOf = (name: string): string =>
  /^\d+$/.test(name) ? String(Number(name) + 1) : name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
