import type { BetId, UserId, WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { parquetReadObjects } from 'hyparquet';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { betHistory } from '../bets/index.ts';
import { connect } from '../connect.ts';
import { createTestDatabase } from '../testing/index.ts';
import { exportEvents, listEvents, proveWallet } from './index.ts';

const small = 2_000;
/** Half a million on request, which takes 40 seconds: TEST_WALLETS=500000 npm test -- store/src/ledger/bounded-cost.db.test.ts */
const large = Number(process.env['TEST_WALLETS'] ?? 50_000);

const database = await createTestDatabase();
/** One connection, so that what it read can be counted. */
const counted = connect(database.url, { max: 1 });
const pool = counted.pool;
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
await owner.query('set synchronous_commit = off');
// Autovacuum summarises the index by time, and what it reads would be counted.
await owner.query('alter index ledger_events_reading set (autosummarize = off)');
for (const table of ['wallets', 'bets', 'ledger_events', 'ledger_entries'])
  await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
afterAll(async () => {
  await counted.close();
  await owner.end();
  await database.close();
});

const walletOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}` as WalletId;

/** Wallets from `from` to `to` with one more event each, every `step`th; its hashes stand for real ones. */
async function moveWallets(from: number, to: number, step = 1): Promise<void> {
  await owner.query(`
    with moved as (
      select n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(${from}, ${to}, ${step}) n
    ), saved as (
      insert into wallets (wallet_id, cash, version, head_hash, recorded_at)
      select id, 100, 1, sha256(id::text::bytea), now() from moved
      on conflict (wallet_id) do update set cash = wallets.cash + 100, version = wallets.version + 1
      returning wallet_id, version, head_hash
    )
    insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause,
      effective_at, recorded_at, prev_hash, hash)
    select nextval('ledger_seq'), wallet_id, version, 'AdjustmentMade', 100, '{}', version, head_hash, 'system:test', 'test',
      now(), now(), head_hash, head_hash
    from saved`);
}

/** Rows of the ledger that `work` read on the pool's connection. */
async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  const before = await rowsRead();
  await work();
  return (await rowsRead()) - before;
}

async function rowsRead(): Promise<number> {
  // PostgreSQL counts what a connection read up to a minute late, also what the triggers of the owner's inserts read.
  for (const connection of [owner, pool]) {
    await connection.query('select pg_stat_force_next_flush()');
    await connection.query('select 1');
  }
  const { rows } = await owner.query<{ read: string }>(`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables
    where relname in ('wallets', 'bets') or relname like 'ledger_%'`);
  return Number(rows[0]?.read ?? 0);
}

const proofOf = async (wallet: WalletId) => {
  const proof = await proveWallet(pool, wallet);
  if (typeof proof === 'string') throw new Error(proof);
  return JSON.parse(await textOf(proof));
};

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

describe('attack: one proof makes the database read every wallet', () => {
  test(`reads with ${large} wallets hardly more than with ${small}`, async () => {
    await moveWallets(1, small);
    const smallProof = await rowsReadBy(() => proofOf(walletOf(700)));
    await moveWallets(small + 1, large);
    await owner.query('vacuum analyze wallets, ledger_events');
    const largeProof = await rowsReadBy(() => proofOf(walletOf(large - 700)));
    expect(largeProof).toBeLessThan(3 * smallProof);
  });
});

describe('attack: a bettor with 50,000 bets makes each of their pages read all of them', () => {
  const betOf = (n: number) => `00000000-0000-4000-9000-${n.toString(16).padStart(12, '0')}` as BetId;
  const bettor = '00000000-0000-7000-a000-000000000001';
  const patient = '00000000-0000-7000-a000-000000000002';

  /** Settled bets with their stakes in the ledger, and one open bet that is older than all of them. */
  async function saveBets(from: number, to: number): Promise<void> {
    await owner.query(`
      insert into bets (id, wallet_id, user_id, stake, bonus_stake, total_odds, potential_payout, odds_policy, status, payout,
        settlement, placed_at, settled_at)
      select ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, '${bettor}', '${bettor}', 100, 0, 2, 200, 'any',
        case when n = 1 then 'pending' else 'lost' end, case when n = 1 then null else 0 end,
        case when n = 1 then 0 else 1 end, now() + n * interval '1 second', case when n = 1 then null else now() end
      from generate_series(${from}, ${to}) n`);
    await owner.query(`
      insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause,
        effective_at, recorded_at, prev_hash, hash)
      select nextval('ledger_seq'), '${bettor}', n, 'StakeTaken', 100, '{}',
        'stake:00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'), sha256('x'), 'system:test', 'test',
        now(), now(), sha256('x'), sha256('x')
      from generate_series(${from}, ${to}) n`);
    await owner.query('analyze bets, ledger_events');
  }

  const eventsOf = (filter: Partial<Parameters<typeof listEvents>[1]>, before?: number) =>
    listEvents(counted.db, { time: 'recorded', walletId: bettor as WalletId, ...filter }, { before, limit: 50 });

  const costs = async () => ({
    history: await rowsReadBy(() => betHistory(counted.db, bettor as UserId, { limit: 50 })),
    open: await rowsReadBy(() => betHistory(counted.db, bettor as UserId, { limit: 50, show: 'open' })),
    events: await rowsReadBy(() =>
      listEvents(
        counted.db,
        { time: 'recorded', walletId: bettor as WalletId, cause: betOf(1) },
        { after: 0, limit: 500 },
      ),
    ),
  });

  const [early, late] = ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];

  test('pages through a filter to its only event', async () => {
    await owner.query(`
      insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause,
        effective_at, recorded_at, prev_hash, hash)
      select nextval('ledger_seq'), '${patient}', n, case when n = 7 then 'DepositCredited' else 'StakeTaken' end, 100, '{}',
        'k' || n, sha256('x'), 'system:test', 'test', now(), now(), sha256('x'), sha256('x')
      from generate_series(1, 12000) n`);
    const found: number[] = [];
    let pages = 0;
    for (let before: number | undefined; pages < 10; ) {
      const page = await eventsOf({ walletId: patient as WalletId, type: 'DepositCredited' }, before);
      pages += 1;
      found.push(...page.events.map(({ version }) => version));
      if (page.next === null) break;
      before = page.next;
    }
    expect([found, pages]).toEqual([[7], 3]);
  });

  test('exports all 12,000 events in each format, in several pages and row groups', async () => {
    const bytesOf = async (format: 'csv' | 'ndjson' | 'parquet') => {
      const chunks: Uint8Array[] = [];
      const filter = { time: 'recorded' as const, walletId: patient as WalletId };
      const upTo = Number.MAX_SAFE_INTEGER;
      for await (const chunk of exportEvents(counted.db, filter, { format, upTo })) chunks.push(Buffer.from(chunk));
      expect(chunks.length).toBeGreaterThan(1);
      return Buffer.concat(chunks);
    };
    const all = Array.from({ length: 12_000 }, (_, at) => at + 1);
    const lines = async (format: 'csv' | 'ndjson') => (await bytesOf(format)).toString().trimEnd().split('\n');
    expect((await lines('csv')).slice(1).map((line) => Number(line.split(',')[2]))).toEqual(all);
    expect((await lines('ndjson')).map((line) => JSON.parse(line).version)).toEqual(all);
    const { buffer, byteOffset, length } = await bytesOf('parquet');
    const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer });
    expect(rows.map(({ version }) => version)).toEqual(all);
  });

  test('reads no more with 50,000 bets than with 2,000', async () => {
    await saveBets(1, 2_000);
    const few = await costs();
    await saveBets(2_001, 50_000);
    const many = await costs();
    // A filter that no event or only the first one meets.
    for (const filter of [
      { type: 'WinningsPaid' },
      { maxAmount: cents(99) },
      { cause: 'none' },
      { time: 'effective', to: early },
    ]) {
      expect([filter, await rowsReadBy(() => eventsOf(filter as { type: string }))]).toEqual([
        filter,
        expect.closeTo(10_000, -2),
      ]);
    }
    expect(await rowsReadBy(() => eventsOf({ from: late }))).toBeLessThan(500);
    for (const [page, read] of Object.entries(few)) {
      expect([page, many[page as keyof typeof many]]).toEqual([page, expect.closeTo(read, -1)]);
      expect(read).toBeLessThan(200);
    }
  });
});
