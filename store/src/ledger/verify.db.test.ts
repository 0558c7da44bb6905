import type { WalletId } from '@touchline/core/ids';
import { emptyWallet } from '@touchline/core/wallet';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorePool } from '../pool.ts';
import { createTestDatabase, playSomeLedger, tamper, verifyAlone, verifyUnsigned } from '../testing/index.ts';
import {
  exportLedger,
  type Proof,
  proveWallet,
  rebuildWallets,
  trialBalance,
  verifyLedger,
  verifyMoney,
  walletAt,
} from './index.ts';

const tables = ['ledger_events', 'ledger_entries', 'wallets'];

const database = await createTestDatabase();
const players = await playSomeLedger(database);
await tamper(database, ...tables.map((table) => `create table true_${table} as table ${table}`));
afterAll(() => database.close());
// So few rows are deleted in less than half the time that truncating takes.
afterEach(() =>
  tamper(database, ...tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} table true_${table}`])),
);

/** What the product's own verification finds; the stand-alone verifier must find the same in an export, as far as that goes. */
const verify = async () => {
  const report = await verifyMoney(database.pool);
  const alone = await verifyUnsigned('export.ndjson', exportLedger(database.pool, { format: 'ndjson' }));
  expect(alone.code).toBe(report.passed ? 0 : 1);
  const inBoth = report.findings.filter(({ kind }) => !['book-differs', 'play-differs'].includes(kind));
  expect(alone.kinds).toEqual([...new Set(inBoth.map(({ kind }) => kind))].toSorted());
  return report;
};

const kindsFound = async () => [...new Set((await verify()).findings.map((finding) => finding.kind))];

test('an untouched ledger passes, with every event and entry counted, by one thread and by two', async () => {
  for (const threadsFrom of [1_000, 1]) {
    const seen: number[] = [];
    const report = await verifyLedger(database.pool, { threadsFrom, onProgress: ({ done }) => seen.push(done) });
    // Each player: a deposit, four stakes and two settlements; one of the settlements pays winnings with three legs.
    const counts = { wallets: 3, events: 21, entries: 45, checkpoints: 0, uncovered: 21 };
    expect(report).toEqual({ passed: true, ...counts, findings: [], found: {} });
    expect(seen.at(-1)).toBe(21);
  }
});

test('two threads read from the server that has the snapshot, of several in the URL', async () => {
  const severalServers = database.ownerUrl.replace(/@([^/]+)/, '@127.0.0.1:1,$1');
  const pool = openStorePool(severalServers);
  try {
    expect(await verifyLedger(pool, { threadsFrom: 1 })).toMatchObject({ passed: true, events: 21 });
  } finally {
    await pool.end();
  }
});

test('two threads find what one finds, in both halves', async () => {
  await tamper(database, 'update wallets set cash = cash + 1', 'update ledger_events set amount = amount + 1');
  const [one, two] = [
    await verifyLedger(database.pool, { threadsFrom: 1_000 }),
    await verifyLedger(database.pool, { threadsFrom: 1 }),
  ];
  expect(one.found).toMatchObject({ 'event-altered': 21, 'wallet-differs': 3 });
  expect(two.found).toEqual(one.found);
  expect(two.findings.map(({ key }) => key).toSorted()).toEqual(one.findings.map(({ key }) => key).toSorted());
});

test('a finding keeps its key from run to run, and when honest events follow', async () => {
  const [victim] = players;
  await tamper(database, `update wallets set cash = cash + 5 where wallet_id = '${victim?.walletId}'`);
  const [first] = (await verifyLedger(database.pool)).findings;
  const [again] = (await verifyLedger(database.pool)).findings;
  expect(again?.key).toBe(first?.key);
  await tamper(database, `update wallets set cash = cash + 1 where wallet_id = '${victim?.walletId}'`);
  const [other] = (await verifyLedger(database.pool)).findings;
  expect(other?.key).not.toBe(first?.key);
});

describe('detects a superuser’s changes and names the event', () => {
  let victim: string;
  beforeEach(() => {
    victim = players[0]?.walletId ?? '';
  });

  // The third event: the second stake of $5.
  const eventColumns = {
    seq: 'seq + 1000000',
    version: '99',
    type: "'WithdrawalRequested'",
    amount: 'amount + 1',
    payload: `payload || '{"terms":"x"}'`,
    key: "key || 'x'",
    request: "sha256('x')",
    actor: "'user:another'",
    cause: "'request:other'",
    effective_at: "effective_at - interval '1 day'",
    recorded_at: "recorded_at + interval '1 microsecond'",
    prev_hash: "sha256('x')",
    hash: "sha256('x')",
  };
  test.each(Object.entries(eventColumns))('ledger_events.%s', async (column, value) => {
    await tamper(
      database,
      `update ledger_events set ${column} = ${value} where wallet_id = '${victim}' and version = 3`,
    );
    const { passed, findings } = await verify();
    expect(passed).toBe(false);
    expect(findings.some(({ place }) => place.wallet === victim && place.version !== undefined)).toBe(true);
    expect(findings.map((finding) => finding.kind)).toContain(
      column === 'prev_hash' ? 'chain-broken' : 'event-altered',
    );
  });

  test('ledger_events.wallet_id', async () => {
    const other = players[1]?.walletId;
    await tamper(
      database,
      `update ledger_events set wallet_id = '${other}', version = 50 where wallet_id = '${victim}' and version = 3`,
    );
    expect(await kindsFound()).toEqual(expect.arrayContaining(['event-altered', 'version-missing']));
  });

  const third = () => `seq = (select seq from ledger_events where wallet_id = '${victim}' and version = 3)`;
  const entryColumns = {
    seq: 'seq + 1000000',
    leg: 'leg + 5',
    account: "'player:held'",
    wallet_id: 'gen_random_uuid()',
    amount: 'amount + 1',
    balance_after: 'balance_after + 1',
  };
  test.each(Object.entries(entryColumns))('ledger_entries.%s', async (column, value) => {
    await tamper(database, `update ledger_entries set ${column} = ${value} where ${third()} and leg = 1`);
    const differs = (await verify()).findings.filter((finding) => finding.kind === 'entries-differ');
    expect(differs).toMatchObject([{ place: { wallet: victim, version: 3 } }]);
  });

  test.each(['cash', 'held', 'bonus', 'staked', 'version', 'head_hash', 'recorded_at'])(
    'wallets.%s',
    async (column) => {
      const value =
        column === 'head_hash'
          ? "sha256('x')"
          : column === 'recorded_at'
            ? "recorded_at + interval '1 second'"
            : `${column} + 1`;
      await tamper(database, `update wallets set ${column} = ${value} where wallet_id = '${victim}'`);
      const [first] = (await verify()).findings;
      expect(first).toMatchObject({ kind: 'wallet-differs', place: { wallet: victim } });
    },
  );

  test('a missing wallet', async () => {
    await tamper(database, `delete from wallets where wallet_id = '${victim}'`);
    expect((await verify()).findings).toMatchObject([{ kind: 'wallet-missing', place: { wallet: victim } }]);
  });

  test('a removed event', async () => {
    await tamper(database, `delete from ledger_events where wallet_id = '${victim}' and version = 3`);
    expect((await verify()).findings).toContainEqual(
      expect.objectContaining({
        kind: 'version-missing',
        place: expect.objectContaining({ wallet: victim, version: 4 }),
      }),
    );
  });

  test('two swapped events', async () => {
    await tamper(
      database,
      `update ledger_events set version = case version when 3 then 1003 when 4 then 1004 end where wallet_id = '${victim}' and version in (3, 4)`,
      `update ledger_events set version = case version when 1003 then 4 when 1004 then 3 end where wallet_id = '${victim}' and version > 1000`,
    );
    expect(await kindsFound()).toEqual(expect.arrayContaining(['version-missing', 'event-altered']));
  });

  test('entries without an event', async () => {
    await tamper(
      database,
      `insert into ledger_entries values (9999999, 1, 'house:result', '${victim}', -5, null), (9999999, 2, 'player:cash', '${victim}', 5, 5)`,
    );
    expect(await kindsFound()).toEqual(['entries-orphaned']);
  });
});

describe('exports and proofs', () => {
  const proofOf = async (walletId: string) => {
    const proof = await proveWallet(database.pool, walletId as WalletId);
    if (typeof proof === 'string') throw new Error(proof);
    let text = '';
    for await (const chunk of proof) text += chunk;
    return JSON.parse(text) as Proof;
  };

  test('verifies the proof of each wallet without the database', async () => {
    for (const { walletId } of players) {
      const { code, text } = await verifyUnsigned('proof.json', JSON.stringify(await proofOf(walletId)));
      expect(text).toContain('PASSED: 7 events');
      expect(text).toContain('Not covered: No checkpoint was signed yet');
      expect(code).toBe(0);
    }
  });

  test('rejects a proof with another amount or without its last events', async () => {
    const proof = await proofOf(players[0]?.walletId ?? '');
    const [deposit, ...rest] = proof.events;
    if (!deposit) throw new Error('no events');
    const richer = { ...deposit, event: { ...deposit.event, amount: deposit.event.amount + 1 } };
    const fails = [
      [{ ...proof, events: [richer, ...rest] }, 'event-altered'],
      [{ ...proof, events: proof.events.slice(0, 3) }, 'wallet-differs'],
    ] as const;
    for (const [forged, kind] of fails) {
      const { code, kinds } = await verifyUnsigned('proof.json', JSON.stringify(forged));
      expect([code, kinds]).toEqual([1, expect.arrayContaining([kind])]);
    }
  });

  test('verifies the chains and entries of a CSV export', async () => {
    expect(await verifyUnsigned('export.csv', exportLedger(database.pool, { format: 'csv' }))).toMatchObject({
      code: 0,
    });
    await tamper(database, `update ledger_events set actor = 'system:"x, y"' where version = 2`);
    expect(await verifyUnsigned('export.csv', exportLedger(database.pool, { format: 'csv' }))).toMatchObject({
      code: 1,
      kinds: ['event-altered'],
    });
  });

  test('rejects a truncated export, and one without checkpoints unless they are waived', async () => {
    let text = '';
    for await (const chunk of exportLedger(database.pool, { format: 'ndjson' })) text += chunk;
    const cut = text.trimEnd().split('\n').slice(0, -1).join('\n');
    expect((await verifyUnsigned('cut.ndjson', cut)).kinds).toEqual(['cut-short']);
    const strict = await verifyAlone({ 'whole.ndjson': text }, 'whole.ndjson', '--key', 'none');
    expect([strict.code, strict.text]).toEqual([1, expect.stringContaining('checkpoint-missing')]);
  });

  test('an abandoned export releases its database connection', async () => {
    for await (const chunk of exportLedger(database.pool, { format: 'ndjson' })) {
      expect(chunk).not.toBe('');
      break;
    }
    expect((await verify()).passed).toBe(true);
  });
});

test('rebuilds the balances from the events and names the wallets that differed', async () => {
  const owner = new Pool({ connectionString: database.ownerUrl, max: 2 });
  const [victim, lost] = players.map((player) => player.walletId);
  await tamper(
    database,
    `update wallets set cash = cash + 5 where wallet_id = '${victim}'`,
    `delete from wallets where wallet_id = '${lost}'`,
  );
  const report = await rebuildWallets(owner);
  await owner.end();
  expect(report).toEqual({
    wallets: 3,
    events: 21,
    repaired: [victim, lost].toSorted(),
    repairedCount: 2,
    bookDiffered: false,
  });
  expect((await verify()).passed).toBe(true);
});

describe('balances at another time', () => {
  test('returns a wallet after each of its events, and the trial balance always sums to zero', async () => {
    const walletId = players[0]?.walletId as WalletId;
    const { rows } = await database.pool.query<{ at: string }>(
      `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from ledger_events
       where wallet_id = '${walletId}' order by version`,
    );
    const cash = [];
    for (const { at } of rows) {
      cash.push((await walletAt(database.db, walletId, { time: 'recorded', at })).cash);
      expect((await trialBalance(database.db, { time: 'recorded', at })).sum).toBe(0);
    }
    // Deposit, three stakes, a win at 2.00, a loss, one more stake.
    expect(cash).toEqual([10_000, 9_500, 9_000, 8_500, 9_500, 9_500, 8_800]);
    expect(await walletAt(database.db, walletId, { time: 'recorded', at: '2020-01-01T00:00:00Z' })).toEqual(
      emptyWallet,
    );
    const { accounts } = await trialBalance(database.db);
    expect(Object.fromEntries(accounts.map(({ account, balance }) => [account, balance]))).toEqual({
      'player:cash': 8_800 + 23_800 + 2_800,
      'player:held': 0,
      'player:bonus': 0,
      'player:staked': 3 * 1_200,
      'provider:clearing': -39_000,
      'payouts:clearing': 0,
      'house:result': 0,
      'house:bonus': 0,
    });
  });
});
