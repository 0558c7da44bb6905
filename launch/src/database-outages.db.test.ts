import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect, proveWrites, type Store } from '@touchline/store/connect';
import { isUnavailable } from '@touchline/store/failures';
import { type DatabaseRelay, openDatabaseRelay } from '@touchline/store/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { freePort } from './ports.ts';
import { createLogin, prepareDatabase } from './prepare-database.ts';
import { ROOT } from './root.ts';
import { asOwner, folderForPostgres, startStandby } from './testing/postgres.ts';

// Its own servers: they are stopped, suspended and promoted.
const [folder, standbyFolder] = [folderForPostgres(), folderForPostgres()];
// An api may take long to start on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
const within = { timeout: 90_000, interval: 100 };
let postgres: RunningPostgres;
let apiUrl: string;
let workerUrl: string;
const servers: RunningPostgres[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  postgres = await startPostgres({ folder, durability: 'test' });
  servers.push(postgres);
  const ownerUrl = postgres.url('touchline');
  await prepareDatabase(ownerUrl);
  apiUrl = await createLogin(ownerUrl, 'api', 'password-of-the-api');
  workerUrl = await createLogin(ownerUrl, 'worker', 'password-of-the-worker');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const each of [folder, standbyFolder]) rmSync(each, { recursive: true, force: true });
});

const both = {
  PUBLIC_URL: 'http://touchline.test',
  MOLLIE_API_URL: 'http://127.0.0.1:9',
  MOLLIE_API_KEY: `test_${'0'.repeat(30)}`,
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};

type Running = { readonly child: ChildProcess; readonly printed: () => string };
function run(file: string, env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [join(ROOT, file)], { env: { PATH: process.env['PATH'], ...both, ...env } });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  return { child, printed: () => printed };
}
async function runApi(databaseUrl: string): Promise<Running & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = run('api/src/server.ts', { DATABASE_URL: databaseUrl, PORT: String(port), JWT_SECRET: 's'.repeat(32) });
  await vi.waitUntil(async () => (await databaseStateAt(url)) === 'ok', within);
  return { ...api, url };
}
const runWorker = (databaseUrl: string): Running =>
  run('worker/src/main.ts', {
    DATABASE_URL: databaseUrl,
    ODDS_API_URL: 'http://127.0.0.1:9',
    ODDS_API_KEY: 'none',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
const databaseStateAt = async (url: string): Promise<unknown> =>
  (
    await fetch(`${url}/readyz`).then(
      (answer) => answer.json() as Promise<{ database: unknown }>,
      () => undefined,
    )
  )?.database;
const logIn = async (url: string) => {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'no password of hers' }),
  });
  const { code } = (await answer.json()) as { code: string };
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') };
};
const unavailable = { status: 503, code: 'unavailable', retryAfter: '2' };
const readOnlyText = 'The database accepts no writes.';

describe('a database that does not answer', () => {
  let relay: DatabaseRelay;
  afterEach(async () => {
    relay.thaw();
    await relay.cut();
  });

  test('does not keep an api from ending', async () => {
    relay = await openDatabaseRelay(apiUrl);
    const { child, url } = await runApi(relay.url);
    relay.freeze();
    const waiting = Promise.allSettled([logIn(url), logIn(url)]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.signalCode).toBeNull();
    await waiting;
  });

  test('takes the lead from a worker, and does not keep it from ending', async () => {
    relay = await openDatabaseRelay(workerUrl);
    const { child, printed } = runWorker(relay.url);
    await vi.waitUntil(() => printed().includes('this worker leads"'), within);
    relay.freeze();
    await vi.waitUntil(() => printed().includes('this worker no longer leads'), within);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.signalCode).toBeNull();
  });
});

test('a suspended server is a 503, and everything works again when it goes on', async () => {
  const { url } = await runApi(apiUrl);
  expect((await logIn(url)).status).toBe(401);
  const suspended = await processesOf(postgres.pid);
  for (const pid of suspended) process.kill(pid, 'SIGSTOP');
  try {
    expect(await logIn(url)).toEqual(unavailable);
    await vi.waitUntil(async () => (await databaseStateAt(url)) === readOnlyText, within);
  } finally {
    for (const pid of suspended) process.kill(pid, 'SIGCONT');
  }
  await vi.waitUntil(async () => (await databaseStateAt(url)) === 'ok', within);
  expect((await logIn(url)).status).toBe(401);
});

test('a standby is not used before it is promoted; then it takes over from a server that ended', async () => {
  const standby = await startStandby(postgres, folder, standbyFolder);
  servers.push(standby);
  const several = apiUrl.replace(/@[^/]+/, `@127.0.0.1:${standby.port},127.0.0.1:${postgres.port}`);
  const alone = connect(apiUrl.replace(/@[^/]+/, `@127.0.0.1:${standby.port}`), { max: 1, onError: () => {} });
  const refused: unknown = await alone.pool.query('select 1').catch((error: unknown) => error);
  expect([(refused as { code: string }).code, isUnavailable(refused)]).toEqual(['25006', true]);
  await alone.close();

  const store = connect(several, { onError: () => {} });
  expect(await portOf(store)).toBe(postgres.port);
  const { url } = await runApi(several);
  await postgres.stop();
  expect(await logIn(url)).toEqual(unavailable);
  await asOwner(standby.url('touchline'), (owner) => owner.query('select pg_promote()'));
  await vi.waitUntil(async () => (await databaseStateAt(url)) === 'ok', within);
  expect((await logIn(url)).status).toBe(401);
  expect(await portOf(store)).toBe(standby.port);
  await proveWrites(store);
  await store.close();
});

const portOf = async (store: Store): Promise<number | undefined> =>
  (await store.pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port;

/** Returns the server's process and those of its sessions. */
async function processesOf(postmaster: number): Promise<readonly number[]> {
  const sessions = await asOwner(postgres.url('touchline'), (owner) =>
    owner.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()'),
  );
  return [postmaster, ...sessions.rows.map(({ pid }) => pid)];
}
