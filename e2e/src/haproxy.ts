import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@touchline/launch/ports';
import type { OpenProduct } from './open-product.ts';
import { until } from './until.ts';

export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

export type Haproxy = {
  readonly url: string;
  /** Resolves when it sends requests to all apis. */
  readonly usesAll: () => Promise<unknown>;
  readonly stop: () => void;
};

/** Starts HAProxy before the apis of a product, with the configuration of `docker-compose.yml` at their addresses. */
export async function startHaproxy({ apis }: OpenProduct): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-haproxy-'));
  const [port, file, admin] = [await freePort(), join(folder, 'haproxy.cfg'), join(folder, 'admin')];
  const original = readFileSync(join(import.meta.dirname, '..', '..', 'launch', 'docker', 'haproxy.cfg'), 'utf8');
  const servers = apis.map(({ url }, at) => `  server api${at} ${new URL(url).host} check`).join('\n');
  const config = original
    .replace(/^resolvers docker\n(?: {2}.*\n)+/m, '')
    .replace('bind :4000', `bind 127.0.0.1:${port}`)
    .replace('maxconn 20000', `maxconn 2000\n  stats socket ${admin}`)
    .replace(' resolvers docker init-addr none', '')
    .replace(/^ {2}server-template .*$/m, servers);
  writeFileSync(file, config);
  execFileSync('haproxy', ['-c', '-f', file], { stdio: 'pipe' });
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  await until('HAProxy to forward', async () => ((await fetch(`${url}/healthz`)).ok ? true : undefined)).catch(
    (error) => {
      stop();
      throw error;
    },
  );
  const usesAll = () =>
    until('HAProxy to use all apis', async () => {
      const states = (await ask(admin, 'show stat')).split('\n').filter((line) => line.startsWith('apis,api'));
      return states.every((line) => line.split(',')[stateColumn] === 'UP') ? true : undefined;
    });
  return { url, usesAll, stop };
}

/** Of the CSV of `show stat`. */
const stateColumn = 17;

function ask(socketPath: string, command: string): Promise<string> {
  const socket = connect(socketPath);
  socket.end(`${command}\n`);
  return text(socket);
}
