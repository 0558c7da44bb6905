import { migrate } from '@touchline/migrations/run';
import { runMigrations } from 'bullmq';
import pg from 'pg';

/** The role group with the product's rights; the migrations create it and grant to it. */
const GROUP = 'touchline_app';
/** The logins, each with exactly the rights of its group. */
const LOGINS = {
  app: { login: 'touchline', group: GROUP },
  signer: { login: 'touchline_log', group: 'touchline_signer' },
} as const;
const QUEUE_SCHEMA = 'bullmq';

/**
 * Migrates a database to the newest schema: creates it if it is missing, runs the product's migrations and the job queue's. Running
 * it again changes nothing.
 * @param ownerUrl the owner's (or a superuser's) URL of the database
 * @returns the names of the migrations that were applied now
 */
export async function prepareDatabase(ownerUrl: string): Promise<{ readonly applied: readonly string[] }> {
  await createDatabase(ownerUrl);
  const { applied } = await migrate(ownerUrl);
  await withClient(ownerUrl, prepareQueue);
  return { applied };
}

/**
 * Creates a login: `app` for api and worker, `signer` for the process that signs the log.
 * @returns its database URL
 */
export async function createLogin(
  ownerUrl: string,
  password: string,
  of: keyof typeof LOGINS = 'app',
): Promise<string> {
  const { login, group } = LOGINS[of];
  await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    // Roles belong to the whole server, and two copies may prepare two databases at the same time.
    await client.query("select pg_advisory_xact_lock(hashtext('touchline login'))");
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [login]);
    if (rowCount === 0) await client.query(`create role ${login} login`);
    await client.query(`alter role ${login} with login password ${client.escapeLiteral(password)}`);
    await client.query(`grant ${group} to ${login}`);
    await client.query('commit');
  });
  const url = new URL(ownerUrl);
  url.username = login;
  url.password = password;
  return url.href;
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
    // BullMQ creates a sequence for each queue.
    `grant usage, create on schema ${QUEUE_SCHEMA} to ${GROUP}`,
    `grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${GROUP}`,
    `grant usage, select, update on all sequences in schema ${QUEUE_SCHEMA} to ${GROUP}`,
    `grant execute on all routines in schema ${QUEUE_SCHEMA} to ${GROUP}`,
    `alter default privileges in schema ${QUEUE_SCHEMA} grant select, insert, update, delete on tables to ${GROUP}`,
    `alter default privileges in schema ${QUEUE_SCHEMA} grant usage, select, update on sequences to ${GROUP}`,
    `alter default privileges in schema ${QUEUE_SCHEMA} grant execute on routines to ${GROUP}`,
  ]) {
    await client.query(grant);
  }
  await client.query('commit');
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, lock_timeout: 60_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export function onDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

function databaseIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
