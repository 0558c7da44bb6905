import { spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { StartRefused } from '../refusal.ts';
import { keepRunning } from './keep-running.ts';
import type { Attempt, ServerProcess } from './server-process.ts';

/** Stands in for a server: runs until it gets a signal. */
async function server(): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await new Promise((resolve) => child.once('spawn', resolve));
  return { child, pid: child.pid ?? 0 };
}

test('restarts a server until it is stopped, also after refused starts', async () => {
  const said: string[] = [];
  const first = await server();
  const attempts: (() => Promise<Attempt>)[] = [
    async () => ({ ok: false, why: 'stopped', log: 'FATAL: no space left\non the device' }),
    () => Promise.reject(new StartRefused('Port 24001 is taken by another program.')),
    async () => ({ ok: true, server: await server() }),
    async () => ({ ok: true, server: await server() }),
  ];
  const start = () => attempts.shift()?.() ?? Promise.reject(new Error('started too often'));
  const kept = keepRunning(first, start, { print: (line) => said.push(line), logFile: 'postgres.log' });
  expect(kept.pid).toBe(first.pid);
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const before = kept.pid;
    process.kill(before, signal);
    await vi.waitUntil(() => kept.pid !== 0 && kept.pid !== before, { timeout: 60_000 });
  }
  await kept.stop();
  await kept.ended;
  expect(kept.pid).toBe(0);
  const ends = said.map((line) =>
    line.replace(/ Next start in .*Z\. Its log: postgres\.log$/, ' …').replace(/[\d.]+ sec/, 'N sec'),
  );
  const again = 'PostgreSQL was restarted after N seconds. Nothing that was acknowledged is lost.';
  expect(ends).toEqual([
    'PostgreSQL was ended by SIGKILL. …',
    'PostgreSQL did not start: FATAL: no space left | on the device, crash 2 in a row. …',
    'PostgreSQL did not start: Port 24001 is taken by another program, crash 3 in a row. …',
    again,
    'PostgreSQL was ended by SIGTERM, crash 4 in a row. …',
    again,
  ]);
});

test('stays down if stopped during a pause', async () => {
  const said: string[] = [];
  const first = await server();
  const kept = keepRunning(first, () => Promise.reject(new Error('not yet')), {
    print: (line) => said.push(line),
    logFile: 'postgres.log',
  });
  process.kill(first.pid, 'SIGKILL');
  await vi.waitUntil(() => said.length > 0, { timeout: 60_000 });
  await kept.stop();
  expect(kept.pid).toBe(0);
});
