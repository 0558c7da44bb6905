import { expect, test } from 'vitest';
import * as ids from './ids.ts';

test.each(Object.entries(ids))('%s reads an id in either case as the same one, and nothing but a UUID', (_, schema) => {
  const id = '3f2a9c1e-77aa-4c7e-9f6e-0f6b1f2c3d4e';
  expect([schema.parse(id), schema.parse(id.toUpperCase())]).toEqual([id, id]);
  expect(schema.safeParse('b1').success).toBe(false);
});
