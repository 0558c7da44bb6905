import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type ManagedProcess, startManagedProcess } from './managed-process.ts';
import { StartRefused } from './refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-part-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noGuard = { watch: () => {}, forget: () => {}, dismiss: () => {} };

function plan(name: string, script: string) {
  const said: string[] = [];
  return {
    said,
    name,
    args: ['-e', script],
    cwd: folder,
    env: {},
    logFile: join(folder, `${name}.log`),
    guard: noGuard,
    print: (line: string) => said.push(line),
    isReady: async (printed: string) => printed.includes('ready'),
  };
}

const STAYS = "console.log('ready'); setInterval(() => {}, 1000)";

test('a process that exits before it is ready fails the start with the end of its log', async () => {
  const starting = startManagedProcess(plan('broken', "console.error('no such table'); process.exit(3)"));
  await expect(starting).rejects.toThrow(StartRefused);
  await expect(starting).rejects.toThrow(/broken ended with exit code 3[\s\S]*no such table/);
});

test('a process gets no secret of the launcher that is not its own', async () => {
  vi.stubEnv('SEAL_KEY', 'of the signer');
  vi.stubEnv('DATABASE_DIRECT_URL', 'postgres://touchline_api@db/touchline');
  vi.stubEnv('LOG_LEVEL', 'debug');
  const prints = plan('prints', `console.log(JSON.stringify(process.env)); ${STAYS}`);
  const part = await startManagedProcess({
    ...prints,
    env: { DATABASE_URL: 'postgres://touchline_worker@db/touchline' },
  });
  await part.stop(2000);
  vi.unstubAllEnvs();
  const [given] = readFileSync(prints.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const env = JSON.parse(given ?? '');
  expect(env).toMatchObject({ DATABASE_URL: 'postgres://touchline_worker@db/touchline', LOG_LEVEL: 'debug' });
  expect(env).not.toHaveProperty('SEAL_KEY');
  expect(env).not.toHaveProperty('DATABASE_DIRECT_URL');
});

test('reports and restarts a crashed process', async () => {
  const flag = join(folder, 'crashed-once');
  const once = `const fs = require('fs');
    console.log('ready');
    if (fs.existsSync('${flag}')) setInterval(() => {}, 1000);
    else { fs.writeFileSync('${flag}', ''); setTimeout(() => { console.error('out of luck'); process.exit(1) }, 300); }`;
  const crashing = plan('unlucky', once);
  const part = await startManagedProcess(crashing);
  const first = part.pid;
  await vi.waitUntil(() => crashing.said.includes('unlucky was restarted.'), { timeout: 60_000 });
  const second = part.pid;
  await part.stop(2000);
  expect(crashing.said[0]).toMatch(/^unlucky ended with exit code 1[\s\S]*out of luck/);
  expect(second).not.toBe(first);
});

describe('attack: a guest crashes a process repeatedly', () => {
  const quick = { firstMs: 1, longestMs: 4, healthyAfterMs: 60_000 };

  test('restarts it each time, and each message has the count and the next start', async () => {
    const crashing = plan('crashed', STAYS);
    const part = await startManagedProcess({ ...crashing, pace: quick });
    for (let crash = 1; crash <= 12; crash += 1) {
      process.kill(part.pid, 'SIGKILL');
      const again = () => crashing.said.filter((line) => line === 'crashed was restarted.').length === crash;
      await vi.waitUntil(again, { timeout: 60_000 });
    }
    const last = part.pid;
    await part.stop(2000);
    expect(last).toBeGreaterThan(0);
    const crashes = crashing.said.filter((line) => line.startsWith('crashed was ended'));
    expect(crashes).toHaveLength(12);
    expect(crashes[0]).toMatch(/^crashed was ended by SIGKILL\. Next start in 0\.001 seconds, at \d{4}-\S+Z\. Its log/);
    expect(crashes[11]).toMatch(/^crashed was ended by SIGKILL, crash 12 in a row\. Next start in 0\.004 seconds/);
  });

  test('stays down if stopped during a pause', async () => {
    const crashing = plan('awaited', STAYS);
    const part = await startManagedProcess({ ...crashing, pace: { ...quick, firstMs: 600_000, longestMs: 600_000 } });
    process.kill(part.pid, 'SIGKILL');
    await vi.waitUntil(() => crashing.said.length === 1, { timeout: 60_000 });
    await part.stop(2000);
    expect([part.pid, crashing.said.length]).toEqual([0, 1]);
  });
});

test('kills, reports and restarts a process that stops responding', async () => {
  const hanging = plan('frozen', STAYS);
  let hangs = 0;
  const isHealthy = async () => part === undefined || part.pid === 0 || part.pid !== hangs;
  let part: ManagedProcess | undefined;
  part = await startManagedProcess({ ...hanging, health: { isHealthy, hungAfterMs: 50, checkEveryMs: 5 } });
  hangs = part.pid;
  process.kill(hangs, 'SIGSTOP');
  await vi.waitUntil(() => hanging.said.includes('frozen was restarted.'), { timeout: 60_000 });
  const second = part.pid;
  await part.stop(2000);
  expect(hanging.said[0]).toBe('frozen has not responded for 0.05 seconds and is being killed.');
  expect(hanging.said[1]).toMatch(/^frozen was ended by SIGKILL/);
  expect(second > 0 && second !== hangs).toBe(true);
});

test('a process killed on purpose stays down until restarted', async () => {
  const killed = plan('victim', STAYS);
  const part = await startManagedProcess(killed);
  const first = part.pid;
  await part.kill('SIGKILL');
  const whileDown = part.pid;
  await part.restart();
  const second = part.pid;
  await part.stop(2000);
  expect([first > 0, whileDown, second > 0 && second !== first, killed.said]).toEqual([true, 0, true, []]);
});

test('kills a process that ignores SIGTERM', async () => {
  const part = await startManagedProcess(plan('stubborn', `process.on('SIGTERM', () => {}); ${STAYS}`));
  const { pid } = part;
  await part.stop(200);
  expect(() => process.kill(pid, 0)).toThrow();
});

test('does not kill a process that exits by itself', async () => {
  const marker = join(folder, 'ended-well');
  writeFileSync(marker, 'no');
  const orderly = `process.on('SIGTERM', () => { require('fs').writeFileSync('${marker}', 'yes'); process.exit(0) }); ${STAYS}`;
  const part = await startManagedProcess(plan('orderly', orderly));
  await part.stop(60_000);
  expect(existsSync(marker) && readFileSync(marker, 'utf8')).toBe('yes');
});
