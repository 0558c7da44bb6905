import { randomUUID } from 'node:crypto';
import type { VerificationView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { readVerification, requestVerification, startVerification } from '@touchline/store/ledger';
import { createTestDatabase, playSomeLedger, type TestDatabase, tamper } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveUpStalled, stalledAfterMs } from './ledger-jobs.ts';
import { type RunVerificationDeps, runVerification } from './run-verification.ts';

let database: TestDatabase;
const announced: VerificationView[] = [];
const logged: { level: string; particulars: object; event: string }[] = [];
const write = (level: string) => (particulars: object, event: string) =>
  void logged.push({ level, particulars, event });
const log = { info: write('info'), warn: write('warn'), error: write('error') };

beforeAll(async () => {
  database = await createTestDatabase();
  await playSomeLedger(database);
});
afterAll(() => database.close());
beforeEach(() => {
  announced.length = 0;
  logged.length = 0;
});

const deps = (more: Partial<RunVerificationDeps> = {}): RunVerificationDeps => ({
  store: database.worker,
  publicKey: undefined,
  announce: (run) => announced.push(run),
  log,
  now: () => instant(Date.now()),
  ...more,
});
const request = () => requestVerification(database.db, randomUUID() as UserId);
const payload = (id: string) => ({ kind: 'verify', verificationId: id });

describe('a verification', () => {
  test('runs once, publishes its start and its end, and stores its report', async () => {
    const { id } = await request();
    await runVerification(deps(), payload(id));
    expect(announced.map(({ state }) => state)).toEqual(['running', 'passed']);
    expect(announced.at(-1)).toMatchObject({
      id,
      eventsDone: 21,
      eventsTotal: 21,
      wallets: 3,
      findings: [],
      problem: null,
    });
    expect(await readVerification(database.db, id)).toEqual(announced.at(-1));
    await runVerification(deps(), payload(id));
    expect(announced.length).toBe(2);
  });

  test('publishes its progress once a second', async () => {
    const { id } = await request();
    let seconds = 0;
    const now = (): Instant => {
      seconds += 1;
      return instant(seconds * 1_000);
    };
    await runVerification(deps({ now }), payload(id));
    expect(announced.map(({ state, eventsDone }) => [state, eventsDone])).toEqual([
      ['running', 0],
      ['running', 21],
      ['passed', 21],
    ]);
  });

  test('starts again after its worker died', async () => {
    const { id } = await request();
    await startVerification(database.db, id);
    await runVerification(deps(), payload(id));
    expect(announced.map(({ state }) => state)).toEqual(['running', 'passed']);
  });

  test('stores the findings of a failed run and logs an error', async () => {
    const { id } = await request();
    await tamper(database, 'update wallets set cash = cash + 1');
    await runVerification(deps(), payload(id));
    await tamper(database, 'update wallets set cash = cash - 1');
    expect(announced.at(-1)).toMatchObject({
      state: 'failed',
      found: 3,
      findings: Array(3).fill({ kind: 'wallet-differs' }),
    });
    expect(logged.map(({ level, event }) => [level, event])).toEqual([
      ['error', 'LEDGER VERIFICATION FAILED: investigate now'],
    ]);
  });

  test('is broken, not failed, when it cannot run', async () => {
    const { id } = await request();
    const connect = () => Promise.reject(new Error('the database went away'));
    const pool = Object.assign(Object.create(database.pool), { connect });
    await runVerification(deps({ store: { db: database.worker.db, pool } }), payload(id));
    expect(announced.at(-1)).toMatchObject({ state: 'broken', problem: 'the database went away', findings: [] });
  });

  test('is not given up while it checks bets and payments, which report no progress', async () => {
    const { id } = await request();
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('begin; lock table bets in access exclusive mode');
    const running = runVerification(deps({ heartbeatMs: 10 }), payload(id));
    try {
      // In other databases of the server the table has the same number.
      const waitsForBets = `select exists (select from pg_locks where not granted and relation = 'bets'::regclass
        and database = (select oid from pg_database where datname = current_database())) as is`;
      await expect
        .poll(async () => (await owner.query(waitsForBets)).rows, { timeout: 60_000 })
        .toEqual([{ is: true }]);
      const long = `interval '${stalledAfterMs + 1} milliseconds'`;
      await tamper(database, `update ledger_verifications set seen_at = seen_at - ${long} where id = '${id}'`);
      const isSilent = `select seen_at < clock_timestamp() - interval '1 minute' as is from ledger_verifications where id = '${id}'`;
      await expect.poll(async () => (await owner.query(isSilent)).rows, { timeout: 60_000 }).toEqual([{ is: false }]);
      await giveUpStalled({ db: database.worker.db, announce: (run) => announced.push(run), log });
    } finally {
      await owner.end();
    }
    await running;
    expect((await readVerification(database.db, id))?.state).toBe('passed');
  });

  test('is given up when its worker is dead, and another can be requested', async () => {
    const { id } = await request();
    await startVerification(database.db, id);
    await giveUpStalled({ db: database.worker.db, announce: (run) => announced.push(run), log });
    expect(announced).toEqual([]);
    const long = `interval '${stalledAfterMs + 1} milliseconds'`;
    await tamper(database, `update ledger_verifications set seen_at = seen_at - ${long} where id = '${id}'`);
    await giveUpStalled({ db: database.worker.db, announce: (run) => announced.push(run), log });
    expect(announced).toMatchObject([{ id, state: 'broken' }]);
    expect((await request()).state).toBe('waiting');
  });
});
