import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@touchline/store/connect';
import { type CommandSurroundings, readCommandLine, runCommand } from './command-line.ts';
import { startGuard } from './guard.ts';
import { loadLedgerEnv, operatorPublicPem } from './ledger/env.ts';
import { progressOnStderr } from './ledger/progress.ts';
import { verify } from './ledger/verify.ts';
import type { ProgramInput } from './program.ts';
import { StartRefused } from './refusal.ts';
import { type Backup, findNewestBackup, type Restored, restoreBackup } from './restore/restore-backup.ts';

const help = `npm run restore-test -- --checkpoint FILE|URL [options]

Restores the newest pgBackRest backup and all archived WAL into a scratch server, verifies the ledger in it, and compares it with a
checkpoint of the log that was kept outside the database: what the checkpoint signs has to be in the backup.

  --checkpoint FILE|URL    where the checkpoint is kept: a witness (http://…/HASH/checkpoint), the site (https://…/log/checkpoint), a file
  --archived-within 120    waits until a fetched checkpoint is this many seconds old: longer than WAL takes to be archived
  --at TIME                restores a moment instead, such as 2026-11-20T14:00:00Z; --checkpoint may then be left out
  --stanza touchline       the stanza of pgBackRest; --config FILE is its configuration, if not the usual one
  --database touchline     the database's name
  --folder FOLDER          where the scratch server is made; needs as much space as the database. Default: the temporary folder
  --metrics FILE           writes the result for node-exporter's textfile collector; the name must end in .prom

Run it as the account of PostgreSQL or as root, with LEDGER_PUBLIC_KEY. It needs pgbackrest and the backup's version of PostgreSQL, and
touches neither the running server nor the repository.

Exit code 0: the backup is good. 1: the ledger in it does not add up, or its end is missing. 2: wrong usage, or it cannot be restored.`;

type Asked = {
  readonly checkpoint: string | undefined;
  readonly archivedWithin: number;
  readonly at: Date | undefined;
  readonly stanza: string;
  readonly config: string | undefined;
  readonly database: string;
  readonly folder: string;
  readonly metrics: string | undefined;
};

runCommand<Asked>({ help, read: readAsked, run: test });

function readAsked({ args, callerFolder }: Pick<ProgramInput, 'args' | 'callerFolder'>) {
  const names = ['checkpoint', 'archived-within', 'at', 'stanza', 'config', 'database', 'folder', 'metrics'];
  const line = readCommandLine(['restore-test', ...args], { 'restore-test': { options: names } });
  if (!line.ok || line.value === 'help') return line.ok ? ({ ok: true, value: 'help' } as const) : line;
  const { checkpoint, at, stanza = 'touchline', config, database = 'touchline', folder, metrics } = line.value.options;
  const archivedWithin = Number(line.value.options['archived-within'] ?? 120);
  const inFolder = (path: string) => resolve(callerFolder, path);
  const moment = at === undefined ? undefined : new Date(at);
  const problem =
    (checkpoint === undefined && at === undefined && 'Name --checkpoint: without it a lost end is not noticed.') ||
    (moment !== undefined && Number.isNaN(moment.valueOf()) && '--at is a moment, such as 2026-11-20T14:00:00Z.') ||
    (!(archivedWithin >= 0) && '--archived-within is a number of seconds.') ||
    (metrics !== undefined && !metrics.endsWith('.prom') && 'The name of --metrics ends in .prom.') ||
    (metrics !== undefined && at !== undefined && '--metrics reports on the newest backup, not on --at.');
  if (typeof problem === 'string') return { ok: false, problem } as const;
  const value: Asked = {
    checkpoint: checkpoint === undefined || isUrl(checkpoint) ? checkpoint : inFolder(checkpoint),
    archivedWithin,
    at: moment,
    stanza,
    config: config === undefined ? undefined : inFolder(config),
    database,
    folder: folder === undefined ? tmpdir() : inFolder(folder),
    metrics: metrics === undefined ? undefined : inFolder(metrics),
  };
  return { ok: true, value } as const;
}

function isUrl(text: string): boolean {
  return /^https?:\/\//.test(text);
}

async function test(asked: Asked, around: CommandSurroundings): Promise<number> {
  const outcome: { backup?: Backup; restored?: Restored } = {};
  try {
    const code = await restoreAndVerify(asked, around, outcome);
    await report(asked.metrics, outcome, code === 0);
    return code;
  } catch (error) {
    await report(asked.metrics, outcome, false);
    throw error;
  }
}

async function restoreAndVerify(
  asked: Asked,
  { print, report, undo }: CommandSurroundings,
  outcome: { backup?: Backup; restored?: Restored },
): Promise<number> {
  const { checkpoint, at, database, archivedWithin } = asked;
  const publicPem = operatorPublicPem(loadLedgerEnv());
  const folder = mkdtempSync(join(asked.folder, 'touchline-restore-'));
  const guard = startGuard([folder]);
  undo.add(async () => {
    rmSync(folder, { recursive: true, force: true });
    guard.dismiss();
  });
  const kept = checkpoint === undefined ? undefined : await fetchCheckpoint(checkpoint, folder);
  if (kept) await pause(Math.max(0, kept.at + archivedWithin * 1_000 - Date.now()));

  outcome.backup = await findNewestBackup(asked, { guard, undo });
  const { label, type, endedAt } = outcome.backup;
  print(`Backup ${label} (${type}) of ${endedAt.toISOString()}`);
  outcome.restored = await restoreBackup(asked, { folder, database, at }, { guard, undo });
  const { url, restoreSeconds, replaySeconds, lastCommitAt } = outcome.restored;
  print(`Restored in ${restoreSeconds.toFixed(1)} s, WAL replayed in ${replaySeconds.toFixed(1)} s`);
  if (lastCommitAt) print(`The last transaction in it was committed at ${lastCommitAt.toISOString()}`);
  const store = connect(url, { max: 6, applicationName: 'touchline-restore-test' });
  undo.add(() => store.close());
  const options = { verb: 'verify', checkpoint: kept?.file } as const;
  return verify(store, options, publicPem, { print, report, progress: progressOnStderr() });
}

/** Returns a file with the checkpoint, and since when it exists. */
async function fetchCheckpoint(from: string, folder: string): Promise<{ readonly file: string; readonly at: number }> {
  if (!isUrl(from)) {
    const stats = statSync(from, { throwIfNoEntry: false });
    if (!stats) throw new StartRefused(`There is no checkpoint in ${from}.`);
    return { file: from, at: stats.mtimeMs };
  }
  const at = Date.now();
  const answer = await fetch(from, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) => {
    throw new StartRefused(`${from} does not respond: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!answer.ok) throw new StartRefused(`${from} responds with ${answer.status} instead of a checkpoint.`);
  const file = join(folder, 'kept.note');
  writeFileSync(file, await answer.text());
  return { file, at };
}

/** Writes the metrics. A failed test leaves the time of the last good one. */
async function report(
  file: string | undefined,
  { backup, restored }: { readonly backup?: Backup; readonly restored?: Restored },
  passed: boolean,
): Promise<void> {
  if (file === undefined) return;
  const before = await readFile(file, 'utf8').catch(() => '');
  const kept = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(before)?.[1];
  const values: readonly (readonly [name: string, help: string, value: number | string | undefined])[] = [
    ['touchline_restore_test_passed', '1 when the last restore test found a good backup, 0 when not', passed ? 1 : 0],
    [
      'touchline_restore_test_timestamp_seconds',
      'When the last restore test that passed ended',
      passed ? Math.round(Date.now() / 1_000) : kept('touchline_restore_test_timestamp_seconds'),
    ],
    [
      'touchline_restore_seconds',
      'How long the last restore and its replay took',
      restored ? (restored.restoreSeconds + restored.replaySeconds).toFixed(1) : kept('touchline_restore_seconds'),
    ],
    [
      'touchline_backup_timestamp_seconds',
      'When the newest backup ended',
      backup ? backup.endedAt.valueOf() / 1_000 : kept('touchline_backup_timestamp_seconds'),
    ],
  ];
  const text = values
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`);
  // The collector must never read half a file.
  writeFileSync(`${file}.part`, text.join(''), { mode: 0o644 });
  await rename(`${file}.part`, file);
}
