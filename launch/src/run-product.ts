import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildScreensInto } from './build-screens.ts';
import { removePostgres } from './embedded-postgres.ts';
import type { LaunchEnv } from './env.ts';
import { lockFolder } from './folder-lock.ts';
import { type Guard, startGuard } from './guard.ts';
import { type ManagedProcess, startManagedProcess } from './managed-process.ts';
import { nodeEnv } from './node-memory.ts';
import { portProblem } from './ports.ts';
import type { Durability } from './postgres/server-process.ts';
import { openDatabase, type ProductDatabase } from './product-database.ts';
import { type ProductEnv, productEnv } from './product-env.ts';
import { codeOf, StartRefused } from './refusal.ts';
import { ROOT } from './root.ts';
import { keepSecrets } from './secrets.ts';
import { type ApiProcess, type Processes, type Starter, startNodes } from './start-nodes.ts';
import { type Replay, sandboxArguments } from './start-options.ts';
import { prepareSigner, startSigner } from './start-signer.ts';
import { createUndo, type Undo } from './undo.ts';

export type ProductPlan = {
  readonly env: LaunchEnv;
  readonly replay: Replay | undefined;
  readonly beginning: 'continue' | 'fresh';
  /** `watch` restarts api and worker when their sources change, and leaves the screens to vite. */
  readonly sources: 'built' | 'watch';
  /** Screens that are built already, for tests; they are served from there. */
  readonly screens?: string | undefined;
  readonly durability?: Durability | undefined;
  /** Default: one of each. */
  readonly processes?: Processes | undefined;
  readonly print: (line: string) => void;
};

export type Product = ProductDatabase & {
  readonly url: string;
  readonly sandboxUrl: string | undefined;
  readonly apis: readonly ApiProcess[];
  readonly workers: readonly ManagedProcess[];
  /** The first of each. */
  readonly api: ManagedProcess;
  readonly worker: ManagedProcess;
  /** api and worker first, then the sandbox, PostgreSQL last. Nothing is lost. */
  stop(): Promise<void>;
};

/**
 * Starts every process of the product in order and resolves when all are ready.
 * @throws {StartRefused} if a person has to act; everything started so far has been stopped
 */
export async function runProduct(plan: ProductPlan, undo: Undo = createUndo()): Promise<Product> {
  try {
    return await startInOrder(plan, undo);
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function startInOrder(plan: ProductPlan, undo: Undo): Promise<Product> {
  const { env, print, replay } = plan;
  if (plan.beginning === 'fresh' && env.databaseUrl !== undefined) {
    throw new StartRefused(
      '--fresh is for the embedded database, and DATABASE_URL is set. Nothing was removed. Start again without --fresh.',
    );
  }
  await takeFolder(env, undo);
  const guard = startGuard();
  undo.add(async () => guard.dismiss());
  if (plan.beginning === 'fresh') await removeAll(env.dataDir, print);
  const logs = join(env.dataDir, 'logs');
  const stateFolder = join(env.dataDir, 'sandbox');
  for (const folder of [logs, stateFolder]) mkdirSync(folder, { recursive: true });
  const secrets = () => keepSecrets(env.dataDir);
  const screens = plan.sources === 'built' ? (plan.screens ?? join(env.dataDir, 'screens')) : undefined;
  const settings = { env, secrets, replay, stateFolder, screens };
  // Enough for the sandbox, which starts before there is a database.
  const planned = productEnv({ ...settings, databaseUrl: '', workerUrl: '', signer: undefined });
  await refuseTakenPorts(env, planned);

  const starter = starterOf(plan, guard, logs);
  if (planned.usesSandbox) await startSandbox(starter, env, replay, planned.sandbox, undo);
  const building = screens === undefined || plan.screens !== undefined ? Promise.resolve() : screensBuilt(screens);
  const processes = plan.processes ?? { apis: 1, workers: 1 };
  const [database] = await Promise.all([openDatabase({ ...plan, processes }, guard, undo), building]);

  const { databaseUrl, workerUrl, signerUrl } = database;
  const sandboxUrl = planned.usesSandbox ? `http://localhost:${env.sandboxPort}` : undefined;
  const signer = await prepareSigner(starter, env, secrets, signerUrl, undo, sandboxUrl);
  const known = productEnv({ ...settings, databaseUrl, workerUrl, signer });
  const { HOST: host, TRUST_PROXY: trustProxy, METRICS_PORT: metricsPort } = process.env;
  const { port } = env;
  const [{ apis, workers }] = await Promise.all([
    startNodes({ ...known, ...starter, processes, port, host, trustProxy, metricsPort }, undo),
    signer && startSigner(starter, signer, known.signer, undo),
  ]);
  const [api, worker] = [apis[0], workers[0]];
  if (!api || !worker) throw new Error('a product has at least one api and one worker');
  return {
    url: `http://localhost:${env.port}`,
    sandboxUrl,
    ...database,
    apis,
    workers,
    api,
    worker,
    stop: () => undo.run(),
  };
}

function starterOf({ env, sources, print }: ProductPlan, guard: Guard, logs: string): Starter {
  return {
    begin: (name, args, vars, isReady, health) =>
      startManagedProcess({
        name,
        args,
        cwd: ROOT,
        env: vars,
        isReady,
        health,
        guard,
        print,
        logFile: join(logs, `${name}.log`),
      }),
    answersOk,
    // A process that watches its sources may be paused in a debugger, so it is never killed as hanging.
    hungAfterMs: sources === 'watch' ? 0 : env.hangSeconds * 1000,
    program: (workspace, file) => [
      ...(sources === 'watch' ? ['--watch', '--watch-preserve-output'] : []),
      join(ROOT, workspace, 'src', file),
    ],
  };
}

async function startSandbox(
  { begin, hungAfterMs }: Starter,
  { sandboxPort }: LaunchEnv,
  replay: Replay | undefined,
  vars: ProductEnv['sandbox'],
  undo: Undo,
): Promise<void> {
  const args = [join(ROOT, 'sandbox', 'src', 'main.ts'), ...sandboxArguments(replay)];
  const isReady = () => answersOk(`http://localhost:${sandboxPort}/`);
  const health = hungAfterMs > 0 ? { hungAfterMs } : undefined;
  const sandbox = await begin('sandbox', args, { ...nodeEnv, ...vars }, isReady, health);
  undo.add(() => sandbox.stop(1500));
}

async function takeFolder(env: LaunchEnv, undo: Undo): Promise<void> {
  try {
    mkdirSync(env.dataDir, { recursive: true });
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw new StartRefused(`There is no disk space left for ${env.dataDir}.`);
    throw new StartRefused(
      `The folder ${env.dataDir} cannot be created (${codeOf(error)}). Set DATA_DIR to another one.`,
    );
  }
  const lock = await lockFolder(env.dataDir);
  if (lock === undefined) {
    throw new StartRefused(
      `Touchline is already running with the data folder ${env.dataDir}. Use that one, or stop it first.\n` +
        'For a second copy beside it, set DATA_DIR, PORT, SANDBOX_PORT and SANDBOX_SMTP_PORT to other values.',
    );
  }
  undo.add(() => lock.release());
}

async function removeAll(dataDir: string, print: (line: string) => void): Promise<void> {
  await removePostgres(join(dataDir, 'postgres'), print);
  for (const ours of ['sandbox', 'logs', 'screens', 'signer', 'witness', 'secrets.json'])
    rmSync(join(dataDir, ours), { recursive: true, force: true });
}

async function refuseTakenPorts(env: LaunchEnv, planned: ProductEnv): Promise<void> {
  const problems = await Promise.all([
    portProblem(env.port, 'PORT'),
    planned.usesSandbox ? portProblem(env.sandboxPort, 'SANDBOX_PORT') : undefined,
    planned.usesSandbox ? portProblem(env.sandboxSmtpPort, 'SANDBOX_SMTP_PORT') : undefined,
  ]);
  const taken = problems.filter((problem) => problem !== undefined);
  if (taken.length > 0) throw new StartRefused(taken.join('\n'));
}

async function screensBuilt(folder: string): Promise<void> {
  const built = await buildScreensInto(folder);
  if (!built.ok) throw new StartRefused(`The screens could not be built:\n${built.output}`);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status < 400;
  } catch {
    return false;
  }
}
