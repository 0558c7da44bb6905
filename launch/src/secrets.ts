import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartRefused } from './refusal.ts';

const Secrets = z.object({
  jwtSecret: z.string(),
  oddsApiKey: z.string(),
  mollieApiKey: z.string(),
  appPassword: z.string(),
});

/** Made once for one data folder, so that a log-in survives a restart. */
export type Secrets = z.infer<typeof Secrets>;

/** The secrets of a data folder; made and kept (readable by its owner only) when it has none. */
export function keepSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json');
  if (existsSync(path)) return read(path);
  const made: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    oddsApiKey: randomBytes(16).toString('hex'),
    mollieApiKey: `test_${randomBytes(20).toString('hex')}`,
    appPassword: randomBytes(24).toString('base64url'),
  };
  writeFileSync(path, `${JSON.stringify(made, undefined, 2)}\n`, { mode: 0o600 });
  return made;
}

function read(path: string): Secrets {
  try {
    return Secrets.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartRefused(
      `The file ${path} cannot be read as Touchline's secrets. Delete it: new ones are made, and everyone logs in again.`,
    );
  }
}
