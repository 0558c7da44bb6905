import type { WalletView } from '@touchline/core/contract';
import { createTestDatabase, emptyTestDatabase, type Player, playSomeLedger, tamper } from '@touchline/store/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allIsWell, proveBooks } from '../prove-money.ts';
import { betsTooMany, doneTwice, lostBets, wrongWallets } from './wallet-history.ts';

// The final checks of the chaos tests, each given a fault that it must detect.
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let players: readonly Player[];
let victim: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  players = await playSomeLedger(database);
  victim = players[0]?.walletId ?? '';
});

const shown = (version: number, balance: number): WalletView => ({ version, balance, held: 0, bonus: 0, staked: 0 });
const wrong = (...wallets: readonly WalletView[]) => wrongWallets(database, { name: 'the screen', wallets }, victim);
const bets = async () =>
  (await database.pool.query<{ id: string }>('select id::text from bets')).rows.map((bet) => bet.id);
const { verification: _verification, trialBalance: _trialBalance, ...soundBooks } = allIsWell;

test('finds nothing in a consistent ledger', async () => {
  const acknowledged = await bets();
  const asked = { walletIds: players.map(({ walletId }) => walletId), acknowledged, unanswered: 0 };
  // A deposit of $100, then three stakes of $5.
  expect(await wrong(shown(1, 100), shown(2, 95), shown(4, 85))).toEqual([]);
  expect(await doneTwice(database)).toEqual([]);
  expect(await lostBets(database, new Map(acknowledged.map((id) => [`of ${id}`, id])))).toEqual([]);
  expect(await betsTooMany(database, asked)).toEqual([]);
  expect(await proveBooks(database)).toEqual(soundBooks);
});

test('detects a wallet that goes backwards, repeats a version, or never existed in the ledger', async () => {
  expect(await wrong(shown(3, 90), shown(2, 95))).toEqual(['the screen showed version 2 after 3']);
  expect(await wrong(shown(2, 95), shown(2, 95))).toEqual(['the screen showed version 2 after 2']);
  expect(await wrong(shown(1, 100), shown(2, 100))).toEqual(['the screen showed 100 at 2, where the ledger has 9500']);
  expect(await wrong(shown(99, 100))).toEqual(['the screen showed 100 at 99, where the ledger has undefined']);
});

test('detects a bet that was settled twice, and a key that was applied twice', async () => {
  const again = (what: string, key: string) => `insert into ledger_events
    select seq + 1000000, wallet_id, version + 100, type, amount, payload, ${key}, request, actor, cause, effective_at,
      recorded_at, prev_hash, hash from ledger_events where wallet_id = '${victim}' and ${what}`;
  await tamper(database, again("type = 'WinningsPaid'", "key || ' again'"));
  expect(await doneTwice(database)).toEqual([expect.stringMatching(/^\S+ settled 2 times$/)]);
  await tamper(
    database,
    'alter table ledger_events drop constraint ledger_events_wallet_id_key_key',
    again('version = 2', 'key'),
  );
  expect(await doneTwice(database)).toHaveLength(2);
});

test('detects a lost bet by its key', async () => {
  const [first = '', second = ''] = await bets();
  await tamper(database, `delete from bets where id = '${second}'`);
  const placed = new Map([
    ['kept', first],
    ['gone', second],
  ]);
  expect(await lostBets(database, placed)).toEqual(['gone']);
});

test('detects a second bet from one call, unless an unanswered call may have placed it', async () => {
  const [second = '', ...acknowledged] = await bets();
  const asked = { walletIds: players.map(({ walletId }) => walletId), acknowledged };
  expect(await betsTooMany(database, { ...asked, unanswered: 0 })).toEqual([second]);
  expect(await betsTooMany(database, { ...asked, unanswered: 1 })).toEqual([]);
});

test('detects a cent too much in an entry or a wallet, an altered event, and money without an event', async () => {
  await tamper(database, `update wallets set cash = cash + 1 where wallet_id = '${victim}'`);
  expect(await proveBooks(database)).toMatchObject({ entries: 0, wrongBalances: [victim], notOnce: [] });
  await tamper(
    database,
    `update wallets set cash = cash - 1 where wallet_id = '${victim}'`,
    `update ledger_entries set amount = amount + 1 where account = 'provider:clearing' and seq = (
      select seq from ledger_events where wallet_id = '${victim}' and version = 1)`,
  );
  const { entries, wrongBalances, findings } = await proveBooks(database);
  expect({ entries, wrongBalances, isFound: findings.length > 0 }).toEqual({
    entries: 1,
    wrongBalances: [],
    isFound: true,
  });
  await tamper(
    database,
    `insert into transactions (id, wallet_id, version, type, amount, status, method, created_at, updated_at)
      values (gen_random_uuid(), '${victim}', 1, 'deposit', 100, 'completed', 'ideal', now(), now())`,
  );
  expect((await proveBooks(database)).notOnce).toEqual([expect.stringMatching(/^deposit \S+ completed: 0$/)]);
});
