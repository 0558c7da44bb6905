import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process of the product's own PostgreSQL, by its pid file: whichever server runs on the data now. */
export function databasePid(dataFolder: string): number {
  const home = join(dataFolder, 'postgres');
  const pointer = join(home, 'cluster-is-elsewhere.txt');
  const above = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : home;
  return Number.parseInt(readFileSync(join(above, 'cluster', 'postmaster.pid'), 'utf8'), 10);
}
