import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own that the account of PostgreSQL may enter. */
export function folderForPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-postgres-'));
  chmodSync(folder, 0o755);
  return folder;
}
