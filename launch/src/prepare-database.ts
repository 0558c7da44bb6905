import { migrate } from '@touchline/migrations/run';
import { connectClient, findWritableServer } from '@touchline/store/database-client';
import { readDatabaseUrl } from '@touchline/store/database-url';
import { runMigrations } from 'bullmq';
import pg from 'pg';

/** A process with a login of its own. Its role has the same name as its login, and its rights are in `migrations/src/grants.ts`. */
export type Login = 'api' | 'worker' | 'signer' | 'audit';
/** Both put jobs into the queue. */
const queueUsers = 'touchline_api, touchline_worker';
/** The logins of earlier versions. */
const FORMER_LOGINS = ['touchline', 'touchline_log'];
const QUEUE_SCHEMA = 'bullmq';

/**
 * Migrates a database to the newest schema: creates it if it is missing, runs the product's migrations and the job queue's. Running
 * it again changes nothing.
 * @param ownerUrl the owner's (or a superuser's) URL of the database
 * @returns the names of the migrations that were applied now
 */
export async function prepareDatabase(ownerUrl: string): Promise<{ readonly applied: readonly string[] }> {
  await createDatabase(ownerUrl);
  // What migrates knows one server.
  const serverUrl = await findWritableServer(ownerUrl);
  const { applied } = await migrate(serverUrl);
  await withClient(serverUrl, prepareQueue);
  return { applied };
}

/** Lets the role of a process log in with this password. Returns its database URL. */
export async function createLogin(ownerUrl: string, login: Login, password: string): Promise<string> {
  const role = `touchline_${login}`;
  await withClient(ownerUrl, (client) =>
    changeLogins(client, [`alter role ${role} with login password ${client.escapeLiteral(password)}`]),
  );
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

/** Ends the logins of earlier versions. Sessions that are open continue, so that processes can be replaced one by one. */
export const endFormerLogins = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      FORMER_LOGINS,
    ]);
    await changeLogins(
      client,
      rows.map(({ rolname }) => `alter role ${rolname} with nologin`),
    );
  });

const worksWith = {
  api: "has_table_privilege('bets', 'insert')",
  worker: "has_column_privilege('bets', 'settlement', 'update')",
  signer: "has_table_privilege('log_batches', 'insert')",
};

/** Whether a login has the rights of this process: as its role, as a member of it, or as the owner. */
export const hasRightsOf = (process: keyof typeof worksWith, url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(`select ${worksWith[process]} as may`);
    return rows[0]?.may ?? false;
  });

// Roles belong to the whole server, and two copies may prepare two databases at the same time.
async function changeLogins(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtext('touchline login'))");
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}

async function createDatabase(ownerUrl: string): Promise<void> {
  const name = databaseIn(ownerUrl);
  if (await exists(ownerUrl)) return;
  await withClient(onDatabase(ownerUrl, 'postgres'), async (client) => {
    await client.query("select pg_advisory_lock(hashtext('touchline database'))");
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

// Connecting works for every owner, also without access to the server's `postgres` database.
async function exists(ownerUrl: string): Promise<boolean> {
  try {
    await withClient(ownerUrl, async () => {});
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '3D000') return false;
    throw error;
  }
}

async function prepareQueue(client: pg.Client): Promise<void> {
  await runMigrations(client, QUEUE_SCHEMA);
  await client.query('begin');
  await client.query("select pg_advisory_xact_lock(hashtext('touchline queue'))");
  for (const grant of [
    `revoke all on schema ${QUEUE_SCHEMA} from touchline_app`,
    `grant usage on schema ${QUEUE_SCHEMA} to ${queueUsers}`,
    // BullMQ creates a sequence for each queue whose jobs it numbers, which are the worker's.
    `grant create on schema ${QUEUE_SCHEMA} to touchline_worker`,
    `grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${queueUsers}`,
    `grant usage, select, update on all sequences in schema ${QUEUE_SCHEMA} to ${queueUsers}`,
    `grant execute on all routines in schema ${QUEUE_SCHEMA} to ${queueUsers}`,
    `alter default privileges in schema ${QUEUE_SCHEMA} grant select, insert, update, delete on tables to ${queueUsers}`,
    `alter default privileges in schema ${QUEUE_SCHEMA} grant usage, select, update on sequences to ${queueUsers}`,
    `alter default privileges in schema ${QUEUE_SCHEMA} grant execute on routines to ${queueUsers}`,
  ]) {
    await client.query(grant);
  }
  await client.query('commit');
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectClient(url, { lock_timeout: 60_000 });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function onDatabase(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/?#]+)[^?#]*/, `$1/${encodeURIComponent(name)}`);
}

function databaseIn(url: string): string {
  return decodeURIComponent(new URL(readDatabaseUrl(url)?.urls[0] ?? url).pathname.slice(1));
}
