import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that PostgreSQL's account can access. */
export function folderForPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-postgres-'));
  chmodSync(folder, 0o755);
  return folder;
}
