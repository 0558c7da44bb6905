import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './refusal.ts';

export type FolderLock = { release(): Promise<void> };

/**
 * Locks a folder for this process. Returns `undefined` if another running process holds it. The lock is a listening socket named
 * after the folder, so it disappears with its process, even on SIGKILL, and a reused process id cannot be mistaken for it.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  const path = socketPath(realpathSync(folder));
  const server = (await listen(path)) ?? ((await isStale(path)) ? await listen(path) : undefined);
  if (server === undefined) return undefined;
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function socketPath(folder: string): string {
  const name = `touchline-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (platform() === 'linux') return `\0${name}`;
  return platform() === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(path, () => resolve(server));
  });
}

// Only a socket file (macOS) can be left over; abstract sockets and pipes disappear with their process.
function isStale(path: string): Promise<boolean> {
  if (!path.startsWith(tmpdir())) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => {
      rmSync(path, { force: true });
      resolve(true);
    });
  });
}
