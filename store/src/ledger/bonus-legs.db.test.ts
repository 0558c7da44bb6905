import { randomUUID } from 'node:crypto';
import { standardTerms } from '@touchline/core/bonus';
import type { TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import type { EventRecord, Json } from '@touchline/core/wallet';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  causeOf,
  confirmedWithdrawal,
  createMatch,
  createPlayer,
  createTestDatabase,
  depositWithBonus,
  finishMatch,
  homeWins,
  letBonusRunOut,
  type Player,
  settleEnded,
  type TestDatabase,
  type TestMatch,
  tamper,
  verifyUnsigned,
} from '../testing/index.ts';
import { createWalletWriter, eventHash } from '../wallet/index.ts';
import { exportLedger, rebuildWallets, trialBalance, verifyMoney } from './index.ts';

let database: TestDatabase;
let staker: Player;

/** Bonuses that became cash, were withdrawn over, and ran out with nothing left, with bets before and behind their ends. */
beforeAll(async () => {
  database = await createTestDatabase();
  const writer = createWalletWriter(database);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const newMatch = () => createMatch(database.db, `Home ${randomUUID()}`, `Away ${randomUUID()}`);
  const end = async (match: TestMatch, status: 'void' | 'won') => {
    if (status === 'won') await finishMatch(database.db, match.id, 1, 0);
    else await database.pool.query(`update matches set status = 'void', ended_at = now() where id = $1`, [match.id]);
    await settleEnded(database, match.id);
  };
  const players: { player: Player; bonusId: TransactionId; open: TestMatch }[] = [];
  for (let at = 0; at < 3; at += 1) {
    const player = await createPlayer(database.db, writer);
    const bonusId = await depositWithBonus(database.db, writer, player, 30, { ...standardTerms, wagering: 2 });
    const [won, refunded, open] = [await newMatch(), await newMatch(), await newMatch()];
    await writer.submit(homeWins(player, [won], 3_500));
    await writer.submit(homeWins(player, [refunded], 700));
    await writer.submit(homeWins(player, [open], 1_800));
    await end(won, 'won');
    await end(refunded, 'void');
    players.push({ player, bonusId, open });
  }
  const [first, second, third] = players;
  if (!first || !second || !third) throw new Error('three players were opened');
  staker = first.player;
  const last = await newMatch();
  await writer.submit(homeWins(first.player, [last], 3_000));
  await end(last, 'won');
  await writer.submit({
    type: 'request-withdrawal',
    transactionId: randomUUID() as TransactionId,
    walletId: second.player.walletId,
    amount: cents(2_000),
    method: 'bank_transfer',
    payout: null,
    ...confirmedWithdrawal,
    asked: 'test',
    flags: [],
    metadata: {},
    forfeitBonus: true,
    ...causeOf('request-withdrawal'),
    actor: `user:${second.player.userId}`,
  });
  // All that is left goes on a bet, so that nothing is left to take when the time is up.
  await writer.submit(homeWins(third.player, [await newMatch()], 7_700));
  await letBonusRunOut(owner, third.player);
  await writer.submit({
    type: 'expire-bonus',
    bonusId: third.bonusId,
    walletId: third.player.walletId,
    ...causeOf('expire-bonus'),
  });
  for (const { open } of players) await end(open, 'won');
  // A part of the deposit is charged back after its bonus became cash, and later another.
  for (const [reversalId, amount] of [
    ['chb_1', 701],
    ['chb_2', 1_000],
  ] as const) {
    const reversal = {
      id: randomUUID() as TransactionId,
      kind: 'chargeback',
      reversalId,
      amount: cents(amount),
    } as const;
    const { walletId } = first.player;
    await writer.submit({
      type: 'reverse-deposit',
      walletId,
      transactionId: first.bonusId,
      reversal,
      ...causeOf('reverse-deposit'),
    });
  }
  await owner.end();
  await writer.close();
  await tamper(database, 'create table true_events as table ledger_events');
});
afterAll(() => database.close());
beforeEach(() => tamper(database, 'delete from ledger_events', 'insert into ledger_events table true_events'));

const verifyExport = (format: 'ndjson' | 'csv') =>
  verifyUnsigned(`export.${format}`, exportLedger(database.pool, { format }));
/** What the product finds; the stand-alone verifier must find the same. */
async function kindsFound() {
  const { found } = await verifyMoney(database.pool);
  const kinds = Object.keys(found)
    .filter((kind) => kind !== 'play-differs')
    .toSorted();
  expect((await verifyExport('ndjson')).kinds).toEqual(kinds);
  return kinds;
}

test('the ledger of these tests has every kind of bonus movement, and an expiry without one', async () => {
  const { rows } = await database.pool.query<{ what: string }>(`
    select distinct concat_ws(' ', e.type, l.account, sign(l.amount)::int) as what
    from ledger_events e left join ledger_entries l on l.seq = e.seq and l.account like '%bonus'
    where e.type like 'Bonus%' or l.account is not null`);
  expect(rows.map((row) => row.what).toSorted()).toEqual([
    'BonusConverted player:bonus -1',
    'BonusForfeited',
    'BonusForfeited house:bonus 1',
    'BonusForfeited player:bonus -1',
    'BonusGranted house:bonus -1',
    'BonusGranted player:bonus 1',
    'BonusTakenBack house:bonus 1',
    'StakeRefunded player:bonus 1',
    'StakeTaken player:bonus -1',
    'WinningsPaid house:bonus 1',
    'WinningsPaid player:bonus 1',
  ]);
});

test('verifies here and in the stand-alone verifier, as NDJSON and CSV, and its accounts sum to zero', async () => {
  expect(await verifyMoney(database.pool)).toMatchObject({ passed: true, findings: [] });
  expect(await verifyExport('ndjson')).toMatchObject({ code: 0, kinds: [] });
  expect(await verifyExport('csv')).toMatchObject({ code: 0, kinds: [] });
  expect((await trialBalance(database.db)).sum).toBe(0);
});

test('rebuilds deleted balances', async () => {
  const ownerPool = new Pool({ connectionString: database.ownerUrl, max: 2 });
  const before = await database.pool.query('select * from wallets order by wallet_id');
  expect(await rebuildWallets(ownerPool)).toMatchObject({ repairedCount: 0, wallets: 3 });
  expect((await database.pool.query('select * from wallets order by wallet_id')).rows).toEqual(before.rows);
  await ownerPool.end();
});

test.each([
  ['less bonus money in a stake', 'StakeTaken', 'fromBonus', (value: number) => ({ fromBonus: value - 1 })],
  ['no bonus money in a stake', 'StakeTaken', 'fromBonus', () => ({ fromBonus: undefined, bonusId: undefined })],
  ['bonus money in a stake of own money', 'StakeTaken', 'terms', () => ({ fromBonus: 100 })],
  ['winnings of the bonus as cash', 'WinningsPaid', 'toBonus', () => ({ toBonus: undefined })],
  ['a refund of the bonus as cash', 'StakeRefunded', 'toBonus', () => ({ toBonus: undefined })],
])('%s, rewritten with a valid hash, is detected from the entries', async (_what, type, member, change) => {
  await forge(type, member, change);
  expect(await kindsFound()).toContain('entries-differ');
});

test('detects a change of what counted towards a bonus', async () => {
  const { rows } = await database.pool.query<{ seq: number }>(
    `select seq from ledger_events where payload ? 'wagered' order by seq limit 1`,
  );
  await tamper(database, `update ledger_events set payload = payload || '{"wagered": 1}' where seq = ${rows[0]?.seq}`);
  expect(await kindsFound()).toEqual(['bonus-differs', 'event-altered']);
});

/** Changes the payload of the first such event of a wallet, and gives it and all that follow a hash that fits. */
async function forge(type: string, member: string, change: (value: number) => object): Promise<void> {
  const { rows } = await database.pool.query(
    `select *, to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as effective,
       to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded
     from ledger_events where wallet_id = $1 order by version`,
    [staker.walletId],
  );
  const target = rows.find((row) => row.type === type && member in row.payload);
  if (!target) throw new Error(`no ${type} with ${member}`);
  let head: Buffer = Buffer.alloc(32);
  for (const row of rows) {
    const { seq, wallet_id, version, amount, key, actor, cause } = row;
    const payload: Json =
      row === target ? JSON.parse(JSON.stringify({ ...row.payload, ...change(row.payload[member]) })) : row.payload;
    const record: EventRecord = {
      ...{ seq, wallet_id, version, type: row.type, amount, payload, key, actor, cause },
      request: row.request.toString('hex'),
      effective_at: row.effective,
      recorded_at: row.recorded,
    };
    const hash = eventHash(head, record);
    await tamper(
      database,
      `update ledger_events set payload = '${JSON.stringify(payload)}', prev_hash = '\\x${head.toString('hex')}',
         hash = '\\x${hash.toString('hex')}' where seq = ${seq}`,
    );
    head = hash;
  }
}
