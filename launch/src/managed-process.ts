import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { withoutSecrets } from '@touchline/store/secret-files';
import { type CappedLog, openCappedLog } from './capped-log.ts';
import type { Guard } from './guard.ts';
import { StartRefused } from './refusal.ts';
import { crashText, pacedRestarts, type RestartPace, usualPace } from './restart-pace.ts';
import { type Health, heartbeatArguments, listenForHeartbeat, watchForHang } from './watch-for-hang.ts';

/**
 * How to run one process of the product, and how to check that it works. Of the secrets in the launcher's environment a process gets only
 * those in `env`.
 */
export type ProcessSpec = {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly guard: Guard;
  readonly print: (line: string) => void;
  /** Polled until it returns true. Receives what the process has printed so far. */
  readonly isReady: (printed: string) => Promise<boolean>;
  /** If set, a process that stops responding is killed and restarted. */
  readonly health?: Health | undefined;
  /** Pauses between restarts after a crash. */
  readonly pace?: RestartPace | undefined;
};

export type ManagedProcess = {
  /** The current process id; 0 while it is not running. */
  readonly pid: number;
  /** Ends it until `restart`: a process that was killed on purpose is not restarted automatically. */
  kill(signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  /** Asks it to exit, and kills it after the given time. */
  stop(withinMs: number): Promise<void>;
};

const READY_WITHIN_MS = 60_000;
/** A process that stops finishes its requests first. */
const RESTART_WITHIN_MS = 20_000;
const POLL_EVERY_MS = 100;
const LOG_LINES = 15;
const KEPT_PRINTED_CHARACTERS = 4000;

/**
 * Starts a process and resolves when it is ready. After that, each crash is reported with the end of the log and the process is
 * restarted without limit, after pauses that double: a process that a guest can crash must not end the product. A hanging
 * process is killed.
 * @throws {StartRefused} if the first start ends early or is not ready in time
 */
export async function startManagedProcess(plan: ProcessSpec): Promise<ManagedProcess> {
  const log = openCappedLog(plan.logFile);
  let wanted: 'running' | 'down' = 'running';
  const nextStart = pacedRestarts(plan.pace ?? usualPace);
  let pausing = new AbortController();
  let running = launch(plan, log);
  await untilReady(plan, running, log);
  watch(running);

  function watch(watched: Running): void {
    const isExpectedToRun = () => wanted === 'running' && watched === running;
    void watched.ended.then((how) => (isExpectedToRun() ? crashed(how) : undefined));
    if (plan.health) void endWhenHung(plan.health, watched, isExpectedToRun);
  }

  async function endWhenHung(
    health: Health,
    { child, ended, hasHeartbeat }: Running,
    isExpectedToRun: () => boolean,
  ): Promise<void> {
    const isHealthy = health.isHealthy ?? hasHeartbeat;
    if ((await watchForHang({ ...health, isHealthy }, ended)) === 'ended' || !isExpectedToRun()) return;
    plan.print(`${plan.name} has not responded for ${health.hungAfterMs / 1000} seconds and is being killed.`);
    child.kill('SIGKILL');
  }

  async function crashed(how: string): Promise<void> {
    const paused = new AbortController();
    pausing = paused;
    let what = `${plan.name} ${how}`;
    for (let ranForMs = performance.now() - running.startedAt; ; ranForMs = 0) {
      const next = nextStart(ranForMs);
      plan.print(`${crashText(what, next)} Its log (${plan.logFile}) ends with:\n${indent(log.lastLines(LOG_LINES))}`);
      await pause(next.pauseMs, undefined, { signal: paused.signal }).catch(() => undefined);
      if (paused.signal.aborted) return;
      try {
        running = launch(plan, log);
        break;
      } catch (error) {
        // For example, out of memory.
        what = `${plan.name} could not be started (${error instanceof Error ? error.message : error})`;
      }
    }
    watch(running);
    plan.print(`${plan.name} was restarted.`);
  }

  async function end(signal: NodeJS.Signals, withinMs: number): Promise<void> {
    wanted = 'down';
    pausing.abort();
    running.child.kill(signal);
    if (await isDone(running.ended, withinMs)) return;
    running.child.kill('SIGKILL');
    await running.ended;
  }

  return {
    get pid() {
      return isRunning(running.child) ? (running.child.pid ?? 0) : 0;
    },
    kill: (signal) => end(signal, READY_WITHIN_MS),
    async restart() {
      await end('SIGTERM', RESTART_WITHIN_MS);
      wanted = 'running';
      running = launch(plan, log);
      await untilReady(plan, running, log);
      watch(running);
    },
    async stop(withinMs) {
      await end('SIGTERM', withinMs);
      log.close();
    },
  };
}

type Running = {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
  readonly hasHeartbeat: () => Promise<boolean>;
  readonly startedAt: number;
  printed(): string;
};

function launch(plan: ProcessSpec, log: CappedLog): Running {
  log.write(`--- ${plan.name} starts at ${new Date().toISOString()}\n`);
  const usesHeartbeat = plan.health !== undefined && plan.health.isHealthy === undefined;
  const child = spawn(process.execPath, [...(usesHeartbeat ? heartbeatArguments : []), ...plan.args], {
    cwd: plan.cwd,
    env: { ...withoutSecrets(process.env), ...plan.env },
    // Its own process group, so that Ctrl-C reaches only the launcher, which stops the processes in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(usesHeartbeat ? (['ipc'] as const) : [])],
  });
  let printed = '';
  const take = (chunk: Buffer) => {
    log.write(chunk);
    printed = `${printed}${chunk.toString('utf8')}`.slice(-KEPT_PRINTED_CHARACTERS);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const { pid } = child;
  if (pid !== undefined) plan.guard.watch(pid, 'TERM');
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`));
    // 'close' follows the last output, so the log is complete when the end is reported.
    child.once('close', (code, signal) =>
      resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    );
  }).finally(() => (pid === undefined ? undefined : plan.guard.forget(pid)));
  return {
    child,
    ended,
    hasHeartbeat: listenForHeartbeat(child),
    startedAt: performance.now(),
    printed: () => printed,
  };
}

async function untilReady(plan: ProcessSpec, running: Running, log: CappedLog): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  let how: string | undefined;
  void running.ended.then((end) => {
    how = end;
  });
  while (how === undefined && Date.now() < until) {
    if (await plan.isReady(running.printed())) return;
    await pause(POLL_EVERY_MS);
  }
  if (how === undefined) {
    running.child.kill('SIGKILL');
    await running.ended;
  }
  const what = how ?? `was not ready after ${READY_WITHIN_MS / 1000} seconds`;
  throw new StartRefused(
    `${plan.name} ${what}. Its log (${plan.logFile}) ends with:\n${indent(log.lastLines(LOG_LINES))}`,
  );
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function isDone(work: Promise<unknown>, withinMs: number): Promise<boolean> {
  const late = new AbortController();
  const done = await Promise.race([
    work.then(() => true),
    pause(withinMs, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  return done;
}

function indent(lines: string): string {
  return lines.replace(/^/gm, '  | ');
}
