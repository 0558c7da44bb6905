import type { Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { type ConnectOptions, connect, proveWrites, type Store } from './connect.ts';
import { findWritableServer } from './database-client.ts';
import { isUnavailable } from './failures.ts';
import { createMatch, createPlayer, createTestDatabase, homeWins, openDatabaseRelay } from './testing/index.ts';
import { createWalletWriter, readWallet } from './wallet/index.ts';

let open: Store[] = [];
const database = await createTestDatabase();
const relay = await openDatabaseRelay(database.url);
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterEach(async () => {
  relay.thaw();
  await Promise.all(open.map((store) => store.close()));
  open = [];
});
afterAll(async () => {
  await owner.end();
  await relay.cut();
  await database.close();
});

const within = { timeout: 60_000, interval: 20 };
/** A store that notices silence within a second. */
function openStore(url: string, options: ConnectOptions = {}): { readonly store: Store; readonly dropped: string[] } {
  const dropped: string[] = [];
  const store = connect(url, {
    silenceMs: 400,
    connectTimeoutMs: 1_000,
    onDropped: (reason) => dropped.push(reason),
    onError: () => {},
    ...options,
  });
  open.push(store);
  return { store, dropped };
}
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'succeeded',
    (error: unknown) => error,
  );
const sessionOf = async (store: Store): Promise<number> =>
  (await store.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
const hasSession = async (pid: number): Promise<boolean> =>
  (await owner.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1;

describe('a database that falls silent', () => {
  test('fails statements and transactions under way as unavailable, and serves again by itself', async () => {
    const { store, dropped } = openStore(relay.url);
    await store.pool.query('select 1');
    const begun = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const transaction = store.db.transaction().execute(async (trx) => {
      await trx.selectFrom('matches').select('id').execute();
      begun.resolve();
      await mayGoOn.promise;
      return trx.selectFrom('matches').select('id').execute();
    });
    await begun.promise;
    relay.freeze();
    mayGoOn.resolve();
    const failures = await Promise.all([transaction, store.pool.query('select 1'), proveWrites(store)].map(failureOf));
    expect(failures.map(isUnavailable)).toEqual([true, true, true]);
    expect(dropped).toContain('silent');
    relay.thaw();
    expect((await store.pool.query('select 1')).rowCount).toBe(1);
  });

  test('loses and doubles no stake: a repeated bet is placed exactly once', async () => {
    const { store } = openStore(relay.url);
    const writer = createWalletWriter(store, { retries: 0 });
    const player = await createPlayer(database.db, writer, 100);
    const bet = homeWins(player, [await createMatch(database.db, 'Arsenal', 'Chelsea')], 1_000);
    relay.freeze();
    expect(isUnavailable(await failureOf(writer.submit(bet)))).toBe(true);
    relay.thaw();
    const [again, repeated] = [await writer.submit(bet), await writer.submit(bet)];
    expect([again.ok, repeated.ok && repeated.value.repeated]).toEqual([true, true]);
    expect((await readWallet(database.db, player.walletId))?.wallet.cash).toBe(9_000);
    await writer.close();
  });

  test('is not confused with a slow statement', async () => {
    const { store, dropped } = openStore(relay.url, { silenceMs: 1_000 });
    await owner.query("begin; select pg_advisory_xact_lock(hashtext('held by the test'))");
    const before = relay.accepted();
    const waiting = store.pool.query("select pg_advisory_lock(hashtext('held by the test'))");
    // Each connection beyond the first asks the server whether it answers.
    await expect.poll(() => relay.accepted() - before, within).toBeGreaterThan(1);
    await owner.query('commit');
    expect((await waiting).rowCount).toBe(1);
    expect(dropped).toEqual([]);
  });

  test('ends a session that hangs while the server answers others, two seconds after its statement timeout', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { store, dropped } = openStore(database.url, { statementTimeoutMs: 5_000, silenceMs: 1_000 });
      await owner.query("begin; select pg_advisory_xact_lock(hashtext('held by the test'))");
      const session = await store.pool.connect();
      // The server does not end this statement, as if its process were suspended.
      await session.query('set statement_timeout = 0');
      const hanging = failureOf(session.query("select pg_advisory_lock(hashtext('held by the test'))"));
      await vi.advanceTimersByTimeAsync(6_500);
      expect(dropped).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(isUnavailable(await hanging)).toBe(true);
      expect(dropped).toEqual(['silent']);
      session.release(true);
    } finally {
      vi.useRealTimers();
      await owner.query('commit');
    }
  });

  test('has as long to accept a connection as its URL says', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { store, dropped } = openStore(`${relay.url}&connect_timeout=10`, { connectTimeoutMs: 60_000 });
      relay.freeze();
      const connecting = failureOf(store.pool.query('select 1'));
      await vi.advanceTimersByTimeAsync(9_000);
      relay.thaw();
      expect(await connecting).toBe('succeeded');
      relay.freeze();
      const before = relay.accepted();
      const silent = failureOf(store.pool.query('select 1'));
      // The connection that asks whether the server answers.
      await expect.poll(() => relay.accepted() - before, within).toBe(1);
      await vi.advanceTimersByTimeAsync(9_000);
      expect(dropped).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(isUnavailable(await silent)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('does not keep a process from closing', async () => {
    const { store } = openStore(relay.url);
    await Promise.all([store.pool.query('select 1'), store.pipelines.query('select 1')]);
    relay.freeze();
    await store.close();
  });
});

test('a pipeline sends the statements of one turn with one system call', async () => {
  const { store } = openStore(database.url);
  const client = await store.pipelines.connect();
  const written = vi.spyOn(client.connection.stream as Required<Socket>, '_writev');
  const answers = await Promise.all([1, 2, 3].map((n) => client.query('select $1::int as n', [n])));
  client.release();
  expect([written.mock.calls.length, answers.map(({ rows }) => rows[0].n)]).toEqual([1, [1, 2, 3]]);
});

describe('a server that accepts no writes', () => {
  test('loses all our connections when it refuses a write', async () => {
    const { store, dropped } = openStore(database.url);
    const idle = await store.pool.connect();
    const { rows } = await idle.query<{ pid: number }>('select pg_backend_pid() as pid');
    idle.once('error', () => idle.release(true));
    const [first] = rows;
    const refused = await failureOf(store.pool.query('begin read only; delete from league_feeds'));
    expect([(refused as { code: string }).code, isUnavailable(refused)]).toEqual(['25006', true]);
    await expect.poll(() => hasSession(first?.pid ?? 0), within).toBe(false);
    expect(dropped).toContain('read-only');
    expect((await store.pool.query('select 1')).rowCount).toBe(1);
  });

  test('loses a connection whose session becomes read-only', async () => {
    const { store, dropped } = openStore(database.url);
    const pid = await sessionOf(store);
    await failureOf(store.pool.query('set default_transaction_read_only = on'));
    await expect.poll(() => hasSession(pid), within).toBe(false);
    expect(dropped).toEqual(['read-only']);
    expect(await proveWrites(store)).toMatchObject({ rowCount: 1 });
  });

  test('is refused at the first connection, unless the URL asks for any server', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    try {
      const failure = await failureOf(openStore(database.url).store.pool.query('select 1'));
      expect([(failure as { code: string }).code, isUnavailable(failure)]).toEqual(['25006', true]);
      const any = openStore(`${database.url}&target_session_attrs=any`).store;
      expect((await any.pool.query('select 1')).rowCount).toBe(1);
    } finally {
      await owner.query(`alter database ${name} reset default_transaction_read_only`);
    }
  });
});

describe('a database with several servers', () => {
  const severalServers = (...urls: readonly string[]): string => {
    const [first = '', ...others] = urls;
    return first.replace(/@([^/]+)/, (_all, host) => `@${[host, ...others.map((url) => new URL(url).host)].join(',')}`);
  };

  test('is used through the first that accepts connections, and through another when that one ends', async () => {
    const second = await openDatabaseRelay(database.url);
    const url = severalServers(relay.url, second.url);
    const { store } = openStore(url);
    await relay.cut();
    expect((await store.pool.query('select 1')).rowCount).toBe(1);
    expect(new URL(await findWritableServer(url)).host).toBe(new URL(second.url).host);
    await relay.restore();
    await second.cut();
    await failureOf(store.pool.query('select 1'));
    expect((await store.pool.query('select 1')).rowCount).toBe(1);
    expect(new URL(await findWritableServer(url)).host).toBe(new URL(relay.url).host);
  });

  test('is used through another when the first falls silent', async () => {
    const second = await openDatabaseRelay(database.url);
    const { store } = openStore(severalServers(relay.url, second.url));
    await store.pool.query('select 1');
    relay.freeze();
    expect(isUnavailable(await failureOf(store.pool.query('select 1')))).toBe(true);
    expect((await store.pool.query('select 1')).rowCount).toBe(1);
    await store.close();
    await second.cut();
  });
});
