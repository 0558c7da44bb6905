import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { startGuard } from '@touchline/launch/guard';
import { freePort } from '@touchline/launch/ports';
import { until } from '../until.ts';

/** A Redis that keeps nothing over its death, to be killed. */
export type MortalRedis = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  /** An empty one at the same address. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export const isRedisThere = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export async function startMortalRedis(): Promise<MortalRedis> {
  const port = await freePort();
  const guard = startGuard();
  const start = async (): Promise<ChildProcess> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn('redis-server', [...settings, '--dir', tmpdir()], { detached: true, stdio: 'ignore' });
    if (server.pid !== undefined) guard.watch(server.pid, 'TERM');
    await until('Redis', async () => ((await takes(port)) ? true : undefined));
    return server;
  };
  let running = await start();
  const kill = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    if (running.pid !== undefined) guard.forget(running.pid);
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      running = await start();
    },
    stop: async () => {
      await kill();
      guard.dismiss();
    },
  };
}

function takes(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
