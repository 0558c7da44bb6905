import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type PostgresOptions, type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { folderForPostgres } from './testing/postgres.ts';

const folder = folderForPostgres();
const cluster = join(folder, 'cluster');
const running: RunningPostgres[] = [];
const others: ChildProcess[] = [];

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  for (const other of others.splice(0)) other.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(options: Partial<PostgresOptions> = {}): Promise<RunningPostgres> {
  const postgres = await startPostgres({ folder, durability: 'test', ...options });
  running.push(postgres);
  return postgres;
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const answer = await client.query<Record<string, unknown>>(question);
  await client.end();
  return answer.rows.flatMap((row) => Object.values(row));
}

/** Another launcher that has started PostgreSQL in the same folder. */
async function otherLauncher(): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing', 'killed-launcher.ts'), folder]);
  others.push(child);
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  const { pid, url }: { pid: number; url: string } = JSON.parse(line);
  return { child, pid, url };
}

function isRunning(pid: number): boolean {
  try {
    // A zombie still has an entry, without a command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

test('the caller sets the maximum number of sessions', async () => {
  const postgres = await start({ maxConnections: 33 });
  expect(await ask(postgres.url('postgres'), 'show max_connections')).toEqual(['33']);
});

test('keeps data, password and port across a restart; only the owner can read the password', async () => {
  const first = await start();
  await ask(first.url('postgres'), 'create table kept as select 42 as answer');
  const url = first.url('postgres');
  await first.stop();
  const second = await start();
  expect(second.url('postgres')).toBe(url);
  expect(await ask(url, 'select answer from kept')).toEqual([42]);
  expect(statSync(join(folder, 'settings.json')).mode & 0o777).toBe(0o600);
});

test('uses UTF-8 and the C locale, a low port, and accepts no outside connections', async () => {
  const postgres = await start();
  const settings = await ask(
    postgres.url('postgres'),
    `select pg_encoding_to_char(encoding), datcollate, current_setting('listen_addresses'), current_setting('server_version_num')::int / 10000
     from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual(['UTF8', 'C', '127.0.0.1', 18]);
  expect(postgres.port).toBeLessThan(32_768);
});

test('writes survive a power cut except in test mode', async () => {
  const question =
    "select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name";
  const careless = await start();
  const forTests = await ask(careless.url('postgres'), question);
  await careless.stop();
  const durable = await start({ durability: 'full' });
  expect([forTests, await ask(durable.url('postgres'), question)]).toEqual([
    ['off', 'off', 'on'],
    ['on', 'on', 'on'],
  ]);
});

test('refuses a folder in use and leaves the running copy alone', async () => {
  const other = await otherLauncher();
  await expect(startPostgres({ folder })).rejects.toThrow(/in use by another running copy/);
  expect(await ask(other.url, 'select 1')).toEqual([1]);
  process.kill(other.pid, 'SIGINT');
  await vi.waitUntil(() => !isRunning(other.pid), { timeout: 60_000 });
});

test('cleanly shuts down a PostgreSQL left behind by a killed launcher', async () => {
  const other = await otherLauncher();
  await ask(other.url, 'create table before_the_kill as select 7 as lucky');
  other.child.kill('SIGKILL');
  const said: string[] = [];
  const postgres = await vi.waitFor(() => start({ print: (line) => said.push(line) }), { timeout: 60_000 });
  expect(isRunning(other.pid)).toBe(false);
  expect(said.join()).toContain('earlier run');
  expect(await ask(postgres.url('postgres'), 'select lucky from before_the_kill')).toEqual([7]);
});

test('recovers a data folder after PostgreSQL was killed', async () => {
  const first = await start({ durability: 'full' });
  await ask(first.url('postgres'), 'create table before_the_crash as select 9 as lives');
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  await first.stop();
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(true);
  const second = await start();
  expect(await ask(second.url('postgres'), 'select lives from before_the_crash')).toEqual([9]);
});

describe('attack: the database is killed while the product runs', () => {
  const said: string[] = [];
  const startKept = () => start({ durability: 'full', restart: 'always', print: (line) => said.push(line) });
  const untilAnother = (postgres: RunningPostgres, pid: number) =>
    vi.waitUntil(() => postgres.pid !== 0 && postgres.pid !== pid, { timeout: 60_000 });
  /** A session with a long query does not notice that its server is gone. */
  async function busySession(url: string): Promise<number> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.query("select count(*) from generate_series(1, 100000000000) n where n::text = 'x'").catch(() => {});
    const pid = rows[0]?.pid ?? 0;
    const isBusy = async () =>
      (await ask(url, `select count(*)::int from pg_stat_activity where pid = ${pid} and state = 'active'`))[0] === 1;
    await vi.waitUntil(isBusy, { timeout: 60_000 });
    return pid;
  }

  test.each(['SIGKILL', 'SIGQUIT', 'SIGTERM', 'SIGINT'] as const)(
    'its server gets %s and restarts on the same port and data',
    async (signal) => {
      const postgres = await startKept();
      const url = postgres.url('postgres');
      await ask(url, `create table before_${signal} as select 9 as lives`);
      const { pid } = postgres;
      process.kill(pid, signal);
      await untilAnother(postgres, pid);
      expect(await ask(url, `select lives from before_${signal}`)).toEqual([9]);
      expect(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]).toBe(String(postgres.pid));
    },
  );

  test("starts despite a leftover session that holds the killed server's memory", async () => {
    const postgres = await startKept();
    const url = postgres.url('postgres');
    const busy = await busySession(url);
    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    await untilAnother(postgres, pid);
    expect(isRunning(busy)).toBe(false);
    expect(await ask(url, 'select 1')).toEqual([1]);
  });

  test('recovers if one of its sessions is killed', async () => {
    const postgres = await startKept();
    const url = postgres.url('postgres');
    await ask(url, 'create table before_the_session as select 3 as kept');
    const busy = await busySession(url);
    const { pid } = postgres;
    process.kill(busy, 'SIGKILL');
    await vi.waitUntil(() => !isRunning(busy), { timeout: 60_000 });
    const answer = await vi.waitFor(() => ask(url, 'select kept from before_the_session'), { timeout: 60_000 });
    expect([answer, postgres.pid]).toEqual([[3], pid]);
  });
});

test('leaves an unrelated process named in a pid file alone', async () => {
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  others.push(bystander);
  writeFileSync(join(cluster, 'postmaster.pid'), `${bystander.pid}\n${cluster}\n`);
  await start();
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
});

test('ends if its launcher is killed', async () => {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
     const postgres = await startPostgres({ folder: ${JSON.stringify(folder)}, durability: 'test' });
     console.log(postgres.pid); setInterval(() => {}, 1000);`,
  ]);
  others.push(child);
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
  );
  const before = isRunning(pid);
  child.kill('SIGKILL');
  await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 });
  expect(before).toBe(true);
});

test('chooses another port if the remembered one is taken', async () => {
  const first = await start();
  const { port } = first;
  await first.stop();
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve));
  const second = await start();
  await new Promise((resolve) => squatter.close(resolve));
  expect(second.port).not.toBe(port);
  expect(await ask(second.url('postgres'), 'select 1')).toEqual([1]);
});

test('names a requested port that is taken, and the variable to set', async () => {
  const squatter = createServer();
  const port = await new Promise<number>((resolve) =>
    squatter.listen(0, '127.0.0.1', () => {
      const address = squatter.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    }),
  );
  await expect(startPostgres({ folder, port })).rejects.toThrow(`Port ${port} is taken`);
  await new Promise((resolve) => squatter.close(resolve));
});

test('sets a new password if the settings are lost', async () => {
  await (await start()).stop();
  writeFileSync(join(folder, 'settings.json'), '{"port":');
  const postgres = await start();
  expect(await ask(postgres.url('postgres'), 'select 1')).toEqual([1]);
});

test('refuses data of another PostgreSQL version and leaves it unchanged', async () => {
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expect(startPostgres({ folder })).rejects.toThrow(/written by PostgreSQL 17.*brings PostgreSQL 18/);
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
  const postgres = await start();
  expect(await ask(postgres.url('postgres'), 'select 1')).toEqual([1]);
});

test('repeats an interrupted first start', async () => {
  const fresh = folderForPostgres();
  const whole = await startPostgres({ folder: fresh, durability: 'test' });
  await whole.stop();
  rmSync(join(fresh, 'cluster', 'touchline-ready'));
  rmSync(join(fresh, 'cluster', 'global'), { recursive: true });
  const again = await startPostgres({ folder: fresh, durability: 'test', lifetime: 'throw-away' });
  const answer = await ask(again.url('postgres'), 'select 1');
  await again.stop();
  expect(answer).toEqual([1]);
  expect(existsSync(fresh)).toBe(false);
});
