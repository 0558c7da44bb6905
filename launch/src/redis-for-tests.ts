import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Guard } from './guard.ts';
import { freePort } from './ports.ts';

export type TestRedis = { readonly url: string | undefined; stop(): Promise<void> };

const READY_WITHIN_MS = 10_000;

/** Starts a Redis without persistence if this machine has one. Otherwise the Redis tests are skipped. */
export async function startRedis(folder: string, guard: Guard, print: (line: string) => void): Promise<TestRedis> {
  const { TEST_REDIS_URL: given } = process.env;
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} };
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    print('redis-server is not installed and TEST_REDIS_URL is not set, so the Redis tests are skipped.');
    return { url: undefined, stop: async () => {} };
  }
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn('redis-server', settings, { detached: true, stdio: 'ignore' });
  if (server.pid !== undefined) guard.watch(server.pid, 'TERM');
  await untilAnswers(server, port);
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(server, guard) };
}

async function untilAnswers(server: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && server.exitCode === null) {
    if (await answers(port)) return;
    await pause(50);
  }
  server.kill('SIGKILL');
  throw new Error('redis-server was started for the tests but does not respond');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(1000, () => socket.destroy());
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

async function stop(server: ChildProcess, guard: Guard): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill('SIGTERM');
  await ended;
  if (server.pid !== undefined) guard.forget(server.pid);
}
