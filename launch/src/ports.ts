import { closeSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './refusal.ts';

// Below 32768: from there on Linux assigns ports to outgoing connections, and a remembered port could be taken by chance.
const LOWEST = 24_000;
const HIGHEST = 31_999;
const ATTEMPTS = 60;

/** How long a slow process may take at least until it listens on its assigned port. */
const CLAIMED_MS = 180_000;

/**
 * Returns a free port that was not assigned to another process recently; the preferred one if it is free.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) {
    claim(preferred);
    return preferred;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (claim(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} after ${ATTEMPTS} attempts`);
}

// Products that start in parallel are separate processes, so assigned ports are recorded in a shared folder: in this period and the
// next one, so that a process that asks in either finds a record. Who creates it has the port: two processes cannot both do so.
function claim(port: number): boolean {
  const folder = join(tmpdir(), `touchline-claimed-ports-${process.getuid?.() ?? 'of-all'}`);
  const period = Math.floor(Date.now() / CLAIMED_MS);
  removeBefore(folder, period);
  return [period, period + 1].every((each) => isFirstToCreate(join(folder, String(each)), String(port)));
}

function isFirstToCreate(folder: string, name: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    closeSync(openSync(join(folder, name), 'wx'));
    return true;
  } catch (error) {
    // Without a record, two processes that choose the same port get an error that it is taken.
    return codeOf(error) !== 'EEXIST';
  }
}

function removeBefore(folder: string, period: number): void {
  try {
    for (const name of readdirSync(folder)) if (Number(name) < period) rmSync(join(folder, name), { recursive: true });
  } catch {
    // There is none yet, or another process removes it.
  }
}

/** Returns a message if a port is taken: which one, and which variable chooses another. */
export async function portProblem(port: number, variable: string): Promise<string | undefined> {
  if (await isFree(port)) return undefined;
  return `Port ${port} is taken by another program: stop it, or set ${variable} to a free port, for example ${variable}=${port + 100}.`;
}

/** Returns whether a server could listen on the port, on every address of this machine. */
export async function isFree(port: number): Promise<boolean> {
  return !(await answers(port)) && (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined));
}

// Another user's server on ::1 only, or one that shares its port, does not prevent listening but would receive our clients.
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => server.close(() => resolve(true)));
  });
}
