import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { connect, type Db, type Store } from '../connect.ts';

export type TestDatabase = Store & {
  /** Sessions of this URL have the rights of api and worker together: none to change or delete the ledger. */
  readonly url: string;
  /** The database with the rights of the worker. */
  readonly worker: Store;
  /** A URL with the rights of one role, such as `touchline_api`. */
  readonly urlAs: (role: string) => string;
  /** The URL of the owner, for tests that must do what the product cannot. */
  readonly ownerUrl: string;
  /** Runs `work` as the owner, who alone opens accounts of staff and changes roles. */
  readonly byOwner: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
};

/** Creates a throw-away database for one test file from the migrated template that `npm test` prepares. `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env['TEST_DATABASE_URL'];
  if (!template) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`, it starts a Postgres.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const templateName = new URL(template).pathname.slice(1);
  await asOwner(template, (client) =>
    client.query(`create database ${name} template ${templateName} strategy file_copy`),
  );

  const ownerUrl = at(template, name);
  const urlAs = (role: string): string => {
    const url = new URL(ownerUrl);
    url.searchParams.set('options', `-c role=${role}`);
    return url.toString();
  };
  const url = urlAs('touchline_app');
  const store = connect(url);
  const worker = connect(urlAs('touchline_worker'));
  return {
    ...store,
    url,
    worker,
    urlAs,
    ownerUrl,
    byOwner: async (work) => {
      const owner = connect(ownerUrl, { max: 1 });
      try {
        return await work(owner.db);
      } finally {
        await owner.close();
      }
    },
    close: async () => {
      await Promise.all([store.close(), worker.close()]);
      await asOwner(template, async (client) => {
        await waitForSessions(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
}

/** Makes every new bet fail as on a full disk during `work`. */
export async function onFullDisk<Result>(
  { byOwner }: Pick<TestDatabase, 'byOwner'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await byOwner(async (db) => {
    await sql`create function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(db);
    await sql`create trigger fill_disk before insert on bets execute function fill_disk()`.execute(db);
  });
  try {
    return await work();
  } finally {
    await byOwner((db) => sql`drop function fill_disk cascade`.execute(db));
  }
}

/** Empties the database for the file's next test, in a tenth of the time that another database takes. */
export async function emptyTestDatabase({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Skips the append-only triggers. Deleting the few rows is faster than truncating 40 tables. Kysely's tables and `event_writers`
    // have rows from the start.
    await client.query(`set session_replication_role = replica;
      do $$ declare name regclass; begin
        for name in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace
          and c.relkind = 'r' and c.relname not like 'kysely%' and c.relname <> 'event_writers' loop execute format('delete from %s', name); end loop;
        for name in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
          loop perform setval(name, 1, false); end loop;
      end $$`);
  } finally {
    await client.end();
  }
}

const at = (url: string, database: string): string => {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.toString();
};

/**
 * Waits until the sessions of a database have ended, for a second at most. An ended pool may still be closing its connections; dropping
 * the database under them would be an error of theirs that no test handles.
 */
async function waitForSessions(client: Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await setTimeout(10);
  }
}

async function asOwner(template: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: at(template, 'postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
