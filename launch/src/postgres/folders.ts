import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { codeOf, StartRefused } from '../refusal.ts';
import { giveTo, type RunAs } from './run-as.ts';

/** The folders of one PostgreSQL: `home` holds our settings and its log, `cluster` is PostgreSQL's own data folder. */
export type PostgresFolders = { readonly home: string; readonly cluster: string };

const POINTER = 'cluster-is-elsewhere.txt';

/** Creates the folders with an owner that lets PostgreSQL's account use them. */
export function openFolders(folder: string, runAs: RunAs, print: (line: string) => void): PostgresFolders {
  const home = resolve(folder);
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 });
    const above = mayEnter(home, runAs) ? home : elsewhere(home, print);
    const cluster = join(above, 'cluster');
    mkdirSync(cluster, { recursive: true, mode: 0o700 });
    chmodSync(cluster, 0o700);
    giveTo(cluster, runAs);
    return { home, cluster };
  } catch (error) {
    throw explain(error, home);
  }
}

/** Whether the data is outside the folder, where PostgreSQL's account may enter. */
export const isElsewhere = (folder: string): boolean => existsSync(join(folder, POINTER));

/** Deletes all folders of one PostgreSQL. It must not be running. */
export function removeFolders(folder: string): void {
  const pointer = join(folder, POINTER);
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function mayEnter(home: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', home], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;
}

function elsewhere(home: string, print: (line: string) => void): string {
  const pointer = join(home, POINTER);
  if (!existsSync(pointer)) {
    const name = `data-${Date.now().toString(36)}-${process.pid}`;
    writeFileSync(pointer, `${join(SYSTEM_FOLDER, name)}\n`);
  }
  const above = readFileSync(pointer, 'utf8').trim();
  mkdirSync(above, { recursive: true, mode: 0o755 });
  print(`The account "postgres" has no access to ${home}, so the database is in ${above}.`);
  return above;
}

function explain(error: unknown, home: string): unknown {
  if (codeOf(error) === 'ENOSPC')
    return new StartRefused(`There is no disk space left for ${home}. Free some and start again.`);
  if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS' || codeOf(error) === 'EPERM') {
    return new StartRefused(`The folder ${home} cannot be written. Set DATA_DIR to one that can.`);
  }
  return error;
}

/** Where root puts what the `postgres` account needs if the checkout is in a private folder. */
export const SYSTEM_FOLDER = '/var/lib/touchline';

const Settings = z.object({ port: z.int().positive(), password: z.string().min(16) });

/** What must be the same at the next start: the port (if still free) and the owner's password. */
type Settings = z.infer<typeof Settings>;

export function readSettings(home: string): Settings | undefined {
  const path = join(home, 'settings.json');
  if (!existsSync(path)) return undefined;
  try {
    return Settings.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Truncated by a full disk: the next start sets a new password.
    return undefined;
  }
}

export function writeSettings(home: string, settings: Settings): void {
  writeFileSync(join(home, 'settings.json'), `${JSON.stringify(settings)}\n`, { mode: 0o600 });
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}
