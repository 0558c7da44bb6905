import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { connect, type Db, type Store } from '../connect.ts';

export type TestDatabase = Store & {
  /** Sessions of this URL have the rights of the product's role: none to change or delete the ledger. */
  readonly url: string;
  /** The URL of the owner, for tests that must do what the product cannot. */
  readonly ownerUrl: string;
  /** Runs `work` as the owner, who alone opens accounts of staff and changes roles. */
  readonly byOwner: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>;
};

/**
 * A throw-away database of one test file, made from the migrated template that `npm test` prepares. `close` drops it.
 * Throws a sentence when TEST_DATABASE_URL is not set.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env['TEST_DATABASE_URL'];
  if (!template) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`, it starts a Postgres.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const templateName = new URL(template).pathname.slice(1);
  await asOwner(template, `create database ${name} template ${templateName}`);

  const ownerUrl = at(template, name);
  const app = new URL(ownerUrl);
  app.searchParams.set('options', '-c role=touchline_app');
  const url = app.toString();
  const store = connect(url);
  return {
    ...store,
    url,
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
      await store.close();
      await asOwner(template, `drop database if exists ${name} with (force)`);
    },
  };
}

/** As it was when it was made, for the next test of the file: a tenth of the time that another database takes. */
export async function emptyTestDatabase({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Past the triggers that keep what is append-only. Rows are few here, so deleting them is quicker than truncating 40 tables; no
    // migration leaves any but kysely's own.
    await client.query(`set session_replication_role = replica;
      do $$ declare name regclass; begin
        for name in select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace
          and c.relkind = 'r' and c.relname not like 'kysely%' loop execute format('delete from %s', name); end loop;
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

async function asOwner(template: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: at(template, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
