import { resolve } from 'node:path';
import { publicKeyFromPem, type SigningKey, signingKey } from '@touchline/store/ledger';
import { loadDotEnv } from '../env.ts';
import { StartRefused } from '../refusal.ts';
import { ROOT } from '../root.ts';
import { readSecrets } from '../secrets.ts';
import { publicKeyOf, readSigningKey } from '../signing-key.ts';

/** Where the ledger is and whose it is. An auditor's machine has none of the other variables, so no more is asked for. */
export type LedgerEnv = {
  readonly databaseUrl: string | undefined;
  readonly migrationDatabaseUrl: string | undefined;
  readonly dataDir: string;
  readonly postgresPort: number | undefined;
  readonly signingKey: string | undefined;
  readonly publicKey: string | undefined;
};

/** Reads `.env` (when there is one) and the environment, which wins over it. */
export function loadLedgerEnv(): LedgerEnv {
  loadDotEnv();
  return readLedgerEnv(process.env);
}

/** @throws {StartRefused} for a variable that cannot be what it should */
export function readLedgerEnv(environment: Readonly<Record<string, string | undefined>>): LedgerEnv {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const url = (name: string): string | undefined => {
    const text = given(name);
    if (text !== undefined && !/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) {
      throw new StartRefused(`${name} must be a URL that begins with postgres:// or postgresql://.`);
    }
    return text;
  };
  const port = given('POSTGRES_PORT');
  return {
    databaseUrl: url('DATABASE_URL'),
    migrationDatabaseUrl: url('MIGRATION_DATABASE_URL'),
    dataDir: resolve(ROOT, given('DATA_DIR') ?? '.data'),
    postgresPort: port === undefined ? undefined : Number(port),
    signingKey: given('LEDGER_SIGNING_KEY'),
    publicKey: given('LEDGER_PUBLIC_KEY'),
  };
}

/** The key that checkpoints are signed with. @throws {StartRefused} when there is none */
export function operatorKey(env: LedgerEnv): SigningKey {
  const pem = signingPem(env);
  if (pem !== undefined) return signingKey(pem);
  throw new StartRefused('LEDGER_SIGNING_KEY is not set: only who has the key can sign a checkpoint.');
}

/** The operator's public key as PEM; `undefined` when nothing here tells it. */
export function operatorPublicPem(env: LedgerEnv): string | undefined {
  const pem = env.publicKey?.replaceAll('\\n', '\n');
  if (pem === undefined) {
    const signing = signingPem(env);
    return signing === undefined ? undefined : publicKeyOf(signing);
  }
  try {
    publicKeyFromPem(pem);
    return pem;
  } catch {
    throw new StartRefused('LEDGER_PUBLIC_KEY is not the PEM of an Ed25519 public key.');
  }
}

function signingPem(env: LedgerEnv): string | undefined {
  if (env.signingKey === undefined) {
    return env.databaseUrl === undefined ? readSecrets(env.dataDir)?.ledgerSigningKey : undefined;
  }
  const pem = readSigningKey(env.signingKey);
  if (pem === undefined) throw new StartRefused('LEDGER_SIGNING_KEY is not the PEM of an Ed25519 private key.');
  return pem;
}
