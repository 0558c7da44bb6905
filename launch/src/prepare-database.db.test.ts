import { migrate } from '@touchline/migrations/run';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from './embedded-postgres.ts';
import { createLogin, endFormerLogins, hasRightsOf, prepareDatabase } from './prepare-database.ts';
import { folderForPostgres } from './testing/postgres.ts';

// Its own server: roles belong to the whole server, and this test changes their passwords.
let postgres: RunningPostgres;
let ownerUrl: string;

beforeAll(async () => {
  postgres = await startPostgres({ folder: folderForPostgres(), durability: 'test', lifetime: 'throw-away' });
  ownerUrl = postgres.url('touchline');
});
afterAll(() => postgres.stop());

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const schema = (client: pg.Client) =>
  client.query(
    `select table_schema, table_name, column_name, data_type from information_schema.columns
     where table_schema in ('public', 'bullmq') order by 1, 2, 3`,
  );

test('preparing a database again changes nothing', async () => {
  const first = await prepareDatabase(ownerUrl);
  const before = await asking(ownerUrl, schema);
  const second = await prepareDatabase(ownerUrl);
  const after = await asking(ownerUrl, schema);
  expect(first.applied.length).toBeGreaterThan(0);
  expect(second.applied).toEqual([]);
  expect(after.rows).toEqual(before.rows);
});

test('two copies can prepare one database at the same time', async () => {
  const url = postgres.url('raced');
  const both = await Promise.all([prepareDatabase(url), prepareDatabase(url)]);
  expect(both.map(({ applied }) => applied.length > 0).sort()).toEqual([false, true]);
});

test('attack: a session holds a lock that a migration needs', async () => {
  await prepareDatabase(ownerUrl);
  const patience = { lockTimeoutMs: 50, pauseMs: 1, attempts: 3 };
  await asking(ownerUrl, async (other) => {
    await other.query('begin; lock table kysely_migration in access exclusive mode');
    await expect(migrate(ownerUrl, patience)).rejects.toThrow(
      /^Another session does not release a lock that a migration needs\. Nothing was changed\./,
    );
  });
  expect(await migrate(ownerUrl, patience)).toEqual({ applied: [] });
});

test.each(['api', 'worker'] as const)(
  'the login of the %s can use the queue but not create or drop tables',
  async (login) => {
    await prepareDatabase(ownerUrl);
    const url = await createLogin(ownerUrl, login, 'first-password-of-the-login');
    const rights = await asking(url, async (client) => {
      const answer = await client.query(
        `select bool_and(has_table_privilege(c.oid, 'select, insert, update, delete')) as tables from pg_class c
       where c.relnamespace = 'bullmq'::regnamespace and c.relkind in ('r', 'p')`,
      );
      return answer.rows[0];
    });
    expect(rights).toEqual({ tables: true });
    await expect(asking(url, (client) => client.query('create table mine (id int)'))).rejects.toThrow(
      /permission denied/,
    );
    await expect(asking(url, (client) => client.query('drop schema bullmq cascade'))).rejects.toThrow(/must be owner/);
  },
);

test('a new password replaces the previous one', async () => {
  await prepareDatabase(ownerUrl);
  const before = await createLogin(ownerUrl, 'api', 'first-password-of-the-login');
  const after = await createLogin(ownerUrl, 'api', 'second-password-of-the-login');
  await expect(asking(before, (client) => client.query('select 1'))).rejects.toThrow(/password authentication failed/);
  expect((await asking(after, (client) => client.query('select 1'))).rowCount).toBe(1);
});

test('the shared login of earlier versions ends', async () => {
  await prepareDatabase(ownerUrl);
  await asking(ownerUrl, (client) =>
    client.query("create role touchline login password 'of-before' in role touchline_app"),
  );
  const url = new URL(ownerUrl);
  [url.username, url.password] = ['touchline', 'of-before'];
  const former = new pg.Client({ connectionString: url.href });
  await former.connect();
  await endFormerLogins(ownerUrl);
  // Processes that still run finish their work with the rights of both.
  expect((await former.query("select has_table_privilege('bets', 'select, insert') as may")).rows).toEqual([
    { may: true },
  ]);
  await former.end();
  await expect(asking(url.href, (client) => client.query('select 1'))).rejects.toThrow(/not permitted to log in/);
});

test('says whose rights a login has: its own, those of both by the shared role, and none', async () => {
  await prepareDatabase(ownerUrl);
  await asking(ownerUrl, (client) =>
    client.query("create role shared login password 's' in role touchline_app; create role nothing login password 'n'"),
  );
  const as = (login: string, password: string) => {
    const url = new URL(ownerUrl);
    [url.username, url.password] = [login, password];
    return url.href;
  };
  const rightsOf = async (url: string) => [await hasRightsOf('api', url), await hasRightsOf('worker', url)];
  expect(await rightsOf(await createLogin(ownerUrl, 'api', 'a'))).toEqual([true, false]);
  expect(await rightsOf(await createLogin(ownerUrl, 'worker', 'w'))).toEqual([false, true]);
  expect(await rightsOf(as('shared', 's'))).toEqual([true, true]);
  expect(await rightsOf(as('nothing', 'n'))).toEqual([false, false]);
  expect(await rightsOf(ownerUrl)).toEqual([true, true]);
});

test('prepares a database of several servers on the one that accepts connections', async () => {
  const url = new URL(postgres.url('several'));
  const several = `postgres://${url.username}:${url.password}@127.0.0.1:1,${url.host}/several`;
  expect((await prepareDatabase(several)).applied.length).toBeGreaterThan(0);
  expect(await hasRightsOf('api', several)).toBe(true);
});
