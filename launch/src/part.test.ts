import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Part, startPart } from './part.ts';
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
    say: (line: string) => said.push(line),
    isReady: async (printed: string) => printed.includes('ready'),
  };
}

const STAYS = "console.log('ready'); setInterval(() => {}, 1000)";

test('a process that ends before it is ready stops the start with its last words', async () => {
  const starting = startPart(plan('broken', "console.error('no such table'); process.exit(3)"));
  await expect(starting).rejects.toThrow(StartRefused);
  await expect(starting).rejects.toThrow(/broken ended with exit code 3[\s\S]*no such table/);
});

test('a crashed process is reported and started again', async () => {
  const flag = join(folder, 'crashed-once');
  const once = `const fs = require('fs');
    console.log('ready');
    if (fs.existsSync('${flag}')) setInterval(() => {}, 1000);
    else { fs.writeFileSync('${flag}', ''); setTimeout(() => { console.error('out of luck'); process.exit(1) }, 300); }`;
  const crashing = plan('unlucky', once);
  const part = await startPart(crashing);
  const first = part.pid;
  await vi.waitUntil(() => crashing.said.includes('unlucky was started again.'), { timeout: 30_000 });
  const second = part.pid;
  await part.stop(2000);
  expect(crashing.said[0]).toMatch(/^unlucky ended with exit code 1[\s\S]*out of luck/);
  expect(second).not.toBe(first);
});

describe('attack: a process that a guest can crash is crashed again and again', () => {
  const quick = { firstMs: 1, longestMs: 4, healthyAfterMs: 60_000 };

  test('it is started again each time, and each message says how often it crashed and when it starts next', async () => {
    const crashing = plan('crashed', STAYS);
    const part = await startPart({ ...crashing, pace: quick });
    for (let crash = 1; crash <= 12; crash += 1) {
      process.kill(part.pid, 'SIGKILL');
      const again = () => crashing.said.filter((line) => line === 'crashed was started again.').length === crash;
      await vi.waitUntil(again, { timeout: 30_000 });
    }
    const last = part.pid;
    await part.stop(2000);
    expect(last).toBeGreaterThan(0);
    const crashes = crashing.said.filter((line) => line.startsWith('crashed was ended'));
    expect(crashes).toHaveLength(12);
    expect(crashes[0]).toMatch(/^crashed was ended by SIGKILL\. Next start in 0\.001 seconds, at \d{4}-\S+Z\. Its log/);
    expect(crashes[11]).toMatch(/^crashed was ended by SIGKILL, crash 12 in a row\. Next start in 0\.004 seconds/);
  });

  test('one that is stopped while its next start is awaited stays down', async () => {
    const crashing = plan('awaited', STAYS);
    const part = await startPart({ ...crashing, pace: { ...quick, firstMs: 600_000, longestMs: 600_000 } });
    process.kill(part.pid, 'SIGKILL');
    await vi.waitUntil(() => crashing.said.length === 1, { timeout: 30_000 });
    await part.stop(2000);
    expect([part.pid, crashing.said.length]).toEqual([0, 1]);
  });
});

test('a process that runs but answers nothing any more is ended by force, reported and started again', async () => {
  const hanging = plan('frozen', STAYS);
  let hangs = 0;
  const isWell = async () => part === undefined || part.pid === 0 || part.pid !== hangs;
  let part: Part | undefined;
  part = await startPart({ ...hanging, health: { isWell, hungAfterMs: 50, lookEveryMs: 5 } });
  hangs = part.pid;
  process.kill(hangs, 'SIGSTOP');
  await vi.waitUntil(() => hanging.said.includes('frozen was started again.'), { timeout: 30_000 });
  const second = part.pid;
  await part.stop(2000);
  expect(hanging.said[0]).toBe('frozen has answered nothing for 0.05 seconds, so it is ended by force.');
  expect(hanging.said[1]).toMatch(/^frozen was ended by SIGKILL/);
  expect(second > 0 && second !== hangs).toBe(true);
});

test('what is killed on purpose stays down until it is started again', async () => {
  const killed = plan('victim', STAYS);
  const part = await startPart(killed);
  const first = part.pid;
  await part.kill('SIGKILL');
  const whileDown = part.pid;
  await part.restart();
  const second = part.pid;
  await part.stop(2000);
  expect([first > 0, whileDown, second > 0 && second !== first, killed.said]).toEqual([true, 0, true, []]);
});

test('a process that ignores the order to stop is ended by force', async () => {
  const part = await startPart(plan('stubborn', `process.on('SIGTERM', () => {}); ${STAYS}`));
  const { pid } = part;
  await part.stop(200);
  expect(() => process.kill(pid, 0)).toThrow();
});

test('a process that ends in order is not ended by force', async () => {
  const marker = join(folder, 'ended-well');
  writeFileSync(marker, 'no');
  const orderly = `process.on('SIGTERM', () => { require('fs').writeFileSync('${marker}', 'yes'); process.exit(0) }); ${STAYS}`;
  const part = await startPart(plan('orderly', orderly));
  await part.stop(5000);
  expect(existsSync(marker) && readFileSync(marker, 'utf8')).toBe('yes');
});
