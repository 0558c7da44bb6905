import { join } from 'node:path';
import { hostsIn } from '@touchline/store/database-url';
import { type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { directUrls, type LaunchEnv } from './env.ts';
import type { Guard } from './guard.ts';
import type { Durability } from './postgres/server-process.ts';
import { createLogin, endFormerLogins, hasRightsOf, prepareDatabase } from './prepare-database.ts';
import { codeOf, StartRefused } from './refusal.ts';
import { keepSecrets } from './secrets.ts';
import { hasDemoAccounts, lockDemo, seedDemo } from './seed-demo.ts';
import type { Processes } from './start-nodes.ts';
import type { Undo } from './undo.ts';

/** More than an api or worker ever opens. */
const connectionsOfOne = 100;

export type ProductDatabase = {
  /** The api's database URL. */
  readonly databaseUrl: string;
  readonly workerUrl: string;
  /** The signer's; none if the operator has their own database and no login for it. */
  readonly signerUrl: string | undefined;
  readonly ownerUrl: string;
  /** The embedded server, restarted whenever it ends; none if the operator has their own database. */
  readonly postgres: Pick<RunningPostgres, 'pid'> | undefined;
};

/**
 * Opens the product's database at the newest schema: the operator's own, or the embedded one, with demo accounts if every provider is
 * the sandbox.
 * @throws {StartRefused} if it cannot be reached or prepared
 */
export async function openDatabase(
  plan: {
    readonly env: LaunchEnv;
    readonly processes: Processes;
    readonly durability?: Durability | undefined;
    readonly print: (line: string) => void;
  },
  guard: Guard,
  undo: Undo,
): Promise<ProductDatabase> {
  const { env, print } = plan;
  if (env.databaseUrl !== undefined) {
    const ownerUrl = env.migrationDatabaseUrl ?? env.databaseUrl;
    const workerUrl = env.workerDatabaseUrl ?? env.databaseUrl;
    const direct = directUrls(env);
    await prepareOwnDatabase(ownerUrl);
    await requireRights('api', direct.api ?? env.databaseUrl, 'DATABASE_URL');
    await requireRights(
      'worker',
      direct.worker ?? workerUrl,
      env.workerDatabaseUrl === undefined ? 'DATABASE_URL' : 'WORKER_DATABASE_URL',
    );
    await lockDemo(ownerUrl, print);
    return {
      databaseUrl: env.databaseUrl,
      workerUrl,
      signerUrl: env.signerDatabaseUrl,
      ownerUrl,
      postgres: undefined,
    };
  }
  const { apis, workers } = plan.processes;
  const postgres = await startPostgres({
    folder: join(env.dataDir, 'postgres'),
    port: env.postgresPort,
    maxConnections: connectionsOfOne * (apis + workers),
    restart: 'always',
    ...(plan.durability && { durability: plan.durability }),
    guard,
    print,
  });
  undo.add(() => postgres.stop());
  const ownerUrl = postgres.url('touchline');
  await prepareDatabase(ownerUrl);
  const secrets = keepSecrets(env.dataDir);
  const databaseUrl = await createLogin(ownerUrl, 'api', secrets.database.api);
  const workerUrl = await createLogin(ownerUrl, 'worker', secrets.database.worker);
  const signerUrl = await createLogin(ownerUrl, 'signer', secrets.signer.password);
  await endFormerLogins(ownerUrl);
  if (hasDemoAccounts(env)) {
    await seedDemo(ownerUrl, { ...secrets, dataKey: env.dataKey ?? secrets.dataKey });
  } else await lockDemo(ownerUrl, print);
  return { databaseUrl, workerUrl, signerUrl, ownerUrl, postgres };
}

async function requireRights(process: 'api' | 'worker', url: string, variable: string): Promise<void> {
  const may = await hasRightsOf(process, url).catch((error: unknown) => {
    throw new StartRefused(`The database does not accept the login of ${variable}: ${reasonOf(error)}`);
  });
  if (may) return;
  throw new StartRefused(
    `The login of ${variable} lacks the rights of the ${process}. Make it a member of touchline_${process}, or set ` +
      'WORKER_DATABASE_URL to a login of its own (docs/operations.md, "Database roles").',
  );
}

async function prepareOwnDatabase(ownerUrl: string): Promise<void> {
  try {
    await prepareDatabase(ownerUrl);
  } catch (error) {
    throw new StartRefused(
      `The database at ${hostsIn(ownerUrl)} could not be prepared: ${reasonOf(error)}\nCheck DATABASE_URL (and MIGRATION_DATABASE_URL).`,
    );
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(codeOf(error)) : String(error);
