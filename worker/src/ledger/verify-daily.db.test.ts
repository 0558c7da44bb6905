import { randomUUID } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { breakVerification, readVerification, requestVerification } from '@touchline/store/ledger';
import {
  createSigningKey,
  createTestDatabase,
  playSomeLedger,
  type TestDatabase,
  tamper,
} from '@touchline/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerification } from './run-verification.ts';
import { verifyDaily } from './verify-daily.ts';

const key = createSigningKey();
const log = { info: () => {}, warn: () => {}, error: () => {} };
let database: TestDatabase;
const asked: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const look = () => verifyDaily({ db: database.db, log, verify: async (id) => void asked.push(id) });
const hoursPassFor = (table: string, column: string, hours: number) =>
  tamper(database, `update ${table} set ${column} = clock_timestamp() - interval '${hours} hours'`);

test('a ledger without an event, and one that is younger than a day, wait for their first verification', async () => {
  await look();
  await playSomeLedger(database, key);
  await look();
  expect(asked).toEqual([]);
});

test('a ledger that nobody verified for a day is verified, once', async () => {
  await hoursPassFor('ledger_events', 'recorded_at', 25);
  await look();
  await look();
  expect(asked.length).toBe(1);
  const deps = { store: database, publicKey: undefined, announce: () => {}, log };
  await runVerification(
    { ...deps, now: () => instant(Date.now()) },
    { kind: 'verify', verificationId: asked[0] ?? '' },
  );
  expect(await readVerification(database.db, asked[0] ?? '')).toMatchObject({ eventsDone: 21 });
  await look();
  expect(asked.length).toBe(1);
});

test('what an auditor asked for counts, what could not be done does not', async () => {
  asked.length = 0;
  await hoursPassFor('ledger_verifications', 'requested_at', 25);
  const { id } = await requestVerification(database.db, randomUUID() as UserId);
  await look();
  expect(asked).toEqual([]);
  await breakVerification(database.db, id, 'the disk is full');
  await look();
  expect(asked.length).toBe(1);
});
