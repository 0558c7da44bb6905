import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Settings = z.object({ port: z.int().positive(), password: z.string().min(16) });

/** What must be the same at the next start: the port (if still free) and the owner's password. */
export type Settings = z.infer<typeof Settings>;

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
