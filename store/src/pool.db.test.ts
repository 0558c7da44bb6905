import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from './testing/index.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

test.each(['UTC', 'America/St_Johns', 'Asia/Kathmandu'])(
  'reads times to the millisecond in a session of %s',
  async (zone) => {
    const times = [
      '2026-11-20T14:00:00.123Z',
      '2026-11-20T14:00:00.500Z',
      '2026-11-20T14:00:00.000Z',
      '1969-12-31T23:59:59.999Z',
    ];
    const client = await database.pool.connect();
    try {
      await client.query(`set time zone '${zone}'`);
      const { rows } = await client.query<{ at: number }>('select unnest($1::timestamptz[]) as at', [times]);
      expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual(times);
    } finally {
      client.release(true);
    }
  },
);
