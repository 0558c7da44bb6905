import { randomUUID } from 'node:crypto';
import type { VerificationView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import {
  newestCheckpoint,
  readVerification,
  requestVerification,
  startVerification,
  verifyLedger,
} from '@touchline/store/ledger';
import {
  createSigningKey,
  createTestDatabase,
  playSomeLedger,
  type TestDatabase,
  tamper,
} from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveUpSilent, silentForMs } from './give-up-silent.ts';
import { type RunVerificationDeps, runVerification } from './run-verification.ts';
import { sealLedger } from './seal-ledger.ts';

const key = createSigningKey();
let database: TestDatabase;
const said: VerificationView[] = [];
const logged: { level: string; particulars: object; event: string }[] = [];
const write = (level: string) => (particulars: object, event: string) =>
  void logged.push({ level, particulars, event });
const log = { info: write('info'), warn: write('warn'), error: write('error') };

beforeAll(async () => {
  database = await createTestDatabase();
  await playSomeLedger(database, key);
});
afterAll(() => database.close());
beforeEach(() => {
  said.length = 0;
  logged.length = 0;
});

const deps = (more: Partial<RunVerificationDeps> = {}): RunVerificationDeps => ({
  store: database,
  publicKey: key.publicKey,
  announce: (run) => said.push(run),
  log,
  now: () => instant(Date.now()),
  ...more,
});
const ask = () => requestVerification(database.db, randomUUID() as UserId);
const payload = (id: string) => ({ kind: 'verify', verificationId: id });

describe('a verification', () => {
  test('is run once, told as it begins and ends, and kept', async () => {
    const { id } = await ask();
    await runVerification(deps(), payload(id));
    expect(said.map(({ state }) => state)).toEqual(['running', 'passed']);
    expect(said.at(-1)).toMatchObject({ id, eventsDone: 21, eventsTotal: 21, wallets: 3, findings: [], problem: null });
    expect(await readVerification(database.db, id)).toEqual(said.at(-1));
    await runVerification(deps(), payload(id));
    expect(said.length).toBe(2);
  });

  test('says how far it is when a second has passed', async () => {
    const { id } = await ask();
    let seconds = 0;
    const now = (): Instant => {
      seconds += 1;
      return instant(seconds * 1_000);
    };
    await runVerification(deps({ now }), payload(id));
    expect(said.map(({ state, eventsDone }) => [state, eventsDone])).toEqual([
      ['running', 0],
      ['running', 21],
      ['passed', 21],
    ]);
  });

  test('that a dead worker left half way is taken up by the next', async () => {
    const { id } = await ask();
    await startVerification(database.db, id);
    await runVerification(deps(), payload(id));
    expect(said.map(({ state }) => state)).toEqual(['running', 'passed']);
  });

  test('that fails is kept with its findings and logged where nobody can miss it', async () => {
    const { id } = await ask();
    await tamper(database, 'update wallets set cash = cash + 1');
    await runVerification(deps(), payload(id));
    await tamper(database, 'update wallets set cash = cash - 1');
    expect(said.at(-1)).toMatchObject({ state: 'failed', findings: [{ kind: 'wallet-differs', count: 3 }] });
    expect(logged.map(({ level, event }) => [level, event])).toEqual([
      ['error', 'THE LEDGER DOES NOT ADD UP: somebody has to look now'],
    ]);
  });

  test("with another operator's key finds every checkpoint forged", async () => {
    const { id } = await ask();
    await runVerification(deps({ publicKey: createSigningKey().publicKey }), payload(id));
    expect(said.at(-1)?.findings.map(({ kind }) => kind)).toEqual(['checkpoint-forged']);
  });

  test('that cannot be done is broken, which says nothing of the ledger', async () => {
    const { id } = await ask();
    const connect = () => Promise.reject(new Error('the database went away'));
    const pool = Object.assign(Object.create(database.pool), { connect });
    await runVerification(deps({ store: { db: database.db, pool } }), payload(id));
    expect(said.at(-1)).toMatchObject({ state: 'broken', problem: 'the database went away', findings: [] });
  });

  test('that is long at its bets and payments, which tell nothing of how far they are, is not given up', async () => {
    const { id } = await ask();
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('begin; lock table bets in access exclusive mode');
    const running = runVerification(deps({ aliveEveryMs: 10 }), payload(id));
    try {
      const standsAtBets = `select exists (select from pg_locks where not granted and relation = 'bets'::regclass) as is`;
      await expect
        .poll(async () => (await owner.query(standsAtBets)).rows, { timeout: 30_000 })
        .toEqual([{ is: true }]);
      const long = `interval '${silentForMs + 1} milliseconds'`;
      await tamper(database, `update ledger_verifications set seen_at = seen_at - ${long} where id = '${id}'`);
      const isSilent = `select seen_at < clock_timestamp() - interval '1 minute' as is from ledger_verifications where id = '${id}'`;
      await expect.poll(async () => (await owner.query(isSilent)).rows, { timeout: 30_000 }).toEqual([{ is: false }]);
      await giveUpSilent({ db: database.db, announce: (run) => said.push(run), log });
    } finally {
      await owner.end();
    }
    await running;
    expect((await readVerification(database.db, id))?.state).toBe('passed');
  });

  test('whose worker is gone for good is given up, and another can be asked for', async () => {
    const { id } = await ask();
    await startVerification(database.db, id);
    await giveUpSilent({ db: database.db, announce: (run) => said.push(run), log });
    expect(said).toEqual([]);
    const long = `interval '${silentForMs + 1} milliseconds'`;
    await tamper(database, `update ledger_verifications set seen_at = seen_at - ${long} where id = '${id}'`);
    await giveUpSilent({ db: database.db, announce: (run) => said.push(run), log });
    expect(said).toMatchObject([{ id, state: 'broken' }]);
    expect((await ask()).state).toBe('waiting');
  });
});

test('a checkpoint seals what has moved since the last one, and nothing when nothing has', async () => {
  const before = (await newestCheckpoint(database.pool))?.checkpoint.number ?? 0;
  await sealLedger({ store: database, key, log });
  expect(logged).toMatchObject([
    { level: 'info', event: 'checkpoint taken', particulars: { number: before + 1, wallets: 3 } },
  ]);
  await sealLedger({ store: database, key, log });
  expect(logged.length).toBe(1);
  expect((await verifyLedger(database.pool, { publicKey: key.publicKey })).checkpoints).toBe(before + 1);
});
