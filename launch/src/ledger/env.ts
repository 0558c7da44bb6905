import { resolve } from 'node:path';
import { databaseUrlProblem, isDatabaseUrl } from '@touchline/store/database-url';
import { publicKeyPem, readPublicKey } from '@touchline/store/ledger';
import { loadDotEnv } from '../env.ts';
import { StartRefused } from '../refusal.ts';
import { ROOT } from '../root.ts';
import { publicKeyOf, readSecrets, readSigningKey } from '../secrets.ts';

/** Where the ledger is, and its operator's key. An auditor's machine has no other variables, so no others are required. */
export type LedgerEnv = {
  readonly databaseUrl: string | undefined;
  readonly auditDatabaseUrl: string | undefined;
  readonly migrationDatabaseUrl: string | undefined;
  readonly dataDir: string;
  readonly postgresPort: number | undefined;
  readonly signingKey: string | undefined;
  readonly publicKey: string | undefined;
};

/** Reads the environment and, for variables that it does not set, `.env`. */
export function loadLedgerEnv(): LedgerEnv {
  loadDotEnv();
  return readLedgerEnv(process.env);
}

/** @throws {StartRefused} for an invalid variable */
export function readLedgerEnv(environment: Readonly<Record<string, string | undefined>>): LedgerEnv {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const url = (name: string): string | undefined => {
    const text = given(name);
    if (text !== undefined && !isDatabaseUrl(text)) {
      throw new StartRefused(`${name} ${databaseUrlProblem}.`);
    }
    return text;
  };
  const port = given('POSTGRES_PORT');
  return {
    databaseUrl: url('DATABASE_URL'),
    auditDatabaseUrl: url('AUDIT_DATABASE_URL'),
    migrationDatabaseUrl: url('MIGRATION_DATABASE_URL'),
    dataDir: resolve(ROOT, given('DATA_DIR') ?? '.data'),
    postgresPort: port === undefined ? undefined : Number(port),
    signingKey: given('LEDGER_SIGNING_KEY'),
    publicKey: given('LEDGER_PUBLIC_KEY'),
  };
}

/** Returns the operator's public key as PEM, if it is configured. */
export function operatorPublicPem(env: LedgerEnv): string | undefined {
  if (env.publicKey === undefined) {
    const signing = signingPem(env);
    return signing === undefined ? undefined : publicKeyOf(signing);
  }
  const key = readPublicKey(env.publicKey);
  if (!key) throw new StartRefused('LEDGER_PUBLIC_KEY is not the PEM of an Ed25519 public key.');
  return publicKeyPem(key);
}

function signingPem(env: LedgerEnv): string | undefined {
  if (env.signingKey === undefined) {
    return env.databaseUrl === undefined ? readSecrets(env.dataDir)?.ledgerSigningKey : undefined;
  }
  const pem = readSigningKey(env.signingKey);
  if (pem === undefined) throw new StartRefused('LEDGER_SIGNING_KEY is not the PEM of an Ed25519 private key.');
  return pem;
}
