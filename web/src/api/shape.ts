/** Validates an answer: a shape of this file, or any schema of the contract. Throws if it does not match. */
export type Shape<Value> = { readonly parse: (body: unknown) => Value };

export const text: Shape<string> = { parse: (value) => (typeof value === 'string' ? value : refuse('a text', value)) };
export const amount: Shape<number> = { parse: (value) => (isAmount(value) ? value : refuse('a number', value)) };
export const whole: Shape<number> = { parse: (value) => (isWhole(value) ? value : refuse('a whole number', value)) };
export const flag: Shape<boolean> = {
  parse: (value) => (typeof value === 'boolean' ? value : refuse('a flag', value)),
};

/** For a field that is true or missing. */
export const yes: Shape<true> = { parse: (value) => (value === true ? value : refuse('true', value)) };

export const oneOf = <const Value extends string>(...values: readonly Value[]): Shape<Value> => ({
  parse: (value) => values.find((known) => known === value) ?? refuse(values.join(' or '), value),
});

export const either = <First, Second>(first: Shape<First>, second: Shape<Second>): Shape<First | Second> => ({
  parse: (value) => {
    try {
      return first.parse(value);
    } catch {
      return second.parse(value);
    }
  },
});

export const orNull = <Value>(shape: Shape<Value>): Shape<Value | null> => ({
  parse: (value) => (value === null ? null : shape.parse(value)),
});

/** For a field that may be missing. */
export const optional = <Value>(shape: Shape<Value>): Shape<Value | undefined> => ({
  parse: (value) => (value === undefined ? undefined : shape.parse(value)),
});

export const listOf = <Value>(shape: Shape<Value>): Shape<Value[]> => ({
  parse: (value) => (Array.isArray(value) ? value.map((item: unknown) => shape.parse(item)) : refuse('a list', value)),
});

type Fields<Value> = { readonly [Name in keyof Value]-?: Shape<Value[Name]> };

/** Named fields; others are dropped, as by the contract's schemas. */
export function record<Value extends object>(fields: Fields<Value>): Shape<Value> {
  const names = Object.keys(fields) as (keyof Value & string)[];
  return {
    parse: (value) => {
      if (!isRecord(value)) return refuse('a record', value);
      const result: Partial<Value> = {};
      for (const name of names) {
        const read = fields[name].parse(value[name]);
        if (read !== undefined) result[name] = read;
      }
      // Every field was read by the shape of its type.
      return result as Value;
    },
  };
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuse(expected: string, value: unknown): never {
  throw new TypeError(`expected ${expected}, got ${value === null ? 'null' : typeof value}`);
}
