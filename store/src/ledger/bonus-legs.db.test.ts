import { randomUUID } from 'node:crypto';
import { standardTerms } from '@touchline/core/bonus';
import type { TransactionId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { applyLegs, type EventRecord, emptyWallet, isPlayerAccount, type Json, legs } from '@touchline/core/wallet';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { eventOf } from './rows.ts';

let database: TestDatabase;
let [staker, withdrawer, idler]: Player[] = [];
const tables = ['ledger_events', 'ledger_entries', 'wallets', 'transactions'];

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
  [staker, withdrawer, idler] = [first.player, second.player, third.player];
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
  await tamper(database, ...tables.map((table) => `create table true_${table} as table ${table}`));
});
afterAll(() => database.close());
beforeEach(() =>
  tamper(database, ...tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} table true_${table}`])),
);

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

/** What an insider who forges a wallet's history invents of it; everything else follows from that. */
type Forged = { type: string; amount: number; payload: { [member: string]: Json }; key: string };
/** An event to add to a wallet's history. */
const added = (type: string, amount: number, payload: Forged['payload']): Forged => ({
  type,
  amount,
  payload,
  key: 'forged',
});

describe('a history that was forged with true hashes, entries and balances is detected:', () => {
  const bonusOf = (history: readonly Forged[]) =>
    String(history.find(({ type }) => type === 'BonusGranted')?.payload['bonusId']);

  test('a negative amount that makes money', async () => {
    await rewrite(idler, (history) => [...history, added('BonusForfeited', -5_000, { bonusId: bonusOf(history) })]);
    expect(await kindsFound()).toEqual(['amount-wrong']);
  });

  test('a negative part of a payout', async () => {
    await rewrite(staker, (history) => history.map(changed('WinningsPaid', 'legs', { forfeited: -5_000 })));
    expect(await kindsFound()).toEqual(expect.arrayContaining(['amount-wrong']));
  });

  test('a payout that is all cash, although bonus money was staked', async () => {
    await rewrite(withdrawer, (history) => {
      const { payload } =
        history.findLast(({ type, payload }) => type === 'WinningsPaid' && payload['forfeited']) ?? {};
      return history.map((event) =>
        event.payload === payload ? { ...event, payload: { ...payload, forfeited: 0 } } : event,
      );
    });
    expect(await kindsFound()).toEqual(['bonus-differs']);
  });

  test('more bonus money in a stake than the stake', async () => {
    await rewrite(withdrawer, (history) =>
      history.map((event) => {
        if (event.type === 'BonusForfeited') return { ...event, amount: event.amount - 1 };
        return event.amount === 700 ? changed('StakeTaken', 'fromBonus', { fromBonus: 701 })(event) : event;
      }),
    );
    expect(await kindsFound()).toEqual(expect.arrayContaining(['amount-wrong']));
  });

  test('money taken back that never became cash', async () => {
    await rewrite(idler, (history) => [...history, added('BonusTakenBack', 500, { bonusId: bonusOf(history) })]);
    expect(await kindsFound()).toEqual(['bonus-differs']);
  });

  test('more money taken back than became cash', async () => {
    await rewrite(staker, (history) => [...history, added('BonusTakenBack', 50_000, { bonusId: bonusOf(history) })]);
    expect(await kindsFound()).toEqual(['bonus-differs']);
  });

  test('a refunded stake that counts as wagered, so that the bonus becomes cash', async () => {
    await rewrite(withdrawer, (history) =>
      history
        .map(changed('StakeRefunded', 'legs', { wagered: 10_000 }))
        .map((event) => (event.type === 'BonusForfeited' ? { ...event, type: 'BonusConverted' } : event)),
    );
    expect(await kindsFound()).toEqual(expect.arrayContaining(['bonus-differs']));
  });

  test.each([
    ['above its deposit', 3_001, 1],
    ['three times', 3_000, 3],
  ])('a deposit that is reversed %s', async (_how, amount, times) => {
    const reversals = Array.from({ length: times }, (_, at) => `forged ${at}`);
    await rewrite(idler, (history) => [
      ...history,
      ...reversals.map((reversalId) => ({
        ...added('DepositReversed', amount, { reversalId, transactionId: bonusOf(history) }),
        key: reversalId,
      })),
    ]);
    await tamper(
      database,
      ...reversals.map(
        (
          reversalId,
        ) => `insert into transactions select (jsonb_populate_record(null::transactions, to_jsonb(t) || jsonb_build_object(
           'id', gen_random_uuid(), 'wallet_id', d.wallet_id, 'amount', ${amount}, 'reference', '${reversalId}',
           'metadata', jsonb_build_object('deposit', d.id)))).*
         from (select * from transactions where type = 'refund' limit 1) t, transactions d
         where d.wallet_id = '${idler?.walletId}' and d.type = 'deposit'`,
      ),
    );
    expect(await kindsFound()).toEqual(['payment-differs']);
  });
});

/** Changes the payload of the first events of a type that have a member. */
const changed =
  (type: string, member: string, but: Forged['payload']) =>
  (event: Forged): Forged =>
    event.type === type && member in event.payload ? { ...event, payload: { ...event.payload, ...but } } : event;

/** Gives a wallet another history, with hashes, entries and a balance that fit. */
async function rewrite(
  player: Player | undefined,
  change: (history: readonly Forged[]) => readonly Forged[],
): Promise<void> {
  const walletId = player?.walletId ?? '';
  const rows = await eventsOf(walletId);
  const [last] = rows.slice(-1);
  let head: Buffer = Buffer.alloc(32);
  let wallet = emptyWallet;
  const statements = ['ledger_events', 'ledger_entries'].map(
    (table) => `delete from ${table} where wallet_id = '${walletId}'`,
  );
  const history = change(
    rows.map(({ type, amount, payload, key }) => ({ type, amount: Number(amount), payload, key })),
  );
  for (const [at, event] of history.entries()) {
    const row = rows[at] ?? { ...last, seq: Number(last?.seq) + 1_000 + at, actor: 'system:test' };
    const seq = Number(row.seq);
    const record: EventRecord = {
      ...{ ...event, seq, wallet_id: walletId, version: at + 1, actor: row.actor, cause: row.cause },
      ...{ request: row.request.toString('hex'), effective_at: row.effective, recorded_at: row.recorded },
    };
    const previous = head;
    head = eventHash(previous, record);
    const values = {
      ...row.stored,
      ...record,
      prev_hash: `\\x${previous.toString('hex')}`,
      hash: `\\x${head.toString('hex')}`,
    };
    statements.push(
      `insert into ledger_events select (jsonb_populate_record(null::ledger_events, ${literal({ ...values, request: `\\x${record.request}` })})).*`,
    );
    const moved = legs(eventOf(record));
    wallet = applyLegs(wallet, moved);
    for (const [leg, { account, amount }] of moved.entries()) {
      const balance = isPlayerAccount(account) ? wallet[account.slice(7) as keyof typeof wallet] : null;
      const entry = { seq, leg: leg + 1, account, wallet_id: walletId, amount, balance_after: balance };
      statements.push(
        `insert into ledger_entries select (jsonb_populate_record(null::ledger_entries, ${literal(entry)})).*`,
      );
    }
  }
  const { cash, held, bonus, staked } = wallet;
  statements.push(
    `update wallets set cash = ${cash}, held = ${held}, bonus = ${bonus}, staked = ${staked}, version = ${history.length},
       head_hash = '\\x${head.toString('hex')}' where wallet_id = '${walletId}'`,
  );
  await tamper(database, ...statements);
}
const literal = (row: object) => `'${JSON.stringify(row).replaceAll("'", "''")}'::jsonb`;

const eventsOf = async (walletId: string) =>
  (
    await database.pool.query(
      `select *, to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as effective,
         to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded, to_jsonb(ledger_events) as stored
       from ledger_events where wallet_id = $1 order by version`,
      [walletId],
    )
  ).rows;

/** Changes the payload of the first such event of a wallet, and gives it and all that follow a hash that fits. */
async function forge(type: string, member: string, change: (value: number) => object): Promise<void> {
  const rows = await eventsOf(staker?.walletId ?? '');
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
