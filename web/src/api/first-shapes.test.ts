import * as contract from '@touchline/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchRowOf } from '../testing/match-rows.ts';
import * as betShapes from './bet-shapes.ts';
import * as firstShapes from './first-shapes.ts';
import type { Shape } from './shape.ts';

/** The part of a contract schema that is needed to generate matching values. */
type Schema = {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly element?: Schema;
    readonly innerType?: Schema;
    readonly options?: readonly Schema[];
    readonly entries?: Readonly<Record<string, string>>;
    readonly values?: readonly unknown[];
    readonly format?: string;
  };
  readonly format?: string | null;
};

const nothing = {} as Schema;

/** Generates values that a schema accepts; a record has one extra field. */
function valuesOf({ def, format }: Schema): fc.Arbitrary<unknown> {
  switch (def.type) {
    case 'string':
      return fc.string({ maxLength: 8 });
    case 'number':
      return (format ?? def.format) === 'safeint'
        ? fc.maxSafeInteger()
        : fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'nullable':
      return fc.option(valuesOf(def.innerType ?? nothing));
    case 'optional':
      return fc.option(valuesOf(def.innerType ?? nothing), { nil: undefined });
    case 'array':
      return fc.array(valuesOf(def.element ?? nothing), { maxLength: 3 });
    case 'union':
      return fc.oneof(...(def.options ?? []).map(valuesOf));
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([name, inner]) => [name, valuesOf(inner)] as const);
      return fc.record<Record<string, unknown>>({ ...Object.fromEntries(fields), extra: fc.constant(1) });
    }
    default:
      throw new Error(`no values are generated yet for a schema of kind "${def.type}"`);
  }
}

/** Why a market is not open may be any text: see the test of an unknown reason. */
const isAnyText = (name: string, by: unknown): boolean => name === 'why' && typeof by === 'string';

/** The same value with one part replaced. */
function withOneReplaced(value: unknown, index: number, by: unknown): unknown {
  let at = -1;
  const walk = (part: unknown, name = ''): unknown => {
    at += 1;
    if (at === index) return isAnyText(name, by) ? part : by;
    if (Array.isArray(part)) return part.map((inner) => walk(inner));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner, name)]));
  };
  return walk(value);
}

type Read = { readonly accepted: unknown } | 'refused';
function read(shape: Shape<unknown>, value: unknown): Read {
  try {
    return { accepted: shape.parse(value) };
  } catch {
    return 'refused';
  }
}

const schemas = new Map(Object.entries(contract));

describe.each([...Object.entries(firstShapes), ...Object.entries(betShapes)])('%s', (name, shape: Shape<unknown>) => {
  const schema = schemas.get(name) as unknown as Schema & Shape<unknown>;
  const overTheWire = valuesOf(schema).map((value): unknown => JSON.parse(JSON.stringify(value)));

  test('accepts what the contract accepts, with the same result', () => {
    fc.assert(
      fc.property(overTheWire, (value) => {
        expect(read(shape, value)).toEqual({ accepted: schema.parse(value) });
      }),
    );
  });

  test('rejects what the contract rejects when one part is replaced', () => {
    fc.assert(
      fc.property(overTheWire, fc.nat({ max: 30 }), fc.jsonValue({ maxDepth: 1 }), (value, index, by) => {
        const changed = withOneReplaced(value, index, by);
        expect(read(shape, changed)).toEqual(read(schema, changed));
      }),
    );
  });
});

test('a reason for a closed market that this page does not know hides no match', () => {
  const row = matchRowOf({ notes: { totals: { why: 'not-quoted' } } });
  const newer = { ...row, notes: { totals: { why: 'a reason of the next release' } } };
  expect(firstShapes.matchRow.parse(newer)).toMatchObject({ id: row.id, notes: newer.notes });
});
