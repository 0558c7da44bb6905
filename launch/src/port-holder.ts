import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { basename, isAbsolute, sep } from 'node:path';
import { isFree } from './ports.ts';

/** The process that listens on a port, as far as this account can see it. */
export type Holder = { readonly pid: number; readonly command: string };

/** Returns a message if a port is taken: which one, by which process, and which variable to set. */
export async function portProblem(port: number, variable: string): Promise<string | undefined> {
  if (await isFree(port)) return undefined;
  return portMessage(port, variable, findHolder(port));
}

export function portMessage(port: number, variable: string, holder: Holder | undefined): string {
  const who = holder === undefined ? 'another program' : `process ${holder.pid} (${holder.command})`;
  return `Port ${port} is taken by ${who}: stop it, or set ${variable} to a free port, for example ${variable}=${port + 100}.`;
}

function findHolder(port: number): Holder | undefined {
  const pid = platform() === 'linux' ? pidFromProc(port) : pidFromLsof(port);
  return pid === undefined ? undefined : { pid, command: commandOf(pid) };
}

const LISTENING = '0A';

function pidFromProc(port: number): number | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readLines(table)
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row[1]?.endsWith(`:${hex}`) === true && row[3] === LISTENING)
      .map((row) => `socket:[${row[9]}]`),
  );
  if (inodes.length === 0) return undefined;
  return namesIn('/proc')
    .map(Number)
    .filter(Number.isInteger)
    .find((pid) => namesIn(`/proc/${pid}/fd`).some((fd) => inodes.includes(linkAt(`/proc/${pid}/fd/${fd}`))));
}

function pidFromLsof(port: number): number | undefined {
  const answer = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], { encoding: 'utf8' });
  const pid = Number.parseInt(answer.stdout ?? '', 10);
  return Number.isInteger(pid) ? pid : undefined;
}

function commandOf(pid: number): string {
  const words =
    platform() === 'linux'
      ? readLines(`/proc/${pid}/cmdline`).join(' ').split('\0').join(' ')
      : (spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '');
  const command = words.trim() === '' ? 'a program of another account' : shorten(words.trim());
  return command.length > 80 ? `${command.slice(0, 79)}…` : command;
}

// Shortens `/opt/x/node_modules/node/bin/node /opt/x/api/src/server.ts` to `node api/src/server.ts`.
function shorten(command: string): string {
  const [program = '', ...rest] = command.split(' ');
  return [
    basename(program),
    ...rest.map((word) => (isAbsolute(word) ? word.split(sep).slice(-3).join(sep) : word)),
  ].join(' ');
}

// A process may exit meanwhile or belong to another user: unreadable entries are skipped.
function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
