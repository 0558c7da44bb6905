import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openQueues } from './queues.ts';
import { silent } from './testing/queue-database.ts';

const isThere = spawnSync('redis-server', ['--version']).status === 0;
const password = 'a-password';
const within = { timeout: 60_000, interval: 200 };
const folder = mkdtempSync(join(tmpdir(), 'touchline-redis-'));
const servers: ChildProcess[] = [];
let [primary, replica, sentinel, alone] = [0, 0, 0, 0];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startRedis(settings: (port: number) => readonly string[], ...flags: readonly string[]): Promise<number> {
  const port = await freePort();
  const file = join(folder, `${port}.conf`);
  const usual = ['bind 127.0.0.1', `port ${port}`, `dir ${folder}`, `requirepass ${password}`];
  writeFileSync(file, `${[...usual, ...settings(port)].join('\n')}\n`);
  servers.push(spawn('redis-server', [file, ...flags], { stdio: 'ignore' }));
  return port;
}

/** The answer of a server, or its error. */
async function ask(port: number, ...command: readonly [string, ...string[]]): Promise<unknown> {
  const client = new Redis({ host: '127.0.0.1', port, password, lazyConnect: true, retryStrategy: null });
  client.on('error', () => {});
  try {
    await client.connect();
    const [name, ...rest] = command;
    return await client.call(name, ...rest);
  } catch (error) {
    return String(error);
  } finally {
    client.disconnect();
  }
}

const roleOf = async (port: number): Promise<unknown> => {
  const role = await ask(port, 'role');
  return Array.isArray(role) ? role[0] : role;
};

beforeAll(async () => {
  if (!isThere) return;
  const keepsNothing = ['save ""', `masterauth ${password}`];
  primary = await startRedis(() => keepsNothing);
  replica = await startRedis(() => [...keepsNothing, `replicaof 127.0.0.1 ${primary}`]);
  alone = await startRedis(() => keepsNothing);
  sentinel = await startRedis(
    () => [
      `sentinel monitor bets 127.0.0.1 ${primary} 1`,
      `sentinel auth-pass bets ${password}`,
      // Only the test decides on a failover.
      'sentinel down-after-milliseconds bets 600000',
    ],
    '--sentinel',
  );
});
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

// A sentinel that is new, or that was held up, takes half a minute.
test.runIf(isThere)(
  'a leader’s schedule continues on the replica that Sentinel promotes',
  { timeout: 240_000 },
  async () => {
    const queues = await openQueues({
      databaseUrl: '',
      redisUrl: `redis://:${password}@127.0.0.1:${sentinel}/0?sentinel=bets`,
      jobs: { poll: { queue: 'failover', schedule: { everyMs: 100 }, attempts: 1, concurrency: 1, runsOn: 'leader' } },
      handlers: {},
      log: silent,
    });
    let runs = 0;
    const end = queues.lead({
      poll: async () => {
        runs += 1;
      },
    });
    await expect.poll(() => runs, within).toBeGreaterThan(2);
    // Until the sentinel knows the replica, it refuses.
    await expect.poll(() => ask(sentinel, 'sentinel', 'failover', 'bets'), within).toBe('OK');
    await expect.poll(() => Promise.all([primary, replica].map(roleOf)), within).toEqual(['slave', 'master']);
    const before = runs;
    await expect.poll(() => runs, within).toBeGreaterThan(before + 5);
    await end(5_000);
    await queues.close(1_000);
  },
);

test.runIf(isThere)('a queue leaves a server that became a replica without closing its connections', async () => {
  const queues = await openQueues({
    databaseUrl: '',
    redisUrl: `redis://:${password}@127.0.0.1:${alone}`,
    jobs: { ask: { queue: 'demoted', schedule: 'on request', attempts: 1, concurrency: 1, runsOn: 'leader' } },
    handlers: {},
    log: silent,
  });
  await queues.add('ask');
  const connections = async () =>
    String(await ask(alone, 'client', 'list'))
      .split('\n')
      .flatMap((line) => (line.includes('cmd=client') ? [] : (/^id=(\d+)/.exec(line)?.[1] ?? [])));
  const before = await connections();
  expect(before).not.toEqual([]);
  await ask(alone, 'replicaof', '127.0.0.1', '1');
  await expect(queues.add('ask')).rejects.toThrow('READONLY');
  await expect.poll(async () => (await connections()).filter((id) => before.includes(id)), within).toEqual([]);
  await queues.close(1_000);
});
