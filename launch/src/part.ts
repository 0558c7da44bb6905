import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { type CappedLog, openCappedLog } from './capped-log.ts';
import type { Guard } from './guard.ts';
import { hearPulse, tellPulse } from './hear-pulse.ts';
import { StartRefused } from './refusal.ts';
import { crashText, pacedRestarts, type RestartPace, usualPace } from './restart-pace.ts';
import { type Health, watchForHang } from './watch-for-hang.ts';

/** One process of the product: what to run, and how to tell that it works. */
export type PartPlan = {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly guard: Guard;
  readonly say: (line: string) => void;
  /** Asked again and again until it answers true; gets what the process has printed so far. */
  readonly isReady: (printed: string) => Promise<boolean>;
  /** Given, a process that runs but answers nothing for long is ended by force and started again. */
  readonly health?: Health | undefined;
  /** How soon it is started again after a crash. */
  readonly pace?: RestartPace | undefined;
};

export type Part = {
  /** Of the process that runs now; 0 while none does. */
  readonly pid: number;
  /** Ends it for good, until `restart`: the start-again after a crash does not apply to what was killed on purpose. */
  kill(signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  /** Ends it in order within the time given, and by force after it. */
  stop(withinMs: number): Promise<void>;
};

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;
const LOG_LINES = 15;
const KEPT_PRINTED_CHARACTERS = 4000;

/**
 * Starts a process and resolves when it is ready. From then on a crash is reported with its last log lines and the process is
 * started again, after a pause that doubles, as often as it takes: a process that a guest can crash must not end the product.
 * One that hangs is made to crash.
 * @throws {StartRefused} when it ends, or does not get ready, at the first start
 */
export async function startPart(plan: PartPlan): Promise<Part> {
  const log = openCappedLog(plan.logFile);
  let wanted: 'running' | 'down' = 'running';
  const nextStart = pacedRestarts(plan.pace ?? usualPace);
  let pausing = new AbortController();
  let running = launch(plan, log);
  await untilReady(plan, running, log);
  watch(running);

  function watch(watched: Running): void {
    const isMeant = () => wanted === 'running' && watched === running;
    void watched.ended.then((how) => (isMeant() ? crashed(how) : undefined));
    if (plan.health) void endWhenHung(plan.health, watched, isMeant);
  }

  async function endWhenHung(
    health: Health,
    { child, ended, hasPulse }: Running,
    isMeant: () => boolean,
  ): Promise<void> {
    const isWell = health.isWell ?? hasPulse;
    if ((await watchForHang({ ...health, isWell }, ended)) === 'ended' || !isMeant()) return;
    plan.say(`${plan.name} has answered nothing for ${health.hungAfterMs / 1000} seconds, so it is ended by force.`);
    child.kill('SIGKILL');
  }

  async function crashed(how: string): Promise<void> {
    const paused = new AbortController();
    pausing = paused;
    let what = `${plan.name} ${how}`;
    for (let ranForMs = performance.now() - running.startedAt; ; ranForMs = 0) {
      const next = nextStart(ranForMs);
      plan.say(`${crashText(what, next)} Its log (${plan.logFile}) ends with:\n${indent(log.lastLines(LOG_LINES))}`);
      await pause(next.pauseMs, undefined, { signal: paused.signal }).catch(() => undefined);
      if (paused.signal.aborted) return;
      try {
        running = launch(plan, log);
        break;
      } catch (error) {
        // Such as no memory for another process.
        what = `${plan.name} could not be started (${error instanceof Error ? error.message : error})`;
      }
    }
    watch(running);
    plan.say(`${plan.name} was started again.`);
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
      await end('SIGTERM', 5000);
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
  readonly hasPulse: () => Promise<boolean>;
  readonly startedAt: number;
  printed(): string;
};

function launch(plan: PartPlan, log: CappedLog): Running {
  log.write(`--- ${plan.name} starts at ${new Date().toISOString()}\n`);
  const isByPulse = plan.health !== undefined && plan.health.isWell === undefined;
  const child = spawn(process.execPath, [...(isByPulse ? tellPulse : []), ...plan.args], {
    cwd: plan.cwd,
    env: { ...process.env, ...plan.env },
    // Its own process group: Ctrl-C in the terminal reaches only us, and we stop the parts in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(isByPulse ? (['ipc'] as const) : [])],
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
    // 'close' comes after the last of its output, so that the log is complete when the end is told.
    child.once('close', (code, signal) =>
      resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
    );
  }).finally(() => (pid === undefined ? undefined : plan.guard.forget(pid)));
  return { child, ended, hasPulse: hearPulse(child), startedAt: performance.now(), printed: () => printed };
}

async function untilReady(plan: PartPlan, running: Running, log: CappedLog): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  let how: string | undefined;
  void running.ended.then((end) => {
    how = end;
  });
  while (how === undefined && Date.now() < until) {
    if (await plan.isReady(running.printed())) return;
    await pause(LOOK_EVERY_MS);
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
