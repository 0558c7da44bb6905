import { randomUUID } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { breakVerification, readVerification, requestVerification } from '@touchline/store/ledger';
import { createTestDatabase, playSomeLedger, tamper } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { verifyDaily } from './ledger-jobs.ts';
import { runVerification } from './run-verification.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const requested: string[] = [];

const database = await createTestDatabase();
afterAll(() => database.close());

const run = () => verifyDaily({ db: database.worker.db, log, verify: async (id) => void requested.push(id) });
const age = (table: string, column: string, hours: number) =>
  tamper(database, `update ${table} set ${column} = clock_timestamp() - interval '${hours} hours'`);

test('does not verify an empty ledger or one younger than a day', async () => {
  await run();
  await playSomeLedger(database);
  await run();
  expect(requested).toEqual([]);
});

test('verifies once when no verification ran for a day', async () => {
  await age('ledger_events', 'recorded_at', 25);
  await run();
  await run();
  expect(requested.length).toBe(1);
  const deps = { store: database.worker, publicKey: undefined, announce: () => {}, log };
  await runVerification(
    { ...deps, now: () => instant(Date.now()) },
    { kind: 'verify', verificationId: requested[0] ?? '' },
  );
  expect(await readVerification(database.db, requested[0] ?? '')).toMatchObject({ eventsDone: 21 });
  await run();
  expect(requested.length).toBe(1);
});

test('counts a verification that an auditor requested, but not a broken one', async () => {
  requested.length = 0;
  await age('ledger_verifications', 'requested_at', 25);
  const { id } = await requestVerification(database.db, randomUUID() as UserId);
  await run();
  expect(requested).toEqual([]);
  await breakVerification(database.db, id, 'the disk is full');
  await run();
  expect(requested.length).toBe(1);
});
