import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instant } from '@touchline/core/instant';
import { createTestDatabase } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { quote } from '../testing/test-app.ts';
import { createReplica } from './replica.ts';

const database = await createTestDatabase();
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterAll(async () => {
  await owner.end();
  await database.close();
});

/** What a screen at version `n` receives from an api that starts now. */
async function answerOf(n: number) {
  const replica = createReplica({
    db: database.db,
    databaseUrl: database.url,
    now: () => instant(Date.now()),
    // It may be closed before its listening connection is open.
    onError: () => undefined,
  });
  await replica.start();
  const { rows, isAll } = replica.since(n);
  await replica.close();
  const homeWins = Object.fromEntries(rows.map((row) => [row.match.homeTeam, row.odds.homeWin]));
  return { isAll, homeWins, isNewer: rows.every((row) => row.s > n) };
}

test('a screen that slept through a restore gets every restored match, once the versions were advanced as the handbook says', async () => {
  await quote(database, [{ name: 'Red', home: '2.1' }]);
  const { rows } = await owner.query('select max(seq)::int as seq from matches');
  // The screen has read further than the backup goes, at a price that the backup does not know.
  const slept = rows[0].seq + 3;
  for (const home of ['1.5', '1.6', '1.7', '1.8']) await quote(database, [{ name: 'Blue', home }]);
  const restored = { isAll: true, homeWins: { 'Red United': 2.1, 'Blue United': 1.8 } };
  // A screen ignores rows that are not newer than its own, so without this it would keep another price of Red.
  expect(await answerOf(slept)).toEqual({ ...restored, isNewer: false });

  const handbook = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
  const moving = /```sql\s+(select setval\('match_seq'[^`]*)```/.exec(handbook)?.[1] ?? '';
  await owner.query(moving);
  expect(await answerOf(slept)).toEqual({ ...restored, isNewer: true });
});
