import * as contract from '@touchline/core/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as betShapes from './bet-shapes.ts';
import * as firstShapes from './first-shapes.ts';
import type { Shape } from './shape.ts';

/** What is read of a schema of the contract in order to draw values that it takes. */
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

/** Values that a schema takes; a record has a field too many. */
function drawn({ def, format }: Schema): fc.Arbitrary<unknown> {
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
      return fc.option(drawn(def.innerType ?? nothing));
    case 'optional':
      return fc.option(drawn(def.innerType ?? nothing), { nil: undefined });
    case 'array':
      return fc.array(drawn(def.element ?? nothing), { maxLength: 3 });
    case 'union':
      return fc.oneof(...(def.options ?? []).map(drawn));
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([name, inner]) => [name, drawn(inner)] as const);
      return fc.record<Record<string, unknown>>({ ...Object.fromEntries(fields), unheardOf: fc.constant(1) });
    }
    default:
      throw new Error(`no value is drawn for a schema of the kind "${def.type}" yet`);
  }
}

/** The same value with one thing in it replaced. */
function withOneReplaced(value: unknown, place: number, by: unknown): unknown {
  let at = -1;
  const walk = (part: unknown): unknown => {
    at += 1;
    if (at === place) return by;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value);
}

type Read = { readonly taken: unknown } | 'refused';
function read(shape: Shape<unknown>, value: unknown): Read {
  try {
    return { taken: shape.parse(value) };
  } catch {
    return 'refused';
  }
}

const schemas = new Map(Object.entries(contract));

describe.each([...Object.entries(firstShapes), ...Object.entries(betShapes)])('%s', (name, shape: Shape<unknown>) => {
  const schema = schemas.get(name) as unknown as Schema & Shape<unknown>;
  const overTheWire = drawn(schema).map((value): unknown => JSON.parse(JSON.stringify(value)));

  test('takes whatever the contract allows, and reads it as the contract does', () => {
    fc.assert(
      fc.property(overTheWire, (value) => {
        expect(read(shape, value)).toEqual({ taken: schema.parse(value) });
      }),
    );
  });

  test('refuses what the contract refuses when one thing in it is something else', () => {
    fc.assert(
      fc.property(overTheWire, fc.nat({ max: 30 }), fc.jsonValue({ maxDepth: 1 }), (value, place, by) => {
        const changed = withOneReplaced(value, place, by);
        expect(read(shape, changed)).toEqual(read(schema, changed));
      }),
    );
  });
});
