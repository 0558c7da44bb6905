import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { crashText, pacedRestarts, type RestartPace } from '../restart-pace.ts';
import { type Attempt, type ServerProcess, stopServer } from './server-process.ts';

export type KeptServer = {
  /** The current server's process id; 0 while it is not running. */
  readonly pid: number;
  /** Resolves when the server has ended and will not be restarted. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
};

// Everything waits for the database, so the first pause is short.
const pace: RestartPace = { firstMs: 250, longestMs: 10_000, healthyAfterMs: 10_000 };

/** Does not restart a server that ends. */
export function runOnce(server: ServerProcess): KeptServer {
  return {
    get pid() {
      return isRunning(server.child) ? server.pid : 0;
    },
    ended: endOf(server.child).then(() => undefined),
    stop: () => {
      server.child.ref();
      return stopServer(server);
    },
  };
}

/**
 * Restarts the server whenever it ends, until it is stopped: nothing works without it, and everything committed is on disk. `start`
 * may refuse or throw with a readable reason, which is printed; it is then called again later.
 */
export function keepRunning(
  first: ServerProcess,
  start: (stopping: AbortSignal) => Promise<Attempt>,
  { print, logFile }: { readonly print: (line: string) => void; readonly logFile: string },
): KeptServer {
  const stopping = new AbortController();
  const { signal } = stopping;
  const nextStart = pacedRestarts(pace);
  let server = first;
  const watching = watch();

  async function watch(): Promise<void> {
    for (let startedAt = performance.now(); ; startedAt = performance.now()) {
      const how = await endOf(server.child);
      if (signal.aborted) return;
      const endedAt = performance.now();
      const again = await startUntilRunning(`PostgreSQL ${how}`, endedAt - startedAt);
      if (again === undefined) return;
      server = again;
      const seconds = ((performance.now() - endedAt) / 1000).toFixed(1);
      print(`PostgreSQL was restarted after ${seconds} seconds. Nothing that was acknowledged is lost.`);
    }
  }

  async function startUntilRunning(crash: string, ranForMs: number): Promise<ServerProcess | undefined> {
    let what = crash;
    for (let ran = ranForMs; !signal.aborted; ran = 0) {
      const next = nextStart(ran);
      print(`${crashText(what, next)} Its log: ${logFile}`);
      await pause(next.pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
      const attempt = await start(signal).catch((error: unknown) => ({
        ok: false as const,
        log: error instanceof Error ? error.message : String(error),
      }));
      if (attempt.ok) return attempt.server;
      what = `PostgreSQL did not start: ${attempt.log
        .trim()
        .replace(/\s*\n\s*/g, ' | ')
        .replace(/\.$/, '')}`;
    }
    return undefined;
  }

  return {
    get pid() {
      return isRunning(server.child) ? server.pid : 0;
    },
    ended: watching,
    stop: async () => {
      stopping.abort();
      server.child.ref();
      await stopServer(server);
      await watching;
      // A server that was starting when `stop` was called.
      await stopServer(server);
    },
  };
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

function endOf(child: ChildProcess): Promise<string> {
  const how = () =>
    child.signalCode === null ? `ended with exit code ${child.exitCode}` : `was ended by ${child.signalCode}`;
  if (!isRunning(child)) return Promise.resolve(how());
  return new Promise((resolve) => child.once('exit', () => resolve(how())));
}
