import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataKey, readDataKey } from '@touchline/store/sealed';
import { z } from 'zod';
import { StartRefused } from './refusal.ts';
import { makeSigningKey, readSigningKey } from './signing-key.ts';

const Secrets = z.object({
  jwtSecret: z.string(),
  oddsApiKey: z.string(),
  mollieApiKey: z.string(),
  appPassword: z.string(),
  /** PEM of the Ed25519 key that the ledger's checkpoints are signed with. */
  ledgerSigningKey: z.string().refine((pem) => readSigningKey(pem) !== undefined),
  /** Seals what must not be read where it lies in the database. */
  dataKey: z.string().refine((text) => readDataKey(text) !== undefined),
  /** What the sandbox's authenticator shows codes of: the base32 secret of each demo account that needs a second factor. */
  authenticator: z.record(z.string(), z.string().regex(/^[A-Z2-7]{32}$/)),
});
/** As files were written before there were checkpoints, sealed texts or second factors of demo accounts. */
const OlderSecrets = Secrets.partial({ ledgerSigningKey: true, dataKey: true, authenticator: true });

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
    ledgerSigningKey: makeSigningKey(),
    dataKey: makeDataKey(),
    authenticator: makeAuthenticator(),
  };
  write(path, made);
  return made;
}

/** The secrets of a data folder, when it has any; nothing is made. */
export function readSecrets(folder: string): Secrets | undefined {
  const path = join(folder, 'secrets.json');
  return existsSync(path) ? read(path) : undefined;
}

function read(path: string): Secrets {
  try {
    const { ledgerSigningKey, dataKey, authenticator, ...older } = OlderSecrets.parse(
      JSON.parse(readFileSync(path, 'utf8')),
    );
    const completed = {
      ...older,
      ledgerSigningKey: ledgerSigningKey ?? makeSigningKey(),
      dataKey: dataKey ?? makeDataKey(),
      authenticator: authenticator ?? makeAuthenticator(),
    };
    if (ledgerSigningKey === undefined || dataKey === undefined || authenticator === undefined) write(path, completed);
    return completed;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new StartRefused(
      `The file ${path} cannot be read as Touchline's secrets. Restore it, or delete it: new ones are made then, ` +
        'everyone logs in again, what is sealed in the database (second factors, bank details) can no longer be read, ' +
        "and the ledger's earlier checkpoints are no longer signed with the key in use.",
    );
  }
}

const makeAuthenticator = (): Secrets['authenticator'] => ({
  'admin@touchline.test': makeBase32(),
  'auditor@touchline.test': makeBase32(),
});

// Of 256 values each of the 32 signs has 8.
const makeBase32 = (): string =>
  Array.from(randomBytes(32), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');

// A file half written by a full disk would lose the key that every checkpoint so far is signed with.
function write(path: string, secrets: Secrets): void {
  const whole = `${path}.new`;
  writeFileSync(whole, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(whole, path);
}
