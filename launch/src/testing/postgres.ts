import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from '../embedded-postgres.ts';
import { freePort } from '../ports.ts';
import { readSettings, writeSettings } from '../postgres/folders.ts';

export async function asOwner<Value>(url: string, work: (owner: pg.Client) => Promise<Value>): Promise<Value> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Copies the running server of `folder` as a base backup does, and starts the copy in `standbyFolder` as its standby. */
export async function startStandby(
  primary: RunningPostgres,
  folder: string,
  standbyFolder: string,
): Promise<RunningPostgres> {
  const [cluster, copy] = [join(folder, 'cluster'), join(standbyFolder, 'cluster')];
  const label = await asOwner(primary.url('postgres'), async (owner) => {
    await owner.query("select pg_backup_start('standby', true)");
    spawnSync('cp', ['-a', cluster, copy]);
    const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  });
  rmSync(join(copy, 'postmaster.pid'));
  const { password = '' } = readSettings(folder) ?? {};
  const { uid, gid } = statSync(cluster);
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
    [
      'postgresql.auto.conf',
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${password}'\n`,
    ],
  ] as const) {
    writeFileSync(join(copy, name), text);
    chownSync(join(copy, name), uid, gid);
  }
  writeSettings(standbyFolder, { port: await freePort(), password });
  return startPostgres({ folder: standbyFolder, durability: 'test' });
}

/** Creates a folder that PostgreSQL's account can access. */
export function folderForPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-postgres-'));
  chmodSync(folder, 0o755);
  return folder;
}
