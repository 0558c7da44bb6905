import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type ManagedProcess, startManagedProcess } from './managed-process.ts';
import { freePort } from './ports.ts';
import { startNodes } from './start-nodes.ts';
import { createUndo } from './undo.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-nodes-'));
const undo = createUndo();
afterAll(async () => {
  await undo.run();
  rmSync(folder, { recursive: true });
});

const apiScript =
  "require('http').createServer((_, answer) => answer.end('healthy')).listen(process.env.PORT, '127.0.0.1')";
const workerScript = "console.log('worker ready'); setInterval(() => {}, 1000)";
const within = { timeout: 60_000, interval: 20 };

const answersOk = async (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Two idle apis and a worker behind the real proxy. */
async function startProduct(hungAfterMs: number) {
  const said: string[] = [];
  const parts = new Map<string, ManagedProcess>();
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
        const well = health && { ...health, checkEveryMs: 20 };
        const part = await startManagedProcess({ ...plan, health: well, print: (line) => said.push(line) });
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

test('kills and restarts a hanging proxy and worker, also without a metrics port', async () => {
  const { said, parts, url } = await startProduct(2_000);
  const pidOf = (name: string) => parts.get(name)?.pid ?? 0;
  const names = ['proxy', 'worker'];
  const hung = names.map(pidOf);
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  for (const [index, name] of names.entries()) {
    await vi.waitUntil(() => said.includes(`${name} was restarted.`), within);
    expect(said).toContain(`${name} has not responded for 2 seconds and is being killed.`);
    // On a busy machine it may be killed once more.
    await vi.waitUntil(() => ![0, hung[index]].includes(pidOf(name)), within);
  }
  await vi.waitUntil(() => answersOk(url), within);
});
