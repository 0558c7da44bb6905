import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WalletId } from '@touchline/core/ids';
import { canonicalCheckpoint, canonicalLeaf, emptyWallet } from '@touchline/core/wallet';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSigningKey,
  createTestDatabase,
  type Player,
  playSomeLedger,
  type TestDatabase,
  tamper,
} from '../testing/index.ts';
import { eventHash } from '../wallet/index.ts';
import {
  exportLedger,
  type FindingKind,
  type Proof,
  proveWallet,
  publicKeyPem,
  rebuildWallets,
  takeCheckpoint,
  trialBalance,
  verifyLedger,
  walletAt,
} from './index.ts';
import { createRootBuilder, leafHash, merklePath, rootFromPath } from './merkle.ts';
import { eventQuery } from './rows.ts';

const key = createSigningKey();
const tables = [
  ...['ledger_events', 'ledger_entries', 'wallets', 'ledger_checkpoints', 'ledger_checkpoint_heads'],
  ...['ledger_tree', 'ledger_tree_leaves', 'ledger_tree_nodes'],
];
let database: TestDatabase;
let players: readonly Player[];
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  players = await playSomeLedger(database, key);
  folder = await mkdtemp(join(tmpdir(), 'touchline-ledger-'));
  await writeFile(join(folder, 'operator.pem'), publicKeyPem(key.publicKey));
  await tamper(database, ...tables.map((table) => `create table true_${table} as table ${table}`));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
// So few rows are deleted in less than half the time that truncating takes.
afterEach(() =>
  tamper(database, ...tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} table true_${table}`])),
);

/** What the product's own verification finds; the stand-alone verifier must find the same in an export. */
const verify = async () => {
  const report = await verifyLedger(database.pool, { publicKey: key.publicKey });
  const alone = await verifyAlone('export.ndjson', exportLedger(database.pool, { format: 'ndjson' }));
  expect(alone.code).toBe(report.passed ? 0 : 1);
  expect(alone.kinds.toSorted()).toEqual(report.findings.map((finding) => finding.kind).toSorted());
  for (const finding of report.findings) expect(alone.text).toContain(finding.sentence);
  return report;
};

const verifier = join(import.meta.dirname, '../../../auditor/verify-ledger.mjs');
async function verifyAlone(
  name: string,
  content: AsyncIterable<string> | Iterable<string>,
  ...options: readonly string[]
) {
  const file = join(folder, name);
  await writeFile(file, content);
  const run = spawnSync(process.execPath, [verifier, file, '--key', join(folder, 'operator.pem'), ...options], {
    encoding: 'utf8',
  });
  const kinds = [...run.stdout.matchAll(/^ {2}([a-z-]+): /gm)].map(([, kind]) => kind);
  return { code: run.status, text: run.stdout + run.stderr, kinds };
}
const kindsFound = async () => (await verify()).findings.map((finding) => finding.kind);

test('an untouched ledger passes, with every event, entry and checkpoint counted', async () => {
  const seen: number[] = [];
  const report = await verifyLedger(database.pool, {
    publicKey: key.publicKey,
    onProgress: ({ done }) => seen.push(done),
  });
  // Each player: a deposit, four stakes and two settlements; one of the settlements pays winnings with three legs.
  expect(report).toEqual({ passed: true, wallets: 3, events: 21, entries: 45, checkpoints: 1, findings: [] });
  expect(seen.at(-1)).toBe(21);
});

test('chains checkpoints, and takes one only when something has changed', async () => {
  expect((await takeCheckpoint(database.pool, key))?.checkpoint).toMatchObject({ number: 2, wallets: 3, events: 21 });
  expect(await takeCheckpoint(database.pool, key)).toBeUndefined();
  expect(await verify()).toMatchObject({ passed: true, checkpoints: 2 });
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
    expect(findings.some(({ first }) => first.wallet === victim && first.version !== undefined)).toBe(true);
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
    const differs = (await verify()).findings.find((finding) => finding.kind === 'entries-differ');
    expect(differs).toMatchObject({ count: 1, first: { wallet: victim, version: 3 } });
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
      expect((await verify()).findings).toMatchObject([{ kind: 'wallet-differs', first: { wallet: victim } }]);
    },
  );

  test('a missing wallet', async () => {
    await tamper(database, `delete from wallets where wallet_id = '${victim}'`);
    expect((await verify()).findings).toMatchObject([{ kind: 'wallet-missing', first: { wallet: victim } }]);
  });

  const checkpointColumns: Record<string, { value: string; kind: FindingKind }> = {
    number: { value: '7', kind: 'checkpoint-missing' },
    taken_at: { value: "taken_at - interval '1 day'", kind: 'checkpoint-forged' },
    wallets: { value: 'wallets + 1', kind: 'checkpoint-forged' },
    events: { value: 'events + 1', kind: 'checkpoint-forged' },
    cash: { value: 'cash + 1', kind: 'checkpoint-forged' },
    held: { value: 'held + 1', kind: 'checkpoint-forged' },
    bonus: { value: 'bonus + 1', kind: 'checkpoint-forged' },
    staked: { value: 'staked + 1', kind: 'checkpoint-forged' },
    root: { value: "sha256('x')", kind: 'root-differs' },
    previous: { value: "sha256('x')", kind: 'checkpoint-missing' },
    public_key: { value: "sha256('x')", kind: 'checkpoint-forged' },
    signature: { value: "sha256('x') || sha256('y')", kind: 'checkpoint-forged' },
  };
  test.each(Object.entries(checkpointColumns))('ledger_checkpoints.%s', async (column, { value, kind }) => {
    await tamper(database, `update ledger_checkpoints set ${column} = ${value}`);
    expect(await kindsFound()).toContain(kind);
  });

  test('a missing checkpoint', async () => {
    await tamper(database, 'delete from ledger_checkpoints');
    expect(await kindsFound()).toEqual(['checkpoint-missing']);
  });

  test.each([
    ['version', 'version - 1', 'checkpoint-differs'],
    ['leaf', "sha256('x')", 'checkpoint-differs'],
    ['number', 'number + 1', 'checkpoint-missing'],
    ['wallet_id', 'gen_random_uuid()', 'tail-cut'],
  ])('ledger_checkpoint_heads.%s', async (column, value, kind) => {
    await tamper(database, `update ledger_checkpoint_heads set ${column} = ${value} where wallet_id = '${victim}'`);
    expect(await kindsFound()).toContain(kind);
  });

  test('a removed event', async () => {
    await tamper(database, `delete from ledger_events where wallet_id = '${victim}' and version = 3`);
    expect((await verify()).findings).toContainEqual(
      expect.objectContaining({
        kind: 'version-missing',
        first: expect.objectContaining({ wallet: victim, version: 4 }),
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

  test('a truncated tail, balances included', async () => {
    const last = `seq in (select seq from ledger_events where wallet_id = '${victim}' and version > 5)`;
    await tamper(
      database,
      `delete from ledger_entries where ${last}`,
      `delete from ledger_events where ${last}`,
      `update wallets w set version = 5, cash = 8500, staked = 1500, head_hash = e.hash, recorded_at = e.recorded_at
       from ledger_events e where e.wallet_id = w.wallet_id and e.version = 5 and w.wallet_id = '${victim}'`,
    );
    expect(await kindsFound()).toContain('tail-cut');
  });

  test('entries without an event', async () => {
    await tamper(
      database,
      `insert into ledger_entries values (9999999, 1, 'house:result', '${victim}', -5, null), (9999999, 2, 'player:cash', '${victim}', 5, 5)`,
    );
    expect(await kindsFound()).toEqual(['entries-orphaned']);
  });

  test('a wallet rewritten with valid hashes is detected by the signed checkpoint', async () => {
    await rewrite(victim);
    expect(await kindsFound()).toEqual(['checkpoint-differs']);
  });

  test('also with a new leaf, root and checkpoint, because the signature is the operator’s', async () => {
    await rewrite(victim);
    await tamper(database, 'truncate ledger_checkpoints, ledger_checkpoint_heads');
    await takeCheckpoint(database.pool, createSigningKey());
    expect(await kindsFound()).toEqual(['checkpoint-forged']);
  });

  /** Turns the deposit of $100 into $200 and every later hash and balance with it. */
  async function rewrite(wallet: string): Promise<void> {
    const { rows } = await database.pool.query(
      `select * from (${eventQuery}) e where wallet_id = '${wallet}' order by version`,
    );
    let head: Buffer = Buffer.alloc(32);
    const text = (at: number, micros: string) => new Date(at).toISOString().replace(/\.\d+Z/, `.${micros}Z`);
    for (const row of rows) {
      const micros = await database.pool.query(
        `select to_char(effective_at, 'US') as effective, to_char(recorded_at, 'US') as recorded from ledger_events where seq = ${row.seq}`,
      );
      const amount = row.version === 1 ? row.amount + 10_000 : row.amount;
      const { prev_hash, hash, request, ...record } = row;
      const next = eventHash(head, {
        ...record,
        amount,
        request: request.toString('hex'),
        effective_at: text(row.effective_at, micros.rows[0].effective),
        recorded_at: text(row.recorded_at, micros.rows[0].recorded),
      });
      await tamper(
        database,
        `update ledger_events set amount = ${amount}, prev_hash = '\\x${head.toString('hex')}', hash = '\\x${next.toString('hex')}' where seq = ${row.seq}`,
      );
      head = next;
    }
    await tamper(
      database,
      `update ledger_entries set amount = amount + sign(amount) * 10000 where seq = ${rows[0].seq}`,
      `update ledger_entries set balance_after = balance_after + 10000 where wallet_id = '${wallet}' and account = 'player:cash'`,
      `update wallets set cash = cash + 10000, head_hash = '\\x${head.toString('hex')}' where wallet_id = '${wallet}'`,
    );
  }
});

describe('the Merkle tree', () => {
  const leavesOf = (size: number) =>
    Array.from({ length: size }, (_, at) =>
      leafHash(canonicalLeaf({ ...emptyWallet, wallet_id: String(at), version: at, head: '' })),
    );

  test.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100])('proves each of %i leaves, and no other', (size) => {
    const leaves = leavesOf(size);
    const builder = createRootBuilder();
    for (const leaf of leaves) builder.add(leaf);
    leaves.forEach((leaf, index) => {
      const path = merklePath(leaves, index);
      expect(rootFromPath(leaf, index, size, path)).toEqual(builder.root());
      expect(rootFromPath(leafHash('other'), index, size, path)).not.toEqual(builder.root());
      expect(rootFromPath(leaf, index, size, [...path, leaf])).not.toEqual(builder.root());
    });
  });

  test('has the leaf as root for one leaf, and SHA-256 of nothing for none (RFC 6962)', () => {
    expect(createRootBuilder().root().toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  });
});

test('signs a checkpoint in one form only', () => {
  const text = canonicalCheckpoint({
    number: 2,
    taken_at: '2026-11-20T14:00:00.000000Z',
    wallets: 1,
    events: 3,
    ...emptyWallet,
    root: 'aa',
    previous: 'bb',
  });
  expect(text).toBe(
    '{"bonus":0,"cash":0,"events":3,"held":0,"number":2,"previous":"bb","root":"aa","staked":0,"taken_at":"2026-11-20T14:00:00.000000Z","wallets":1}',
  );
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
      const { code, text } = await verifyAlone('proof.json', [JSON.stringify(await proofOf(walletId))]);
      expect(text).toContain('PASSED: 7 events');
      expect(code).toBe(0);
    }
  });

  test('rejects a proof with another amount, path or key', async () => {
    const [first, second] = players;
    const proof = await proofOf(first?.walletId ?? '');
    const other = await proofOf(second?.walletId ?? '');
    const [deposit, ...rest] = proof.events;
    if (!deposit) throw new Error('no events');
    const richer = { ...deposit, event: { ...deposit.event, amount: deposit.event.amount + 1 } };
    const fails = [
      [{ ...proof, events: [richer, ...rest] }, 'event-altered'],
      [{ ...proof, events: proof.events.slice(0, 3) }, 'tail-cut'],
      [{ ...proof, sealed: other.sealed }, 'root-differs'],
      [{ ...proof, sealed: { ...proof.sealed, signature: '00'.repeat(64) } }, 'checkpoint-forged'],
    ] as const;
    for (const [forged, kind] of fails) {
      const { code, kinds } = await verifyAlone('proof.json', [JSON.stringify(forged)]);
      expect([code, kinds]).toEqual([1, expect.arrayContaining([kind])]);
    }
  });

  test('verifies the chains and entries of a CSV export', async () => {
    expect(await verifyAlone('export.csv', exportLedger(database.pool, { format: 'csv' }))).toMatchObject({ code: 0 });
    await tamper(database, `update ledger_events set actor = 'user:"x, y"' where version = 2`);
    expect(await verifyAlone('export.csv', exportLedger(database.pool, { format: 'csv' }))).toMatchObject({
      code: 1,
      kinds: ['event-altered'],
    });
  });

  test('rejects a truncated export, and one without a published checkpoint', async () => {
    const lines: string[] = [];
    for await (const chunk of exportLedger(database.pool, { format: 'ndjson' }))
      lines.push(...chunk.trimEnd().split('\n'));
    expect((await verifyAlone('cut.ndjson', [lines.slice(0, -1).join('\n')])).kinds).toEqual(['cut-short']);
    const published = join(folder, 'published.json');
    await writeFile(published, lines[1] ?? '');
    expect((await verifyAlone('ok.ndjson', [lines.join('\n')], '--checkpoint', published)).code).toBe(0);
    await writeFile(published, (lines[1] ?? '').replace('"wallets":3', '"wallets":2'));
    expect((await verifyAlone('ok.ndjson', [lines.join('\n')], '--checkpoint', published)).kinds).toEqual([
      'checkpoint-unpublished',
    ]);
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
