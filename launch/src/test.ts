import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildScreens } from './build-screens.ts';
import { copyPostgres, type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { type Guard, startGuard } from './guard.ts';
import { nodePrograms } from './node-programs.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runAsProgram } from './program.ts';
import { startRedis } from './redis-for-tests.ts';
import { ROOT } from './root.ts';
import { countTests, failuresIn, lastLine } from './test-count.ts';
import { createUndo, type Undo } from './undo.ts';

/** As the product names it. */
const DATABASE = 'touchline';
/** What the databases of a run take at most, with a margin. */
const DATABASES_MB = 4_096;

type Print = (line: string) => void;
type Given = { readonly folder: string; readonly guard: Guard; readonly undo: Undo; readonly print: Print };
/** What the tests find in their environment, and whether the screens could be built. */
type Prepared = { readonly env: Readonly<Record<string, string>>; readonly areScreensBuilt: boolean };

runAsProgram(async ({ args, stopRequested, print }) => {
  const began = Date.now();
  const [first] = args;
  const isRandom = first === '--random';
  const isUnit = first === '--unit';
  const isOutages = first === '--outages';
  const seed = randomInt(2 ** 31 - 1);
  if (isRandom) print(`Property tests use seed ${seed}. To repeat this run: PROPERTY_SEED=${seed} npm test`);
  const folder = mkdtempSync(join(folderForDatabases(), 'touchline-test-'));
  // PostgreSQL may run as another account, which needs access.
  chmodSync(folder, 0o755);
  const guard = startGuard([folder]);
  const undo = createUndo();
  undo.add(async () => {
    // A product that is interrupted may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    guard.dismiss();
  });
  try {
    const { env, areScreensBuilt } = isUnit
      ? { env: {}, areScreensBuilt: true }
      : await prepare({ folder, guard, undo, print });
    const report = join(folder, 'report.json');
    const chosen = isRandom || isUnit || isOutages ? args.slice(1) : args;
    const run = runVitest(
      [
        ...projectsFor(isUnit, isOutages, chosen).map((name) => `--project=${name}`),
        ...chosen,
        `--outputFile.json=${report}`,
      ],
      {
        ...env,
        ...(isRandom ? { PROPERTY_SEED: String(seed) } : {}),
      },
    );
    const code = await Promise.race([run.ended, stopRequested]);
    if (code === 'stop') await run.stop();
    const count = countTests(report, code === 'stop' ? 1 : code, areScreensBuilt ? 0 : 1);
    print(`${count.passed + count.failed + count.skipped} tests in ${Math.round((Date.now() - began) / 1000)} s`);
    const failures = failuresIn(report);
    await undo.run();
    // The output of vitest is long: what failed stands once more at its end.
    for (const failure of failures) print(`FAILED ${failure}`);
    print(lastLine(count));
    return count.failed === 0 ? 0 : 1;
  } finally {
    await undo.run();
  }
});

/**
 * Memory, where a Linux has enough of it: a run creates and drops some 300 databases of hundreds of files each, which takes a quarter
 * of its processor time on a disk.
 */
function folderForDatabases(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  const freeMb = Math.min(bavail * bsize, process.availableMemory() / 2) / 2 ** 20;
  return freeMb > DATABASES_MB ? memory : tmpdir();
}

/** A run without a choice leaves out the outages, which have a command of their own. Files are found in every project. */
function projectsFor(isUnit: boolean, isOutages: boolean, chosen: readonly string[]): readonly string[] {
  if (isUnit) return ['unit', 'web'];
  if (isOutages) return ['outages'];
  return chosen.length > 0 ? [] : ['unit', 'web', 'db', 'browser'];
}

/** PostgreSQL with a migrated template, the built screens, and a Redis where there is one. */
async function prepare(given: Given): Promise<Prepared> {
  const { folder, guard, undo, print } = given;
  print('Preparing a throw-away PostgreSQL and the built screens ...');
  const prepared = join(folder, 'prepared');
  const [built] = await Promise.all([buildScreens(), prepareCluster(prepared, given)]);
  const copy = join(folder, 'postgres');
  const isCopied = copyPostgres(prepared, copy);
  const postgres = await startPostgres({ folder: isCopied ? copy : prepared, durability: 'test', guard, print });
  undo.add(() => postgres.stop());
  if (!built.ok) print(`The screens could not be built, which counts as a failure:\n${built.output}`);
  const redis = await startRedis(folder, guard, print);
  undo.add(redis.stop);
  return {
    env: {
      TEST_DATABASE_URL: urlOf(postgres),
      ...(isCopied ? { TEST_POSTGRES: prepared } : {}),
      ...(built.ok ? { TEST_SCREENS: join(ROOT, 'web', 'dist') } : {}),
      ...(redis.url === undefined ? {} : { TEST_REDIS_URL: redis.url }),
    },
    areScreensBuilt: built.ok,
  };
}

/** Creates a migrated database: the template of test databases, and what each product of the tests begins with a copy of. */
async function prepareCluster(folder: string, { guard, print }: Given): Promise<void> {
  const postgres = await startPostgres({ folder, durability: 'test', guard, print });
  await prepareDatabase(urlOf(postgres));
  await postgres.stop();
}

/** On a busy machine, connecting takes longer than the usual 3 seconds, above all if a test opens all its connections at once. */
const urlOf = (postgres: RunningPostgres): string => `${postgres.url(DATABASE)}?connect_timeout=60`;

type VitestRun = { readonly ended: Promise<number>; stop(): Promise<void> };

const STOP_WITHIN_MS = 10_000;

/** Runs every project of vitest.config.ts once, with output straight to the terminal. */
function runVitest(args: readonly string[], env: Readonly<Record<string, string>>): VitestRun {
  const child = spawn(
    process.execPath,
    [nodePrograms.vitest, 'run', '--reporter=default', '--reporter=json', ...args],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    ended,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, pause(STOP_WITHIN_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}
