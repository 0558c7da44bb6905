import { connect, createServer } from 'node:net';

// Below 32768: from there on Linux hands out ports to outgoing connections, and a remembered port could be taken by chance.
const LOWEST = 24_000;
const HIGHEST = 31_999;
const TRIES = 60;

/** A port on this machine that nobody listens on now; the preferred one when it is free. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST} after ${TRIES} tries`);
}

/** True when a server could listen on the port now, on every address of this machine. */
export async function isFree(port: number): Promise<boolean> {
  return !(await answers(port)) && (await canListen(port, '127.0.0.1')) && (await canListen(port, undefined));
}

// A server of another user on ::1 only, or one that shares its port, does not stop us from listening, but it would get our callers.
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
