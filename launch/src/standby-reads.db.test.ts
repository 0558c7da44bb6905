import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Store } from '@touchline/store/connect';
import { forReading } from '@touchline/store/database-url';
import { verifyLedger } from '@touchline/store/ledger';
import { createReads, type ReadOutcome } from '@touchline/store/standby-reads';
import { playSomeLedger } from '@touchline/store/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { freePort } from './ports.ts';
import { createLogin, prepareDatabase } from './prepare-database.ts';
import { ROOT } from './root.ts';
import { asOwner, folderForPostgres, startStandby } from './testing/postgres.ts';

// An api may take long to start on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
const within = { timeout: 90_000, interval: 100 };
const [folder, standbyFolder] = [folderForPostgres(), folderForPostgres()];
let primary: RunningPostgres;
let standby: RunningPostgres;
let urls: { readonly api: string; readonly standby: string };
let main: Store;
let copy: Store;
let api: ChildProcess | undefined;
const outcomes: ReadOutcome[] = [];

const onStandby = (sql: string) => asOwner(standby.url('touchline'), (owner) => owner.query(sql));

beforeAll(async () => {
  primary = await startPostgres({ folder, durability: 'test' });
  const ownerUrl = primary.url('touchline');
  await prepareDatabase(ownerUrl);
  const apiUrl = await createLogin(ownerUrl, 'api', 'password-of-the-api');
  standby = await startStandby(primary, folder, standbyFolder);
  urls = { api: apiUrl, standby: apiUrl.replace(/@[^/]+/, `@127.0.0.1:${standby.port}`) };
  main = connect(ownerUrl);
  copy = connect(forReading(standby.url('touchline')), { onError: () => {} });
  await main.pool.query('create table written (number int)');
});
afterEach(() => {
  outcomes.length = 0;
});
afterAll(async () => {
  api?.kill('SIGKILL');
  await Promise.all([main?.close(), copy?.close()]);
  await Promise.all([standby?.stop(), primary?.stop()]);
  for (const each of [folder, standbyFolder]) rmSync(each, { recursive: true, force: true });
});

const readsWith = (options: Parameters<typeof createReads>[2] = {}) =>
  createReads(main, copy, { waitMs: 30_000, onRead: (outcome) => outcomes.push(outcome), ...options });

describe('reads from a standby', () => {
  test('have everything that was committed before', async () => {
    const reads = readsWith();
    for (let at = 1; at <= 50; at += 1) {
      await main.pool.query('insert into written values ($1)', [at]);
      const { pool } = await reads.server();
      const { rows } = await pool.query<{ number: number }>('select max(number) as number from written');
      expect([pool === copy.pool, rows[0]?.number]).toEqual([true, at]);
    }
    expect(new Set(outcomes)).toEqual(new Set(['standby']));
  });

  test('go to the primary while the standby is behind', async () => {
    await onStandby('select pg_wal_replay_pause()');
    await main.pool.query('insert into written values (1000)');
    expect(await readsWith({ waitMs: 0 }).server()).toBe(main);
    expect(outcomes).toEqual(['behind']);
    await onStandby('select pg_wal_replay_resume()');
    expect(await readsWith().server()).toBe(copy);
  });

  test('verify a ledger in one snapshot, also with several threads', async () => {
    const ownerUrl = primary.url('touchline');
    const byOwner = <Result>(work: (db: Store['db']) => Promise<Result>) => work(main.db);
    await playSomeLedger({ ...main, url: ownerUrl, worker: main, ownerUrl, urlAs: () => ownerUrl, byOwner });
    const { pool } = await readsWith().server();
    const reports = [await verifyLedger(pool), await verifyLedger(pool, { threadsFrom: 1 })];
    expect([pool === copy.pool, reports]).toMatchObject([
      true,
      Array(2).fill({ passed: true, wallets: 3, events: 21 }),
    ]);
  });

  test('show a bettor their history, and go to the primary when the standby has ended', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const metricsToken = 'metrics-token-of-the-operator';
    api = spawn(process.execPath, [join(ROOT, 'api/src/server.ts')], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: urls.api,
        DATABASE_STANDBY_URL: urls.standby,
        PORT: String(port),
        JWT_SECRET: 's'.repeat(32),
        DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
        MOLLIE_API_URL: 'http://127.0.0.1:9',
        MOLLIE_API_KEY: `test_${'0'.repeat(30)}`,
        METRICS_TOKEN: metricsToken,
      },
    });
    const body = JSON.stringify({ name: 'Ada Bell', email: 'ada@example.com', password: 'engine no. 1843' });
    const post = (path: string) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await vi.waitUntil(async () => (await post('/auth/register').catch(() => undefined))?.ok, within);
    await main.pool.query('update users set email_verified_at = now()');
    const { accessToken } = (await (await post('/auth/login')).json()) as { readonly accessToken: string };
    const history = async () =>
      (await fetch(`${url}/bet/history`, { headers: { authorization: `Bearer ${accessToken}` } })).json();
    const read = async (outcome: ReadOutcome) => {
      const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
      return (await metrics.text()).includes(`touchline_database_reads_total{outcome="${outcome}"}`);
    };
    await vi.waitUntil(async () => {
      expect(await history()).toEqual([]);
      return read('standby');
    }, within);
    await standby.stop();
    await vi.waitUntil(async () => {
      await history();
      return read('away');
    }, within);
    expect(await history()).toEqual([]);
    api.kill('SIGTERM');
    await once(api, 'exit');
  });
});

test('a server that was promoted is not read, even if it has the same data', async () => {
  standby = await startPostgres({ folder: standbyFolder, durability: 'test' });
  await vi.waitUntil(async () => (await readsWith({ retryAfterMs: 0 }).server()) === copy, within);
  await onStandby('select pg_promote()');
  outcomes.length = 0;
  expect([await readsWith().server(), outcomes]).toEqual([main, ['away']]);
});
