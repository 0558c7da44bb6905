import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { Guard } from '../guard.ts';
import { findAccount, giveTo, type RunAs } from '../postgres/run-as.ts';
import { stopServer } from '../postgres/server-process.ts';
import { StartRefused } from '../refusal.ts';
import type { Undo } from '../undo.ts';

/** Where pgBackRest's repository is. `config`: default pgBackRest's own. */
export type Repository = { readonly stanza: string; readonly config: string | undefined };
export type Backup = { readonly label: string; readonly type: string; readonly endedAt: Date };
export type Restored = {
  readonly url: string;
  readonly restoreSeconds: number;
  readonly replaySeconds: number;
  /** When the last transaction was committed that is in the restored database; `null` if none followed the backup. */
  readonly lastCommitAt: Date | null;
};

type Around = { readonly guard: Guard; readonly undo: Undo };

const information = z.array(
  z.object({
    name: z.string(),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.string(),
        error: z.boolean().nullish(),
        timestamp: z.object({ stop: z.number() }),
      }),
    ),
  }),
);

/** @throws {StartRefused} if the repository cannot be read, or has no backup */
export async function findNewestBackup(repository: Repository, around: Around): Promise<Backup> {
  const text = await runPgbackrest(repository, ['--output=json', 'info'], findAccount(), around);
  const stanza = information.parse(JSON.parse(text)).find(({ name }) => name === repository.stanza);
  const newest = stanza?.backup.filter(({ error }) => error !== true).at(-1);
  if (!newest) throw new StartRefused(`The repository has no backup of the stanza "${repository.stanza}".`);
  return { label: newest.label, type: newest.type, endedAt: new Date(newest.timestamp.stop * 1_000) };
}

/**
 * Restores the newest backup with all archived WAL, or up to a moment, into a server that listens only on a socket in `folder`. It does
 * not archive, and stops when `undo` runs.
 * @throws {StartRefused} if pgBackRest or PostgreSQL refuses
 */
export async function restoreBackup(
  repository: Repository,
  { folder, database, at }: { readonly folder: string; readonly database: string; readonly at: Date | undefined },
  around: Around,
): Promise<Restored> {
  const runAs = findAccount();
  const [data, logFile] = [join(folder, 'data'), join(folder, 'postgres.log')];
  mkdirSync(data, { mode: 0o700 });
  const began = performance.now();
  const upTo = at === undefined ? [] : ['--type=time', `--target=${timeOf(at)}`, '--target-action=promote'];
  for (const path of [folder, data]) giveTo(path, runAs);
  chmodSync(folder, 0o700);
  await runPgbackrest(repository, [`--pg1-path=${data}`, '--archive-mode=off', ...upTo, 'restore'], runAs, around);
  const restoredAt = performance.now();

  const major = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  const server = startScratchServer({ folder, data, logFile, major, runAs }, around);
  const url = `postgres:///${database}?host=${encodeURIComponent(folder)}&user=postgres`;
  const lastCommitAt = await untilReady(server, url, logFile);
  return {
    url,
    restoreSeconds: (restoredAt - began) / 1_000,
    replaySeconds: (performance.now() - restoredAt) / 1_000,
    lastCommitAt,
  };
}

/** pgBackRest hands this to PostgreSQL, which does not read ISO 8601 with a `T` in every version of both. */
const timeOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

function startScratchServer(
  start: {
    readonly folder: string;
    readonly data: string;
    readonly logFile: string;
    readonly major: string;
    readonly runAs: RunAs;
  },
  { guard, undo }: Around,
): ChildProcess {
  const { folder, data, logFile, major, runAs } = start;
  const [settingsFile, accessFile] = [join(folder, 'postgresql.conf'), join(folder, 'pg_hba.conf')];
  // The folder is closed to every other account, and so is the socket in it.
  writeFileSync(accessFile, 'local all all trust\n');
  // None of the backed-up server's settings: its memory, addresses and archive are not this server's.
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    hba_file: accessFile,
    archive_mode: 'off',
    // A server that is read during recovery needs at least the connections of the one that was backed up.
    hot_standby: 'off',
    log_min_messages: 'warning',
  };
  writeFileSync(
    settingsFile,
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  );
  const log = openSync(logFile, 'a', 0o600);
  for (const path of [settingsFile, accessFile, logFile]) giveTo(path, runAs);
  const child = spawn(postgresOf(major), ['-D', data, '-c', `config_file=${settingsFile}`], {
    ...runAs,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  closeSync(log);
  child.on('error', () => {});
  const { pid } = child;
  if (pid === undefined) throw new StartRefused(`PostgreSQL ${major}, which the backup is of, is not installed here.`);
  guard.watch(pid, 'INT');
  child.once('exit', () => guard.forget(pid));
  undo.add(() => stopServer({ child, pid }));
  return child;
}

/** Waits for the end of the replay, however long it takes, and returns when the last replayed transaction was committed. */
async function untilReady(server: ChildProcess, url: string, logFile: string): Promise<Date | null> {
  while (server.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch {
      await client.end();
      await pause(100);
      continue;
    }
    const { rows } = await client.query<{ at: number | null }>(
      'select extract(epoch from pg_last_xact_replay_timestamp())::float8 as at',
    );
    await client.end();
    const seconds = rows[0]?.at ?? null;
    return seconds === null ? null : new Date(seconds * 1_000);
  }
  const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-15);
  throw new StartRefused(`The restored PostgreSQL did not start:\n${lines.join('\n')}`);
}

/** Debian's packages keep the programs of each version apart and off the path. */
function postgresOf(major: string): string {
  const debian = `/usr/lib/postgresql/${major}/bin/postgres`;
  return existsSync(debian) ? debian : 'postgres';
}

async function runPgbackrest(
  { stanza, config }: Repository,
  args: readonly string[],
  runAs: RunAs,
  { guard, undo }: Around,
): Promise<string> {
  const all = [
    `--stanza=${stanza}`,
    ...(config === undefined ? [] : [`--config=${config}`]),
    '--log-level-file=off',
    '--log-level-console=off',
    '--log-level-stderr=warn',
    ...args,
  ];
  const child = spawn('pgbackrest', all, { ...runAs, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const ended = once(child, 'close');
  if (pid !== undefined) {
    guard.watch(pid, 'TERM');
    child.once('exit', () => guard.forget(pid));
    undo.add(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await ended;
    });
  }
  const code = await ended.then(
    ([exitCode]) => exitCode as number | null,
    () => undefined,
  );
  if (code === undefined) throw new StartRefused('pgbackrest is not installed here.');
  if (code !== 0) throw new StartRefused(`pgbackrest ${args.at(-1)} failed: ${output.err.trim()}`);
  return output.out;
}
