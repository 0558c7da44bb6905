import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestSigner, type TestSigner } from '@touchline/signer/testing';
import { connect, type Store } from '@touchline/store/connect';
import { playSomeLedger, readAlerts } from '@touchline/store/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from './ports.ts';
import { findAccount, giveTo } from './postgres/run-as.ts';
import { prepareDatabase } from './prepare-database.ts';
import { ROOT } from './root.ts';
import { asOwner, folderForPostgres } from './testing/postgres.ts';

// Debian's pgBackRest does not know the embedded PostgreSQL's version, only Debian's own. `.ci/run` installs both.
const debian = '/usr/lib/postgresql';
const version = existsSync(debian)
  ? readdirSync(debian).findLast((major) => existsSync(join(debian, major, 'bin/initdb')))
  : undefined;
const isHere = version !== undefined && spawnSync('pgbackrest', ['version']).status === 0;
if (!isHere)
  process.stdout.write('pgbackrest or a PostgreSQL of the system is missing: the restore test is not tried.\n');

vi.setConfig({ testTimeout: 300_000, hookTimeout: 400_000 });
const folder = folderForPostgres();
const [cluster, repository, socket] = [join(folder, 'cluster'), join(folder, 'repository'), join(folder, 'socket')];
const [config, metrics] = [join(folder, 'pgbackrest.conf'), join(folder, 'backup.prom')];
const notes = { first: join(folder, 'first.note'), newest: join(folder, 'newest.note') };
const runAs = findAccount();
let server: ChildProcess;
let store: Store;
let signer: TestSigner;
let between: Date;
let lastSegment: string;

const asPostgres = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { ...runAs, cwd: '/', encoding: 'utf8', stdio: 'pipe' });
const pgbackrest = (...args: readonly string[]) =>
  asPostgres('pgbackrest', `--config=${config}`, '--stanza=touchline', ...args);

/** Bets, a signed checkpoint of them, and the WAL in the repository. Returns the name of its last segment. */
async function playAndArchive(ownerUrl: string, note: string): Promise<string> {
  const byOwner = <Result>(work: (db: Store['db']) => Promise<Result>) => work(store.db);
  await playSomeLedger({ ...store, url: ownerUrl, worker: store, ownerUrl, urlAs: () => ownerUrl, byOwner });
  writeFileSync(note, await signer.sealAndSign());
  const { rows } = await store.pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  const { name = '' } = rows[0] ?? {};
  await vi.waitUntil(
    async () => {
      const archived = await store.pool.query('select 1 from pg_stat_archiver where last_archived_wal >= $1', [name]);
      return archived.rowCount === 1;
    },
    { timeout: 90_000, interval: 100 },
  );
  return name;
}

beforeAll(async () => {
  if (!isHere) return;
  const bin = join(debian, version, 'bin');
  for (const path of [cluster, repository, socket]) {
    mkdirSync(path, { mode: 0o700 });
    giveTo(path, runAs);
  }
  const port = await freePort();
  writeFileSync(
    config,
    `[global]\nrepo1-path=${repository}\nstart-fast=y\nrepo1-retention-full=2\nlog-path=${repository}\nlock-path=${repository}/lock\n[touchline]\npg1-path=${cluster}\npg1-port=${port}\npg1-socket-path=${socket}\npg1-user=postgres\n`,
  );
  chmodSync(config, 0o644);
  asPostgres(
    join(bin, 'initdb'),
    `--pgdata=${cluster}`,
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--locale=C',
  );
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    port: String(port),
    fsync: 'off',
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${config} --stanza=touchline archive-push %p`,
  };
  server = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...runAs, cwd: '/', stdio: 'ignore' },
  );
  const urlOf = (database: string) => `postgres:///${database}?host=${socket}&port=${port}&user=postgres`;
  const isUp = () => asOwner(urlOf('postgres'), () => Promise.resolve(true)).catch(() => false);
  await vi.waitUntil(isUp, { timeout: 90_000, interval: 100 });
  await asOwner(urlOf('postgres'), (owner) => owner.query('create database touchline'));
  const ownerUrl = urlOf('touchline');
  await prepareDatabase(ownerUrl);
  store = connect(ownerUrl, { onError: () => {} });
  signer = createTestSigner({ urlAs: () => ownerUrl });

  pgbackrest('stanza-create');
  pgbackrest('--type=full', 'backup');
  await playAndArchive(ownerUrl, notes.first);
  const { rows } = await store.pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 as at');
  between = new Date((rows[0]?.at ?? 0) * 1_000);
  lastSegment = await playAndArchive(ownerUrl, notes.newest);
  server.kill('SIGKILL');
  await once(server, 'exit');
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await store?.close();
  await signer?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What `npm run restore-test` says. */
async function run(...args: readonly string[]) {
  const program = [join(ROOT, 'launch/src/restore-test.ts'), '--config', config, '--folder', folder, ...args];
  const env = { ...process.env, LEDGER_PUBLIC_KEY: signer.publicPem, LEDGER_SIGNING_KEY: '' };
  const outcome = await promisify(execFile)(process.execPath, program, { env }).catch((error: unknown) => error);
  const { code = 0, stdout, stderr } = outcome as { code?: number; stdout: string; stderr: string };
  const left = readdirSync(folder).filter((name) => name.startsWith('touchline-restore-'));
  return { code, stdout, stderr, left };
}
const metric = (name: string): string | undefined =>
  new RegExp(`^touchline_${name} (.+)$`, 'm').exec(readFileSync(metrics, 'utf8'))?.[1];

describe.skipIf(!isHere)('the restore test, after the server was killed', () => {
  const newest = ['--checkpoint', notes.newest, '--archived-within', '0', '--metrics', metrics] as const;

  test('restores every event up to the newest kept checkpoint', async () => {
    expect(await run(...newest)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Backup \d+-\d+F \(full\) of .*\nRestored in .*\nThe last transaction .*\n42 events of 6 wallets, .*\n(Not covered.*\n)?Everything adds up\.\n$/,
      ),
      left: [],
    });
    expect([metric('restore_test_passed'), Number(metric('restore_seconds')) > 0]).toEqual(['1', true]);
    const named = readAlerts().flatMap(({ part, metrics: names }) => (part === 'backup' ? names : []));
    expect(named.filter((name) => metric(name.replace('touchline_', '')) === undefined)).toEqual([]);
    const backup = Number(metric('backup_timestamp_seconds'));
    expect(Number(metric('restore_test_timestamp_seconds'))).toBeGreaterThanOrEqual(backup);
  });

  test('restores a moment', async () => {
    const first = ['--checkpoint', notes.first, '--archived-within', '0'];
    expect(await run('--at', between.toISOString(), ...first)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\n21 events of 3 wallets, '),
    });
  });

  test('notices that the end of the archive is missing, and remembers the last good test', async () => {
    const goodAt = metric('restore_test_timestamp_seconds');
    for (const name of readdirSync(repository, { recursive: true, encoding: 'utf8' })) {
      if (name.includes(`${lastSegment}-`)) rmSync(join(repository, name));
    }
    const lost = await run(...newest);
    expect(lost).toMatchObject({ code: 1, stdout: expect.stringContaining('log-cut: '), left: [] });
    expect([metric('restore_test_passed'), metric('restore_test_timestamp_seconds')]).toEqual(['0', goodAt]);
  });

  test('says what is wrong with the repository and the checkpoint', async () => {
    expect(await run('--stanza', 'other', ...newest)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no backup of the stanza "other"'),
    });
    expect(await run('--checkpoint', join(folder, 'none'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no checkpoint in'),
    });
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('Name --checkpoint') });
  });
});
