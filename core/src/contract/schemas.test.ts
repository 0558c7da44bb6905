import { expect, test } from 'vitest';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import * as contract from './index.ts';

const endpoints = Object.entries(contract)
  .filter(([name]) => /endpoints$/i.test(name))
  .flatMap(([, table]) => Object.values(table as Readonly<Record<string, contract.Endpoint>>));
const present = (schemas: readonly (contract.Schema | undefined)[]): readonly $ZodType[] =>
  schemas.filter((schema) => schema !== undefined);
const answers = present(endpoints.flatMap(({ answer, otherAnswers = {} }) => [answer, ...Object.values(otherAnswers)]));

// The api compiles them. Zod silently interprets a schema that it cannot compile, which is many times slower.
test('Zod can compile the schemas of every request and answer', () => {
  const requests = present(endpoints.flatMap(({ params, query, body }) => [params, query, body]));
  expect(requests.length).toBeGreaterThan(100);
  expect(answers.length).toBeGreaterThan(100);
  for (const schema of [...requests, ...answers]) expect(() => z.compile(schema, { strict: true })).not.toThrow();
});

// The api writes an answer by reading it, which would apply a transformation or a default.
test('no answer transforms anything or has a default', () => {
  for (const schema of answers) expect(JSON.stringify(z.toJSONSchema(schema))).not.toContain('"default":');
});
