import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type Part, startPart } from './part.ts';
import { freePort } from './ports.ts';
import { startNodes } from './start-nodes.ts';
import { createUndo } from './undo.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-nodes-'));
const undo = createUndo();
afterAll(async () => {
  await undo.run();
  rmSync(folder, { recursive: true });
}, 60_000);

const apiScript =
  "require('http').createServer((_, answer) => answer.end('well')).listen(process.env.PORT, '127.0.0.1')";
const workerScript = "console.log('worker ready'); setInterval(() => {}, 1000)";
const within = { timeout: 60_000, interval: 20 };

const answersOk = async (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Two copies of an api and a worker that do nothing but live, behind the real front. */
async function startProduct(hungAfterMs: number) {
  const said: string[] = [];
  const parts = new Map<string, Part>();
  const port = await freePort();
  const guard = { watch: () => {}, forget: () => {}, dismiss: () => {} };
  await startNodes(
    {
      processes: { apis: 2, workers: 1 },
      port,
      host: undefined,
      trustProxy: undefined,
      metricsPort: undefined,
      api: {},
      worker: {},
      program: (workspace) => ['-e', workspace === 'api' ? apiScript : workerScript],
      begin: async (name, args, env, isReady, health) => {
        const plan = { name, args, cwd: folder, env, logFile: join(folder, `${name}.log`), guard, isReady };
        const well = health && { ...health, lookEveryMs: 20 };
        const part = await startPart({ ...plan, health: well, say: (line) => said.push(line) });
        parts.set(name, part);
        return part;
      },
      hungAfterMs,
      answersOk,
    },
    undo,
  );
  return { said, parts, url: `http://127.0.0.1:${port}/` };
}

test('a front and a worker that hang are ended by force and started again, also where no port tells of the worker', async () => {
  const { said, parts, url } = await startProduct(2_000);
  const pidOf = (name: string) => parts.get(name)?.pid ?? 0;
  const names = ['front', 'worker'];
  const hung = names.map(pidOf);
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  for (const [index, name] of names.entries()) {
    await vi.waitUntil(() => said.includes(`${name} was started again.`), within);
    expect(said).toContain(`${name} has answered nothing for 2 seconds, so it is ended by force.`);
    expect([0, hung[index]]).not.toContain(pidOf(name));
  }
  await vi.waitUntil(() => answersOk(url), within);
}, 200_000);
