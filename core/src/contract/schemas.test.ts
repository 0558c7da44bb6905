import { expect, test } from 'vitest';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import * as contract from './index.ts';

// The api compiles them. Zod silently interprets a schema that it cannot compile, which is many times slower.
test('Zod can compile the schemas of every request', () => {
  const schemas = Object.entries(contract)
    .filter(([name]) => /endpoints$/i.test(name))
    .flatMap(([, table]) => Object.values(table as Readonly<Record<string, contract.Endpoint>>))
    .flatMap(({ params, query, body }) => [params, query, body].filter((schema) => schema !== undefined));
  expect(schemas.length).toBeGreaterThan(100);
  for (const schema of schemas as readonly $ZodType[]) expect(() => z.compile(schema, { strict: true })).not.toThrow();
});
