import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeVapidKey, vapidKeysOf } from '@touchline/store/notifications';
import { makeDataKey, readDataKey } from '@touchline/store/sealed';
import { z } from 'zod';
import { StartRefused } from './refusal.ts';

const Secrets = z.object({
  jwtSecret: z.string(),
  oddsApiKey: z.string(),
  mollieApiKey: z.string(),
  /** The passwords of the database logins of api and worker. */
  database: z.object({ api: z.string(), worker: z.string() }),
  /** PEM of the Ed25519 key that the ledger's checkpoints are signed with. */
  ledgerSigningKey: z.string().refine((pem) => readSigningKey(pem) !== undefined),
  /** Encrypts second factors and bank details in the database. */
  dataKey: z.string().refine((text) => readDataKey(text) !== undefined),
  /** Signs push messages. */
  vapidKey: z.string().refine((text) => vapidKeysOf(text) !== undefined),
  /** The base32 secret of each demo account with a second factor; the sandbox's Authenticator page shows their codes. */
  authenticator: z.record(z.string(), z.string().regex(/^[A-Z2-7]{32}$/)),
  /** What the signer of the log needs beside its key; `origin` names the log. */
  signer: z.object({ password: z.string(), sealKey: z.string(), origin: z.string() }),
});
/** The format of files from before checkpoints, encryption, second factors of demo accounts, the log, logins by process or push messages. */
const OlderSecrets = Secrets.partial({
  database: true,
  ledgerSigningKey: true,
  dataKey: true,
  authenticator: true,
  signer: true,
  vapidKey: true,
});

/** Generated once per data folder, so that logins survive a restart. */
export type Secrets = z.infer<typeof Secrets>;

/** Returns a data folder's secrets. Generates and stores them, readable by the owner only, if there are none. */
export function keepSecrets(folder: string): Secrets {
  const path = join(folder, 'secrets.json');
  if (existsSync(path)) return read(path);
  const made: Secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    oddsApiKey: randomBytes(16).toString('hex'),
    mollieApiKey: `test_${randomBytes(20).toString('hex')}`,
    database: makeDatabase(),
    ledgerSigningKey: makeSigningKey(),
    dataKey: makeDataKey(),
    vapidKey: makeVapidKey(),
    authenticator: makeAuthenticator(),
    signer: makeSigner(),
  };
  write(path, made);
  return made;
}

/** Returns a data folder's secrets if it has any. Generates nothing. */
export function readSecrets(folder: string): Secrets | undefined {
  const path = join(folder, 'secrets.json');
  return existsSync(path) ? read(path) : undefined;
}

function read(path: string): Secrets {
  try {
    const { database, ledgerSigningKey, dataKey, vapidKey, authenticator, signer, ...older } = OlderSecrets.parse(
      JSON.parse(readFileSync(path, 'utf8')),
    );
    const completed = {
      ...older,
      database: database ?? makeDatabase(),
      ledgerSigningKey: ledgerSigningKey ?? makeSigningKey(),
      dataKey: dataKey ?? makeDataKey(),
      vapidKey: vapidKey ?? makeVapidKey(),
      authenticator: authenticator ?? makeAuthenticator(),
      signer: signer ?? makeSigner(),
    };
    const later = [database, ledgerSigningKey, dataKey, vapidKey, authenticator, signer];
    if (later.includes(undefined)) write(path, completed);
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

const makeDatabase = (): Secrets['database'] => ({ api: makePassword(), worker: makePassword() });
const makePassword = (): string => randomBytes(24).toString('base64url');

const makeSigner = (): Secrets['signer'] => ({
  password: makePassword(),
  sealKey: randomBytes(32).toString('base64'),
  origin: `touchline-${randomBytes(4).toString('hex')}.example/ledger`,
});

// 256 values map evenly to the 32 characters, 8 each.
const makeBase32 = (): string =>
  Array.from(randomBytes(32), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');

// Written atomically: a file truncated by a full disk would lose the key of all checkpoints so far.
function write(path: string, secrets: Secrets): void {
  const whole = `${path}.new`;
  writeFileSync(whole, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(whole, path);
}

/** Generates an Ed25519 key for a ledger's checkpoints, as PEM. */
export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Reads a PEM from a variable: on one line, with line breaks written as \n. `undefined` if it is no Ed25519 private key. */
export function readSigningKey(text: string): string | undefined {
  const pem = text.replaceAll('\\n', '\n');
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? pem : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the public key, as PEM. */
export const publicKeyOf = (signingKey: string): string =>
  createPublicKey(createPrivateKey(signingKey)).export({ type: 'spki', format: 'pem' }).toString();
