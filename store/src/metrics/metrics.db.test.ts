import { defaultLimits } from '@touchline/core/betting';
import type { TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createPlayer, createTestDatabase, emptyTestDatabase } from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { createVitals, measureLedger, measurePools, measureVitals } from './index.ts';
import { readVitals, type Vitals } from './read-vitals.ts';

let registry: Registry;
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  registry = new Registry();
});

const lines = async (name: string) =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test('counts commands by outcome, and each event once even if its command is repeated', async () => {
  const writer = createWalletWriter(database, { onGroup: measureLedger(registry).group });
  const player = await createPlayer(database.db, writer);
  const deposit = {
    transactionId: crypto.randomUUID() as string as TransactionId,
    provider: 'test',
    providerPaymentId: 'p1',
    amount: cents(1_000),
  };
  const credit = {
    type: 'credit-deposit',
    walletId: player.walletId,
    deposit,
    actor: 'system:payments',
    cause: 'test',
  } as const;
  await writer.submit(credit);
  await writer.submit(credit);
  await writer.submit({
    type: 'judge-bet',
    betId: crypto.randomUUID() as never,
    matchIds: [],
    limits: defaultLimits,
    walletId: player.walletId,
    actor: 'system:payments',
    cause: 'test',
  });
  await writer.close();
  const commands = await lines('touchline_wallet_commands_total');
  // From the beginning: Prometheus sees no growth in a counter that begins with its first failure.
  expect(commands.filter((line) => line.includes('outcome="failed"')).map((line) => line.split('} ')[1])).toEqual(
    Array.from({ length: 9 }, () => '0'),
  );
  expect(commands.filter((line) => !line.includes('outcome="failed"'))).toEqual([
    'touchline_wallet_commands_total{command="credit-deposit",outcome="done"} 1',
    'touchline_wallet_commands_total{command="credit-deposit",outcome="repeated"} 1',
    'touchline_wallet_commands_total{command="judge-bet",outcome="bet-unknown"} 1',
  ]);
  expect(await lines('touchline_ledger_events_total')).toEqual([
    'touchline_ledger_events_total{type="DepositCredited"} 1',
  ]);
  expect(await lines('touchline_wallet_group_commands_count')).toEqual(['touchline_wallet_group_commands_count 3']);
});

test('reports zero for an empty product and omits unknown values', async () => {
  measureVitals(
    registry,
    createVitals(database.db, () => {}),
  );
  const text = await registry.metrics();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(samples.filter((line) => !line.startsWith('touchline_database_size_bytes '))).toEqual([
    'touchline_vitals_readable 1',
    'touchline_book_open_dollars 0',
    'touchline_book_worst_outcome_dollars 0',
    'touchline_feed_incidents{kind="refused-us"} 0',
    'touchline_feed_incidents{kind="wrong-question"} 0',
    'touchline_settlement_waiting_matches 0',
    'touchline_settlement_lag_seconds 0',
    'touchline_bets_held 0',
    'touchline_bets_held_lag_seconds 0',
    'touchline_transactions_open{type="deposit",status="initiated"} 0',
    'touchline_transactions_open{type="deposit",status="pending"} 0',
    'touchline_transactions_open{type="withdrawal",status="initiated"} 0',
    'touchline_transactions_open{type="withdrawal",status="pending"} 0',
    'touchline_transactions_open{type="refund",status="initiated"} 0',
    'touchline_transactions_open{type="refund",status="pending"} 0',
    'touchline_reviews 0',
    'touchline_proposals 0',
    'touchline_emails_waiting 0',
    'touchline_emails_lag_seconds 0',
    'touchline_letters_waiting 0',
    'touchline_letters_lag_seconds 0',
    'touchline_payment_checks_lag_seconds 0',
    'touchline_payment_provider_breakers_open 0',
    'touchline_wallets_negative 0',
    'touchline_signing_stopped 0',
    'touchline_archive_failing 0',
  ]);
});

test('reports only that the database is down when it does not respond', async () => {
  const problems: unknown[] = [];
  let isUp = true;
  const vitals = createVitals(database.db, (error) => problems.push(error));
  measureVitals(registry, async () => (isUp ? vitals() : undefined));
  expect(await lines('touchline_wallets_negative')).toEqual(['touchline_wallets_negative 0']);
  isUp = false;
  expect(await lines('touchline_wallets_negative')).toEqual([]);
  expect(await lines('touchline_feed_incidents')).toEqual([]);
  expect(await lines('touchline_vitals_readable')).toEqual(['touchline_vitals_readable 0']);
  expect(problems).toEqual([]);
});

test('a withdrawal to a new destination waits for an admin only once one may approve it', async () => {
  const writer = createWalletWriter(database, {});
  const { walletId } = await createPlayer(database.db, writer);
  await writer.close();
  const request = (type: string, createdAt: string, payableFrom: string | null) =>
    sql`
    insert into transactions (id, version, wallet_id, type, method, amount, status, created_at, updated_at, payable_from)
    values (gen_random_uuid(), 1, ${walletId}, ${type}, 'card', 100, 'pending', ${createdAt}, ${createdAt}, ${payableFrom})`.execute(
      database.db,
    );
  await request('deposit', '2026-11-20T09:00:00Z', null);
  await request('withdrawal', '2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z');
  const vitals = await readVitals(database.db);
  await request('withdrawal', '2026-11-21T08:00:00Z', null);
  await request('withdrawal', '2026-11-21T09:00:00Z', '2026-11-21T07:00:00Z');
  const later = await readVitals(database.db);
  const sinceOf = ({ open }: Vitals) =>
    Object.fromEntries(open.map(({ type, since }) => [type, new Date(since).toISOString()]));
  expect([sinceOf(vitals), sinceOf(later)]).toEqual([
    { deposit: '2026-11-20T09:00:00.000Z', withdrawal: '2026-11-21T10:00:00.000Z' },
    { deposit: '2026-11-20T09:00:00.000Z', withdrawal: '2026-11-21T08:00:00.000Z' },
  ]);
});

test('counts a connection in use', async () => {
  measurePools(registry, { main: database.pool });
  const client = await database.pool.connect();
  const { length } = await lines('touchline_database_connections');
  const used = await lines('touchline_database_connections');
  client.release();
  expect([length, used[0]]).toEqual([2, 'touchline_database_connections{pool="main",state="used"} 1']);
});
