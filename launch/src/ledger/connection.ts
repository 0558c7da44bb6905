import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Store } from '@touchline/store/connect';
import { forReading } from '@touchline/store/database-url';
import { isLockTimeout } from '@touchline/store/failures';
import pg from 'pg';
import { startPostgres } from '../embedded-postgres.ts';
import { readSettings } from '../postgres/folders.ts';
import { StartRefused } from '../refusal.ts';
import type { Undo } from '../undo.ts';
import type { LedgerEnv } from './env.ts';

/** The role of a process, or the database's owner. */
export type Rights = 'audit' | 'api' | 'owner';

/**
 * Connects to the ledger: the operator's own database, or the embedded one, which is started for this command if the product is not
 * running.
 * @throws {StartRefused} if there is no database, or none with a ledger
 */
export async function openLedger(
  env: LedgerEnv,
  rights: Rights,
  { report, undo }: { readonly report: (line: string) => void; readonly undo: Undo },
): Promise<Store> {
  const url = own(env, rights) ?? (await embedded(env, rights, report, undo));
  const store = connect(rights === 'audit' ? forReading(url) : url, {
    max: 6,
    applicationName: 'touchline-ledger',
    lockTimeoutMs: 60_000,
  });
  // Closing the pool would wait for running queries, which may be a long read that is no longer needed.
  undo.add(() => Promise.race([store.close(), pause(1_000, undefined, { ref: false })]));
  const { rows } = await store.pool.query<{ isThere: boolean }>(
    `select to_regclass('log_batches') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) {
    throw new StartRefused('There is no ledger in this database yet. Migrate it: npm run migrate, or npm start.');
  }
  return store;
}

/** Returns an error message that a person can act on. */
export function spokenError(error: unknown): string {
  if (error instanceof StartRefused) return error.message;
  if (isLockTimeout(error)) {
    return 'Another session has held a lock on the ledger for over a minute. Nothing was changed. Try again when it is done.';
  }
  if (error instanceof pg.DatabaseError || (error instanceof Error && 'code' in error)) {
    return `The database says: ${error.message || ('code' in error ? String(error.code) : 'nothing')}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function own(env: LedgerEnv, rights: Rights): string | undefined {
  const byRights = {
    audit: env.auditDatabaseUrl,
    api: env.databaseUrl,
    owner: env.migrationDatabaseUrl,
  };
  return byRights[rights] ?? env.databaseUrl;
}

async function embedded(env: LedgerEnv, rights: Rights, report: (line: string) => void, undo: Undo): Promise<string> {
  const folder = join(env.dataDir, 'postgres');
  if (!existsSync(folder)) {
    throw new StartRefused(
      `There is no database in ${env.dataDir}. Start the product once (npm start), or set DATABASE_URL or DATA_DIR.`,
    );
  }
  const ownerUrl = (await running(folder)) ?? (await started(folder, env, report, undo));
  return rights === 'owner' ? ownerUrl : withRole(ownerUrl, rights);
}

/** Returns the URL of the product's own server if it is running. */
async function running(folder: string): Promise<string | undefined> {
  const settings = readSettings(folder);
  if (!settings) return undefined;
  const url = `postgres://postgres:${settings.password}@127.0.0.1:${settings.port}/touchline`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    return undefined;
  }
}

async function started(folder: string, env: LedgerEnv, report: (line: string) => void, undo: Undo): Promise<string> {
  report('The product is not running, so its database is started for this command.');
  const postgres = await startPostgres({ folder, port: env.postgresPort, print: report });
  undo.add(() => postgres.stop());
  return postgres.url('touchline');
}

function withRole(ownerUrl: string, rights: Exclude<Rights, 'owner'>): string {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c role=touchline_${rights}`);
  return url.href;
}
