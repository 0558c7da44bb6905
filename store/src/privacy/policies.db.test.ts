import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/index.ts';
import { policies } from './index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

test('covers every table and column of the database', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely%'`);
  const described = Object.entries(policies).flatMap(([table, { personal, secret, pseudonym, facts }]) =>
    [...personal, ...secret, ...pseudonym, ...facts].map((column) => `${table}.${column}`),
  );
  const columns = new Set(rows.map(({ name }) => name));
  const classified = new Set(described);
  expect({
    'classify in store/src/privacy/policies.ts': [...columns].filter((name) => !classified.has(name)),
    'classified twice': described.filter((name, at) => described.indexOf(name) !== at),
  }).toEqual({
    'classify in store/src/privacy/policies.ts': [],
    'classified twice': [],
  });
});

test('explains every table in docs/data-protection.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/data-protection.md'), 'utf8');
  expect(Object.keys(policies).filter((table) => !document.includes(`| \`${table}\` |`))).toEqual([]);
});
