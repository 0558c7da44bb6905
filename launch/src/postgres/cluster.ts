import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartRefused } from '../refusal.ts';
import type { PostgresBinaries } from './binaries.ts';
import { giveTo, type RunAs } from './run-as.ts';
import type { Durability } from './server-process.ts';

const NEEDED_BYTES = 200 * 1024 * 1024;
// Written after initdb succeeded. Without it the folder is left from an interrupted first start.
const MARK = 'touchline-ready';

/** Creates a cluster if the folder has none, and refuses one of another PostgreSQL version. Returns true if it was created. */
export function ensureCluster(
  cluster: string,
  password: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  durability: Durability,
): boolean {
  refuseFullDisk(cluster);
  if (existsSync(join(cluster, MARK))) {
    refuseOtherVersion(cluster, binaries.major);
    return false;
  }
  for (const leftOver of readdirSync(cluster)) rmSync(join(cluster, leftOver), { recursive: true, force: true });
  makeCluster(cluster, password, binaries, runAs, durability);
  return true;
}

function makeCluster(
  cluster: string,
  password: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  durability: Durability,
): void {
  const passing = mkdtempSync(join(tmpdir(), 'touchline-'));
  const passwordFile = join(passing, 'password');
  try {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    for (const path of [passing, passwordFile]) giveTo(path, runAs);
    const made = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${cluster}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        ...(durability === 'test' ? ['--no-sync'] : []),
        '--no-instructions',
      ],
      { ...runAs, cwd: '/', encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
    );
    if (made.status !== 0) throw explain(cluster, `${made.error?.message ?? ''}${made.stderr ?? ''}`);
    writeFileSync(join(cluster, MARK), '');
    giveTo(join(cluster, MARK), runAs);
  } finally {
    rmSync(passing, { recursive: true, force: true });
  }
}

/** Sets the owner's password without knowing the old one. The server must not be running. */
export function setPassword(cluster: string, password: string, binaries: PostgresBinaries, runAs: RunAs): void {
  const set = spawnSync(binaries.postgres, ['--single', '-D', cluster, 'postgres'], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    input: `alter role postgres password '${password}'\n`,
  });
  if (set.status !== 0) throw explain(cluster, `${set.error?.message ?? ''}${set.stderr ?? ''}`);
}

function refuseFullDisk(cluster: string): void {
  const disk = statfsSync(cluster);
  const free = disk.bavail * disk.bsize;
  if (free > NEEDED_BYTES) return;
  throw new StartRefused(
    `There is too little disk space for the database in ${cluster}: ${Math.floor(free / 1024 / 1024)} MB free, 200 MB needed.`,
  );
}

function refuseOtherVersion(cluster: string, major: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new StartRefused(
    `The data in ${cluster} was written by PostgreSQL ${found}, but this version of Touchline brings PostgreSQL ${major}.\n` +
      'Move that folder away, or start over with: npm start -- --fresh',
  );
}

function explain(cluster: string, output: string): Error {
  if (/no space left/i.test(output))
    return new StartRefused(`There is no disk space left for the database in ${cluster}.`);
  return new StartRefused(`PostgreSQL could not prepare ${cluster}:\n${output.trim()}`);
}
