import { canonicalJson, type Json } from '@touchline/core/wallet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCanonicalBytes } from './canonical-bytes.ts';

const noHash = Buffer.alloc(32);

/** The canonical text of a jsonb; `undefined` when it is left to the rule. */
function canonicalText(value: Json): string | undefined {
  const source = Buffer.from(`?${jsonbText(value)}?`);
  const canonical = createCanonicalBytes();
  canonical.begin(noHash, 0);
  canonical.json(source, 1, source.length - 1);
  return canonical.isPlain() ? Buffer.from(canonical.written()).toString('utf8', noHash.length) : undefined;
}

/** As Postgres prints it: shorter names first, a space behind each colon and comma. */
function jsonbText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}: ${jsonbText(member)}`).join(', ')}}`;
}

const text = fc.string({ unit: fc.constantFrom(...'ab:,{}[]" \\/é\u007f\u{1f600}\n0'.split('')), maxLength: 5 });
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.maxSafeInteger(),
    fc.constantFrom(true, false, null, 0),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(text, tie('json'), { maxKeys: 5 }),
  ),
}));

test('copies a jsonb in canonical form or leaves it to the generic path', () => {
  fc.assert(
    fc.property(json, (value) => {
      const copied = canonicalText(value);
      if (copied !== undefined) expect(copied).toBe(canonicalJson(value));
    }),
    { numRuns: 2_000 },
  );
});

test('sorts members by name at every depth', () => {
  const value = { b: 'x, "y"'.replaceAll('"', "'"), a: [1, -20, { zz: true, z: null, y1: {} }, []], ab: 0, B: 'q: {' };
  expect(canonicalText(value)).toBe('{"B":"q: {","a":[1,-20,{"y1":{},"z":null,"zz":true},[]],"ab":0,"b":"x, \'y\'"}');
});

test.each([1.5, 1e21, -0.5, 2 ** 53, 'é', 'a"b', 'a\nb', { ü: 1 }, [['\\']]])(
  'leaves %j to the generic path',
  (value) => {
    expect(canonicalText({ value })).toBeUndefined();
  },
);

test('writes bytes as hex and quotes text, and leaves escapes to the generic path', () => {
  const canonical = createCanonicalBytes();
  const source = Buffer.from('…"plain text\u0001');
  canonical.begin(noHash, 0);
  canonical.put('a');
  canonical.hex(source, 0, 4);
  canonical.text(source, 4, 14);
  expect(Buffer.from(canonical.written()).toString('utf8', 32)).toBe('a"e280a622""plain text"');
  expect(canonical.isPlain()).toBe(true);
  canonical.text(source, 4, 15);
  expect(canonical.isPlain()).toBe(false);
  canonical.begin(noHash, 0);
  canonical.text(source, 3, 5);
  expect(canonical.isPlain()).toBe(false);
});

test('leaves values longer than any event to the generic path', () => {
  const source = Buffer.alloc(70_000, 'a');
  const canonical = createCanonicalBytes();
  for (const write of [canonical.text, canonical.hex]) {
    canonical.begin(noHash, 0);
    write(source, 0, 65_000);
    expect(canonical.isPlain()).toBe(false);
  }
});
