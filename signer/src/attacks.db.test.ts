import { hash as digest, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hours, instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { compareLists } from '@touchline/core/payments';
import {
  applyLegs,
  balanceOf,
  canonicalJson,
  type EventRecord,
  isPlayerAccount,
  type Json,
  legs,
  type Wallet,
  type WalletEvent,
} from '@touchline/core/wallet';
import { listCases } from '@touchline/store/cases';
import { connect } from '@touchline/store/connect';
import { exportLedger, verifyMoney } from '@touchline/store/ledger';
import {
  finishReconciliation,
  readOwnPayments,
  requestReconciliation,
  startReconciliation,
} from '@touchline/store/payments';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  finishMatch,
  homeWins,
  type Player,
  playSomeLedger,
  type TestDatabase,
  type TestMatch,
  tamper,
  verifyAlone,
} from '@touchline/store/testing';
import {
  appendToLog,
  continueTree,
  entryLeaf,
  logSources,
  openStop,
  proveInclusion,
  readStoredSeal,
  saveCheckpoint,
  saveSeal,
  storedSize,
} from '@touchline/store/transparency';
import { createWalletWriter, eventHash, type WalletWriter } from '@touchline/store/wallet';
import { checkpointText, cosign, noteSigner, parseVerifierKey, signNote } from '@touchline/tlog/note';
import { createWitness } from '@touchline/witness/create';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWitnesses } from './ask-witnesses.ts';
import { createTestSigner, type TestSigner } from './testing/test-signer.ts';

/**
 * What someone with access to the database can try, by a connection with their rights, and who notices after ten more honest
 * checkpoints: the database, the signer, the product's verification, or the stand-alone verifier with what an auditor kept.
 * A: the logins of api and worker. B: the database's owner, without the signing key. C: the operator, with both.
 */
const witness = noteSigner('witness.test/w1', 'cosigner', generateKeyPairSync('ed25519').privateKey);

let database: TestDatabase;
let writer: WalletWriter;
let signer: TestSigner;
let folder: string;
let players: readonly Player[];
let victim: string;
let match: TestMatch;
/** The newest cosigned checkpoint before the attack: the auditor keeps it outside the attacker's reach. */
let kept: string;

beforeEach(async () => {
  database = await createTestDatabase();
  writer = createWalletWriter(database);
  signer = createTestSigner(database);
  folder = mkdtempSync(join(tmpdir(), 'touchline-attack-'));
  players = await playSomeLedger(database, signer.sealAndSign);
  victim = players[0]?.walletId ?? '';
  match = await createMatch(database.db, 'Ajax', 'Twente');
  for (const player of players) await writer.submit(homeWins(player, [match], 300));
  await database.pool.query(
    `insert into audit_log (actor, role, action, subject, reason, request_id)
     values (gen_random_uuid(), 'admin', 'market-suspended', 'match:1', 'a reason', 'r1')`,
  );
  await database.pool.query(
    `insert into access_log (user_id, role, action, request) values (gen_random_uuid(), 'auditor', 'export', '/x')`,
  );
  await database.pool.query(
    `insert into exclusions (wallet_id, kind, since, actor) values (gen_random_uuid(), 'self-exclusion', now(), 'user:1')`,
  );
  await database.pool.query(
    `insert into operator_exclusions (wallet_id, act, cause, reason, since, admin)
     values (gen_random_uuid(), 'begun', 'fraud', 'a reason', now(), gen_random_uuid())`,
  );
  await database.pool.query(
    `insert into match_reports (match_id, source, source_match, status, home_score, away_score, reported_at)
     values ($1, 'other', 'm1', 'in-play', 1, 0, now())`,
    [match.id],
  );
  kept = cosigned(await signer.sealAndSign());
});
afterEach(async () => {
  await writer.close();
  await signer.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const cosigned = (note: string): string => {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  return note + cosign(text, 1_800_000_000, witness);
};

type Ledger = { readonly database: TestDatabase; readonly writer: WalletWriter; readonly signer: TestSigner };

/** Plays and signs on. Resolves with the signer's refusal if it stops. */
async function tenHonestCheckpoints(ledger: Ledger = { database, writer, signer }): Promise<string | undefined> {
  const { db } = ledger.database;
  const player = await createPlayer(db, ledger.writer, 500);
  for (let round = 0; round < 10; round += 1) {
    const next = await createMatch(db, `Home ${round}`, `Away ${round}`);
    await ledger.writer.submit(homeWins(player, [next], 100));
    await ledger.signer.sign().catch(() => undefined);
    await ledger.signer.seal().catch(() => undefined);
  }
  return (await openStop(db))?.sentence;
}

/** The kinds and the sentences of what the product's verification finds. */
async function productReport(pool = database.pool, publicKey = signer.publicKey) {
  const { findings } = await verifyMoney(pool, { publicKey, kept: [kept] });
  const money = findings.filter(({ kind }) => kind !== 'book-differs' && kind !== 'play-differs');
  return {
    kinds: [...new Set(money.map(({ kind }) => kind))].toSorted(),
    text: money.map(({ sentence }) => sentence).join('\n'),
  };
}
const productFinds = async () => (await productReport()).kinds;

async function auditorFinds(
  content: string | AsyncIterable<string> = exportLedger(database.pool, { format: 'ndjson' }),
  ...more: readonly string[]
) {
  return auditorReads(content, ['--checkpoint', 'kept.note', ...more]);
}

async function auditorReads(
  content: string | AsyncIterable<string>,
  options: readonly string[],
  pem = signer.publicPem,
) {
  const files = { 'export.ndjson': content, 'operator.pem': pem, 'kept.note': kept };
  return verifyAlone(files, 'export.ndjson', '--key', 'operator.pem', ...options);
}

type Queries = { readonly query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };

/** Appends an event as a well-informed attacker would: chained, hashed, with entries and balance. */
async function forge(
  by: Queries,
  walletId: string,
  event: WalletEvent,
  { key, recordedAt, actor = 'system:results' }: { readonly key: string; readonly recordedAt?: string; actor?: string },
): Promise<void> {
  const utc = (what: string) => `to_char(${what} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  const { rows } = await by.query(
    `select cash, held, bonus, staked, version, head_hash as head, nextval('ledger_seq') as seq, ${utc('clock_timestamp()')} as now
     from wallets where wallet_id = $1`,
    [walletId],
  );
  const [row] = rows as (Wallet & { version: number; head: Buffer; seq: number; now: string })[];
  if (!row) throw new Error('no wallet');
  const { type, amount, ...payload } = event;
  const at = recordedAt ?? row.now;
  const record: EventRecord = {
    seq: Number(row.seq),
    wallet_id: walletId,
    version: row.version + 1,
    type,
    amount,
    payload: payload as unknown as Json,
    key,
    request: '00'.repeat(32),
    actor,
    cause: 'match:x',
    effective_at: at,
    recorded_at: at,
  };
  const hash = eventHash(row.head, record);
  const money = { cash: row.cash, held: row.held, bonus: row.bonus, staked: row.staked };
  const wallet = applyLegs(
    Object.fromEntries(Object.entries(money).map(([name, value]) => [name, cents(Number(value))])) as Wallet,
    legs(event),
  );
  await by.query('begin');
  try {
    await by.query(
      `insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at,
         recorded_at, prev_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)`,
      [
        ...[record.seq, walletId, record.version, type, amount, JSON.stringify(payload), key, Buffer.alloc(32)],
        ...[record.actor, record.cause, at, row.head, hash],
      ],
    );
    const moved = legs(event);
    await by.query(
      `insert into ledger_entries (seq, leg, account, wallet_id, amount, balance_after)
       select $1, leg, account, $2, amount, after
       from unnest($3::text[], $4::bigint[], $5::bigint[]) with ordinality as moved (account, amount, after, leg)`,
      [
        ...[record.seq, walletId, moved.map(({ account }) => account), moved.map((leg) => leg.amount)],
        moved.map(({ account }) => (isPlayerAccount(account) ? balanceOf(wallet, account) : null)),
      ],
    );
    await by.query(
      `update wallets set cash = $2, held = $3, bonus = $4, staked = $5, version = version + 1, head_hash = $6, recorded_at = $7
       where wallet_id = $1`,
      [walletId, wallet.cash, wallet.held, wallet.bonus, wallet.staked, hash, at],
    );
    await by.query('commit');
  } catch (error) {
    await by.query('rollback');
    throw error;
  }
}

/** Runs `work` as the owner with all triggers off. */
async function asOwner(work: (client: Client) => Promise<void>): Promise<void> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query('set session_replication_role = replica');
    await work(owner);
  } finally {
    await owner.end();
  }
}

async function as(role: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: database.urlAs(role) });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Credits a wallet by a completed transaction and its event, as `by` may write them. */
async function forgeDeposit(
  by: Queries,
  walletId: string,
  {
    payment,
    recordedAt,
    charge = 900_000,
    createdAt = 'now()',
  }: { readonly payment: string; readonly recordedAt?: string; readonly charge?: number; readonly createdAt?: string },
): Promise<string> {
  const transactionId = randomUUID();
  await by.query(
    `insert into transactions (id, wallet_id, version, type, amount, status, method, provider, provider_payment_id, charge_currency,
       charge_amount, created_at, updated_at)
     values ($1, $2, 1, 'deposit', 900000, 'completed', 'ideal', 'test', $3, 'USD', $4, ${createdAt}, now())`,
    [transactionId, walletId, payment, charge],
  );
  const deposit = { transactionId, provider: 'test', providerPaymentId: payment };
  const event = { type: 'DepositCredited', amount: cents(900_000), ...deposit } as unknown as WalletEvent;
  const more = { ...(recordedAt !== undefined && { recordedAt }), actor: 'system:payments' };
  await forge(by, walletId, event, { key: `deposit:${payment}:paid`, ...more });
  return transactionId;
}

/** Compares our deposits with the provider's list, which has what was charged for each of them but one. Returns the open cases. */
async function reconciliationFinds(unpaid: string): Promise<readonly string[]> {
  await tamper(
    database,
    `update transactions set charge_currency = 'USD', charge_amount = amount where charge_amount is null`,
  );
  const { rows } = await database.pool.query<{ id: string; amount: number }>(
    `select provider_payment_id as id, charge_amount as amount from transactions
     where type = 'deposit' and provider_payment_id <> $1`,
    [unpaid],
  );
  const at = instant(Date.now());
  const now = instant(at + hours(2));
  const paid = { status: 'paid', currency: 'USD', createdAt: at, paidAt: at, transactionId: null, promised: null };
  const payments = rows.map(({ id, amount }) => ({ id, amount: Number(amount), ...paid }));
  const since = instant(at - hours(24));
  const own = await readOwnPayments(database.db, {
    since,
    paymentIds: rows.map(({ id }) => id),
    reversalIds: [],
    isStandIn: false,
  });
  const lists = { payments, refunds: [], chargebacks: [], returned: [] };
  await requestReconciliation(database.db, null);
  const run = await startReconciliation(database.db, 'provider');
  const differences = compareLists(lists, own, { provider: 'test', since, now });
  await finishReconciliation(database.db, run ?? '', { differences, counts: {} });
  return (await listCases(database.db, { kind: 'reconciliation', state: 'open', limit: 9 })).cases.map(
    (one) => one.title,
  );
}

/** Turns the first deposit of a wallet into ten times as much, and every later hash, entry and balance with it. */
async function rewriteWallet(): Promise<void> {
  await asOwner(async (owner) => {
    const utc = (column: string) =>
      `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${column}`;
    const { rows } = await owner.query(
      `select seq, wallet_id, version, type, amount, payload, key, encode(request, 'hex') as request, actor, cause,
         ${utc('effective_at')}, ${utc('recorded_at')} from ledger_events where wallet_id = $1 order by version`,
      [victim],
    );
    const more = Number(rows[0].amount) * 9;
    let head: Buffer = Buffer.alloc(32);
    for (const row of rows) {
      const amount = Number(row.amount) + (row.version === 1 ? more : 0);
      const next = eventHash(head, { ...row, seq: Number(row.seq), amount });
      await owner.query('update ledger_events set amount = $2, prev_hash = $3, hash = $4 where seq = $1', [
        row.seq,
        amount,
        head,
        next,
      ]);
      head = next;
    }
    await owner.query('update ledger_entries set amount = amount + sign(amount) * $2 where seq = $1', [
      rows[0].seq,
      more,
    ]);
    await owner.query(
      "update ledger_entries set balance_after = balance_after + $2 where wallet_id = $1 and account = 'player:cash'",
      [victim, more],
    );
    await owner.query('update wallets set cash = cash + $2, head_hash = $3 where wallet_id = $1', [victim, more, head]);
    await owner.query("update transactions set amount = amount + $2 where wallet_id = $1 and type = 'deposit'", [
      victim,
      more,
    ]);
  });
}

test('without an attack no detector reports anything, after ten more checkpoints too', async () => {
  expect(await tenHonestCheckpoints()).toBeUndefined();
  expect(await productFinds()).toEqual([]);
  const { code, kinds, text } = await auditorFinds();
  expect([code, kinds]).toEqual([0, []]);
  expect(text).toMatch(
    /Proved: \d+ events and all other records up to entry \d+ are in the log touchline.test\/ledger/,
  );
});

describe('1 · B rewrites a wallet with valid hashes, entries and balance', () => {
  test('the signer refuses, and both verifiers find it', async () => {
    await rewriteWallet();
    expect(await tenHonestCheckpoints()).toBe(`wallet ${victim} is not what the log says it is at version 8`);
    expect(await productFinds()).toEqual(['record-altered', 'seal-differs']);
    expect((await auditorFinds()).kinds).toEqual(['log-differs', 'seal-differs']);
  });

  test('also when the tiles of the log are rewritten with it', async () => {
    await rewriteWallet();
    await asOwner(async (owner) => {
      const { rows } = await owner.query(`select first_index, entries, from_number from log_batches where source = 1`);
      const leaves = new Map<number, Buffer>();
      for (const { first_index: first, from_number: from, entries } of rows) {
        const events = await owner.query('select hash from ledger_events where seq >= $1 order by seq limit $2', [
          from,
          entries,
        ]);
        for (const [at, { hash }] of events.rows.entries()) {
          leaves.set(Number(first) + at, entryLeaf(logSources.event, hash));
        }
      }
      const { rows: tiles } = await owner.query('select index, hashes from log_tiles where level = 0');
      for (const { index, hashes } of tiles) {
        for (const [leaf, hash] of leaves)
          if (Math.floor(leaf / 256) === Number(index)) hash.copy(hashes, (leaf % 256) * 32);
        await owner.query('update log_tiles set hashes = $2 where level = 0 and index = $1', [index, hashes]);
      }
    });
    expect(await tenHonestCheckpoints()).toMatch(/the first \d+ entries of the log are not those that were signed/);
    expect(await productFinds()).toEqual(['log-differs', 'seal-differs']);
    // Also for who kept no checkpoint: the stored ones are signed.
    const { found } = await verifyMoney(database.pool, { publicKey: signer.publicKey });
    expect(Object.keys(found)).toContain('log-differs');
    expect((await auditorFinds()).kinds).toEqual(['log-differs', 'seal-differs']);
  });
});

test('2 · B deletes a whole wallet with its bets and transactions', async () => {
  await tamper(
    database,
    `delete from bet_legs where bet_id in (select id from bets where wallet_id = '${victim}')`,
    `delete from bets where wallet_id = '${victim}'`,
    `delete from transactions where wallet_id = '${victim}'`,
    `delete from ledger_entries where wallet_id = '${victim}'`,
    `delete from ledger_events where wallet_id = '${victim}'`,
    `delete from wallets where wallet_id = '${victim}'`,
  );
  expect(await tenHonestCheckpoints()).toBe('1 of 3 wallets in the log are missing');
  expect(await productFinds()).toEqual(['record-missing', 'seal-differs']);
  const { kinds, text } = await auditorFinds();
  expect(kinds).toEqual(['log-differs', 'record-missing', 'seal-differs']);
  expect(text).toMatch(/the checkpoint of \d+ entries signs another log: some record after the first \d+ is not what/);
});

describe('3 · money out of nothing, in a chained event', () => {
  const adjustment: WalletEvent = {
    type: 'AdjustmentMade',
    amount: cents(900_000),
    adjustmentId: randomUUID(),
    reason: 'courtesy',
    requestedBy: 'admin:1',
    approvedBy: 'admin:2',
  };
  const bonusId = randomUUID();
  const bonus = { type: 'BonusGranted', amount: cents(50_000), bonusId } as WalletEvent;

  test.each(['touchline_api', 'touchline_worker', 'touchline_signer'])(
    'A as %s is refused an adjustment',
    async (role) => {
      const refused = as(role, (client) =>
        forge(client, victim, adjustment, { key: 'adjustment:1', actor: 'admin:1' }),
      );
      await expect(refused).rejects.toThrow(/may not write AdjustmentMade events|permission denied/);
      expect(await productFinds()).toEqual([]);
    },
  );

  test('A as touchline_api is refused a bonus without a grant, and one with a grant of its own is found', async () => {
    const own = { key: `bonus:${bonusId}:granted`, actor: 'system:payments' };
    await as('touchline_api', async (client) => {
      await expect(forge(client, victim, bonus, own)).rejects.toThrow('BonusGranted needs a bonus of the same wallet');
      await client.query(
        `insert into bonuses (id, wallet_id, version, status, percent, maximum, wagering, min_total_odds, days, granted, to_wager, wagered,
           on_bets, granted_at, expires_at, max_stake, opposing)
         values ($1, $2, 1, 'active', 100, 50000, 1, 1.5, 30, 50000, 50000, 0, 0, now(), now() + interval '30 days', 1000, 'net')`,
        [bonusId, victim],
      );
      await forge(client, victim, bonus, own);
    });
    await tenHonestCheckpoints();
    const product = await productReport();
    expect(product.kinds).toEqual(['bonus-differs']);
    expect(product.text).toContain('belongs to no deposit of this wallet');
    const auditor = await auditorFinds();
    expect(auditor.kinds).toEqual(['bonus-differs']);
    expect(auditor.text).toContain('belongs to no deposit of this wallet');
  });

  const [anna, ben] = [randomUUID(), randomUUID()];
  test.each([
    ['that one admin approved alone', { amounts: [900_000, 900_000], approver: anna, times: 1 }],
    ['of more than was requested', { amounts: [90_000, 900_000], approver: ben, times: 1 }],
    ['of more than was approved', { amounts: [900_000, 90_000], approver: ben, times: 1 }],
    ['of more than both agreed on', { amounts: [90_000, 90_000], approver: ben, times: 1 }],
    ['a second time', { amounts: [900_000, 900_000], approver: ben, times: 2 }],
  ])('an adjustment by the owner %s is found', async (_what, { amounts, approver, times }) => {
    const id = randomUUID();
    await asOwner(async (owner) => {
      await owner.query('alter table adjustment_steps disable trigger step_request');
      for (const [at, step] of ['requested', 'approved'].entries())
        await owner.query(
          `insert into adjustment_steps (adjustment_id, step, wallet_id, amount, cause, admin)
           values ($1, $2, $3, $4, 'courtesy', $5)`,
          [id, step, victim, amounts[at], [anna, approver][at]],
        );
      await owner.query('alter table adjustment_steps enable trigger step_request');
      const by = { requestedBy: `admin:${anna}`, approvedBy: `admin:${approver}` };
      const event = { ...adjustment, adjustmentId: id, ...by } as WalletEvent;
      for (let time = 1; time <= times; time += 1)
        await forge(owner, victim, event, { key: time === 1 ? `adjustment:${id}` : `adjustment:${id}:${time}` });
    });
    await tenHonestCheckpoints();
    const [product, auditor] = [await productReport(), await auditorFinds()];
    expect([product.kinds, auditor.kinds]).toEqual([['adjustment-unapproved'], ['adjustment-unapproved']]);
  });

  test.each([
    ['an adjustment', adjustment, 'adjustment-unapproved', ['has no approval of two people']],
    ['a bonus without a grant', bonus, 'bonus-differs', ['belongs to no deposit', 'was not granted like this']],
  ])('%s by the owner is found against approvals and grants', async (_what, event, kind, sentences) => {
    await asOwner((owner) => forge(owner, victim, event, { key: `forged:${bonusId}` }));
    await tenHonestCheckpoints();
    const [product, auditor] = [await productReport(), await auditorFinds()];
    expect([product.kinds, auditor.kinds]).toEqual([[kind], [kind]]);
    for (const sentence of sentences) {
      expect(product.text).toContain(sentence);
      expect(auditor.text).toContain(sentence);
    }
  });
});

test('B hides a changed balance behind values that cannot be read: each is found', async () => {
  await asOwner(async (owner) => {
    await owner.query(`update match_results set void_bets = '{}'`);
    await owner.query(`update ledger_events set amount = 9223372036854775807 where type = 'StakeLost' and version = 6`);
    await owner.query('update wallets set cash = cash + 900000 where wallet_id = $1', [victim]);
  });
  const [product, auditor] = [await productReport(), await auditorFinds()];
  for (const { kinds } of [product, auditor]) {
    expect(kinds).toEqual(expect.arrayContaining(['event-altered', 'unreadable', 'wallet-differs']));
  }
  expect(product.text).toMatch(/result 1 of match .* cannot be read/);
  expect(auditor.text).toMatch(/bet .* cannot be read/);
});

test('4 · A marks a losing bet won: every hash fits, but the recorded result does not', async () => {
  await finishMatch(database.db, match.id, 0, 2);
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from bets b join bet_legs l on l.bet_id = b.id where b.wallet_id = $1 and l.match_id = $2',
    [victim, match.id],
  );
  const betId = rows[0]?.id ?? '';
  const paid = {
    ...{ type: 'WinningsPaid', amount: cents(600), stake: cents(300), betId, settlement: 1, legs: ['won'] },
  } as unknown as WalletEvent;
  await as('touchline_worker', async (app) => {
    await forge(app, victim, paid, { key: `settle:${betId}:1` });
    await app.query(
      `update bets set status = 'won', payout = 600, settlement = 1, version = version + 1, settled_at = now() where id = $1`,
      [betId],
    );
    await app.query(`update bet_legs set status = 'won', graded_at = now() where bet_id = $1`, [betId]);
    await app.query(
      `insert into match_results (match_id, version, kind, home_score, away_score, reason, actor, decided_at)
       values ($1, 1, 'score', 0, 2, 'the final score of the provider', 'system:results', now())`,
      [match.id],
    );
    await app.query('update matches set result_version = 1, graded_at = now() where id = $1', [match.id]);
  });
  await tenHonestCheckpoints();
  const wrong = `has leg 1 of bet ${betId} as won, which no recorded result makes it`;
  const product = await productReport();
  expect(product.kinds).toEqual(['verdict-wrong']);
  expect(product.text).toContain(wrong);
  const auditor = await auditorFinds();
  expect(auditor.kinds).toEqual(['verdict-wrong']);
  expect(auditor.text).toContain(wrong);
});

test.each([
  ['as applied', `result_version = 2, graded_at = now()`, 'now()'],
  ['as the one before', `result_version = 1, graded_at = now()`, 'now()'],
  ['as still to be applied, for days', `result_version = 2, graded_at = null`, `now() - interval '25 hours'`],
])(
  '4 · A keeps bets won by a result that was corrected, and marks the correction %s',
  async (_how, state, decidedAt) => {
    await finishAndSettle(database, match.id, 2, 0);
    const { rows } = await database.pool.query<{ id: string; status: string }>(
      'select b.id, b.status from bets b join bet_legs l on l.bet_id = b.id where b.wallet_id = $1 and l.match_id = $2',
      [victim, match.id],
    );
    expect(rows).toMatchObject([{ status: 'won' }]);
    await as('touchline_worker', async (app) => {
      await app.query(
        `insert into match_results (match_id, version, kind, home_score, away_score, reason, actor, decided_at)
       values ($1, 2, 'score', 0, 2, 'the corrected score of the provider', 'system:results', ${decidedAt})`,
        [match.id],
      );
      await app.query(`update matches set ${state} where id = $1`, [match.id]);
    });
    await tenHonestCheckpoints();
    const wrong = `bet ${rows[0]?.id} is won, but the recorded results make it lost`;
    const product = await productReport();
    expect(product.kinds).toEqual(['verdict-wrong']);
    expect(product.text).toContain(wrong);
    const auditor = await auditorFinds();
    expect(auditor.kinds).toEqual(['verdict-wrong']);
    expect(auditor.text).toContain(wrong);
  },
);

describe('5 · A credits a deposit that was never paid', () => {
  test('without a completed transaction the database refuses it', async () => {
    const deposit = { transactionId: randomUUID(), provider: 'test', providerPaymentId: 'tr_forged' };
    const event = { type: 'DepositCredited', amount: cents(900_000), ...deposit } as unknown as WalletEvent;
    const more = { key: 'deposit:tr_forged:paid', actor: 'system:payments' };
    for (const role of ['touchline_api', 'touchline_worker']) {
      const refused = as(role, (client) => forge(client, victim, event, more));
      await expect(refused).rejects.toThrow('DepositCredited needs a completed deposit');
    }
    expect(await productFinds()).toEqual([]);
  });

  test.each([
    ['with a forged transaction', 'now()', ''],
    ['also if it is dated back beyond what is compared', `now() - interval '1 year'`, ''],
    ['also if it is dated ahead', `now() + interval '1 year'`, ''],
    [
      'also in the name of a demo account',
      'now()',
      `insert into users (id, email, name, password_hash, role, wallet_id)
       select substr(min(actor), 6)::uuid, 'bettor@touchline.test', 'x', 'x', 'bettor', $1::uuid from ledger_events
       where wallet_id = $1 and actor like 'user:%'`,
    ],
  ])('%s the provider has no payment for it', async (_how, createdAt, statement) => {
    let forged = '';
    await as('touchline_api', async (client) => {
      if (statement !== '') await client.query(statement, [victim]);
      forged = await forgeDeposit(client, victim, { payment: 'tr_forged', createdAt });
    });
    expect(await tenHonestCheckpoints()).toBeUndefined();
    // Everything that we store agrees: only someone else's list shows it.
    expect(await productFinds()).toEqual([]);
    expect((await auditorFinds()).kinds).toEqual([]);
    expect(await reconciliationFinds('tr_forged')).toEqual([
      `deposit ${forged} is completed, but test has no payment tr_forged`,
    ]);
  });

  test('a payment of $1 credits no $9,000', async () => {
    let forged = '';
    await as('touchline_api', async (client) => {
      forged = await forgeDeposit(client, victim, { payment: 'tr_small', charge: 100 });
    });
    expect(await tenHonestCheckpoints()).toBeUndefined();
    expect(await productFinds()).toEqual([]);
    expect(await reconciliationFinds('')).toEqual([
      `deposit ${forged} credited USD 9000.00, but payment tr_small is worth USD 1.00`,
    ]);
  });
});

test('B moves a bet out of a period whose bets are void, by changing when it was taken', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from bets where wallet_id = $1 limit 1', [
    victim,
  ]);
  const betId = rows[0]?.id ?? '';
  await tamper(database, `update bets set placed_at = placed_at - interval '1 hour' where id = '${betId}'`);
  await tenHonestCheckpoints();
  expect(await productReport()).toMatchObject({
    kinds: ['bet-differs'],
    text: expect.stringContaining(`bet ${betId} was not taken at the time of`),
  });
  const { kinds, text } = await auditorFinds();
  expect(kinds).toEqual(['bet-differs']);
  expect(text).toContain(`bet ${betId} was not taken at the time of`);
});

describe('B gives the wallet of one person to another', () => {
  const give = (userId: string) =>
    tamper(
      database,
      `insert into users (id, email, name, password_hash, role, wallet_id)
       values ('${userId}', 'new@owner.test', 'x', 'x', 'bettor', '${victim}')`,
    );

  test('it is found before anything is done with it', async () => {
    await give(players[0]?.userId ?? '');
    expect(await productFinds()).toEqual([]);
    await tamper(database, `delete from users where wallet_id = '${victim}'`);
    const other = randomUUID();
    await give(other);
    expect(await productReport()).toEqual({
      kinds: ['owner-differs'],
      text: `wallet ${victim} belongs to user:${other}, but user:${players[0]?.userId} acted in its events`,
    });
  });

  test('and by both verifications once the other one bets', async () => {
    const other = { userId: randomUUID(), walletId: victim } as Player;
    await writer.submit(homeWins(other, [match], 100));
    expect(await tenHonestCheckpoints()).toBeUndefined();
    const product = await productReport();
    expect(product.kinds).toEqual(['owner-differs']);
    expect(product.text).toContain(`acted in the events of wallet ${victim}, which belongs to one person`);
    const { kinds, text } = await auditorFinds();
    expect(kinds).toEqual(['owner-differs']);
    expect(text).toContain(`is by user:${other.userId}, those before it by user:${players[0]?.userId}`);
  });
});

describe('6 · A appends an event as if it had been recorded before a sealed moment', () => {
  test('before the newest event of its own wallet: the signer refuses, and both verifiers find it', async () => {
    const { rows } = await database.pool.query<{ at: string }>(
      `select to_char((recorded_at - interval '1 second') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
       from wallets where wallet_id = $1`,
      [victim],
    );
    const recordedAt = rows[0]?.at ?? '';
    await as('touchline_api', async (client) => {
      await forgeDeposit(client, victim, { payment: 'tr_past', recordedAt });
    });
    expect(await tenHonestCheckpoints()).toMatch(/was recorded before the event that precedes it$/);
    expect(await productFinds()).toEqual(['time-backwards']);
    expect((await auditorFinds()).kinds).toEqual(['time-backwards']);
  });

  test('before an event of another wallet with a lower number: both verifiers find it', async () => {
    const [past, between, later] = ['10', '12', '18'].map((hour) => `2026-01-01T${hour}:00:00.000000Z`);
    const old = await createTestDatabase();
    // A ledger of its own, in which hours lie between two events.
    const ledger = { database: old, writer: createWalletWriter(old), signer: createTestSigner(old) };
    try {
      const [first, second] = [await createPlayer(old.db, ledger.writer), await createPlayer(old.db, ledger.writer)];
      const owner = new Client({ connectionString: old.ownerUrl });
      await owner.connect();
      await forgeDeposit(owner, first.walletId, { payment: 'tr_one', recordedAt: past ?? '' });
      await forgeDeposit(owner, second.walletId, { payment: 'tr_two', recordedAt: later ?? '' });
      await owner.end();
      kept = cosigned(await ledger.signer.sealAndSign());
      const api = new Client({ connectionString: old.urlAs('touchline_api') });
      await api.connect();
      await forgeDeposit(api, first.walletId, { payment: 'tr_three', recordedAt: between ?? '' });
      await api.end();
      await tenHonestCheckpoints(ledger);
      const product = await productReport(old.pool, ledger.signer.publicKey);
      expect(product.kinds).toEqual(['time-backwards']);
      expect(product.text).toMatch(
        /was recorded at 2026-01-01T12:00:00.000000Z, long before event \d+, which has a lower number/,
      );
      const file = exportLedger(old.pool, { format: 'ndjson' });
      const auditor = await auditorReads(file, ['--checkpoint', 'kept.note'], ledger.signer.publicPem);
      expect(auditor.kinds).toEqual(['time-backwards']);
      expect(auditor.text).toContain('was recorded long before an event with a lower number');
    } finally {
      await ledger.writer.close();
      await ledger.signer.close();
      await old.close();
    }
  });
});

test('7 · B cuts the tail of ledger and log: anyone with a newer checkpoint sees it', async () => {
  const [size] = /(?<=\n)\d+/.exec(kept) ?? [];
  await asOwner(async (owner) => {
    const first = `(select min(from_number) from log_batches where source = 1 and first_index >= (select min(size) from log_checkpoints))`;
    const cut = `seq >= ${first}`;
    await owner.query(
      `update wallets w set (cash, held, bonus, staked, version, head_hash, recorded_at) = (
         select w.cash - (select coalesce(sum(amount), 0) from ledger_entries l where l.wallet_id = w.wallet_id and account = 'player:cash' and ${cut}),
           w.held, w.bonus,
           w.staked - (select coalesce(sum(amount), 0) from ledger_entries l where l.wallet_id = w.wallet_id and account = 'player:staked' and ${cut}),
           e.version, e.hash, e.recorded_at
         from ledger_events e where e.wallet_id = w.wallet_id and e.seq < ${first} order by e.seq desc limit 1)`,
    );
    await owner.query(
      `delete from bet_legs where bet_id::text in (select payload ->> 'betId' from ledger_events where ${cut})`,
    );
    await owner.query(
      `delete from bets where id::text in (select payload ->> 'betId' from ledger_events where ${cut})`,
    );
    await owner.query(`delete from ledger_entries where ${cut}`);
    await owner.query(`delete from ledger_events where ${cut}`);
    await owner.query('delete from log_batches where first_index >= (select min(size) from log_checkpoints)');
    await owner.query('delete from log_checkpoints where size > (select min(size) from log_checkpoints)');
    await owner.query('delete from liability_seals where number > 1');
  });
  expect(await tenHonestCheckpoints()).toBe(
    `the log has ${await storedSize(database.pool)} entries, but ${size} were signed`,
  );
  expect(await productFinds()).toContain('log-cut');
  const { kinds, text } = await auditorFinds();
  expect(kinds).toContain('log-cut');
  expect(text).toContain(`the kept checkpoint signs ${size} entries`);
});

test('8 · C strips all checkpoints from an export', async () => {
  let text = '';
  for await (const chunk of exportLedger(database.pool, { format: 'ndjson' })) text += chunk;
  const bare = text
    .split('\n')
    .filter((line) => !line.startsWith('{"checkpoint"'))
    .join('\n');
  expect((await auditorFinds(bare)).kinds).toEqual(['checkpoint-missing']);
  const accepted = await auditorFinds(bare, '--no-checkpoints');
  expect([accepted.code, accepted.kinds]).toEqual([0, []]);
  expect(accepted.text).toContain('Not covered: The file has no checkpoint');
});

describe('8 · C edits an export', () => {
  /** The lines of an export; the last of its batches holds events, and a new player's events are not logged yet. */
  async function exported(): Promise<{ lines: string[]; isNew: (line: string) => boolean; player: Player }> {
    for (const player of players) await writer.submit(homeWins(player, [match], 100));
    await signer.sign();
    const player = await createPlayer(database.db, writer, 500);
    await database.pool.query(
      `insert into access_log (user_id, role, action, request) values (gen_random_uuid(), 'auditor', 'export', '/y')`,
    );
    return { lines: await linesOf(), isNew: (line) => line.includes(`"wallet_id":"${player.walletId}"`), player };
  }
  async function linesOf(): Promise<string[]> {
    let text = '';
    for await (const chunk of exportLedger(database.pool, { format: 'ndjson' })) text += chunk;
    return text.trimEnd().split('\n');
  }
  const isEvent = (line: string) => line.startsWith('{"event"');
  const indexOf = (lines: readonly string[], start: string) => lines.findLastIndex((line) => line.startsWith(start));

  test('as it is, it says which events and records are not covered', async () => {
    const { lines } = await exported();
    const { code, text } = await auditorFinds(lines.join('\n'));
    expect(code).toBe(0);
    expect(text).toContain('Not covered: 1 event is newer than the newest checkpoint.');
    expect(text).toContain('Not covered: 1 record is newer than the newest checkpoint.');
  });

  test('to show an event that is in no batch among those that are signed', async () => {
    const { lines, isNew } = await exported();
    const moved = lines.filter((line) => isEvent(line) && isNew(line));
    const others = lines.filter((line) => !moved.includes(line));
    others.splice(indexOf(others, '{"batch"'), 0, ...moved);
    const { kinds, text } = await auditorFinds(others.join('\n'));
    expect(kinds).toEqual(['record-inserted']);
    expect(text).not.toContain('Proved:');
  });

  test('to show a batch behind what is not logged', async () => {
    const { lines } = await exported();
    const unlogged = lines.splice(indexOf(lines, '{"unlogged"'), 1);
    lines.splice(indexOf(lines, '{"batch"'), 0, ...unlogged);
    const { kinds, text } = await auditorFinds(lines.join('\n'));
    expect(kinds).toContain('log-differs');
    expect(text).not.toContain('Proved:');
  });

  test('to show a balance from before a later event', async () => {
    const { lines, isNew, player } = await exported();
    const before = lines.filter((line) => line.startsWith('{"wallet"') && isNew(line));
    await writer.submit(homeWins(player, [match], 100));
    const after = (await linesOf()).filter((line) => !(line.startsWith('{"wallet"') && isNew(line)));
    const firstOwn = after.findIndex((line) => isEvent(line) && isNew(line));
    after.splice(firstOwn + 1, 0, ...before);
    expect((await auditorFinds(after.join('\n'))).kinds).toEqual(['wallet-differs']);
  });
});

/** Asks a witness that has cosigned what the auditor kept to cosign another checkpoint of the same key. Returns why it does not. */
async function witnessRefuses(shown: TestDatabase, note: string): Promise<string | undefined> {
  const logs = [signer.key.key.text];
  const server = await createWitness({ name: 'witness.test/w2', folder: join(folder, 'witness'), logs, port: 0 });
  const addresses = [{ url: server.url, key: parseVerifierKey(server.key) }];
  let problem: string | undefined;
  try {
    for (const [from, checkpoint] of [[database, kept] as const, [shown, note] as const]) {
      expect(problem).toBeUndefined();
      const signing = connect(from.urlAs('touchline_signer'), { max: 1 });
      const size = Number(checkpoint.split('\n')[1]);
      const witnesses = createWitnesses(signing.pool, addresses, (_witness, why) => {
        problem = why;
      });
      await witnesses.ask({ size, note: checkpoint });
      await signing.close();
    }
    return problem;
  } finally {
    await server.close();
  }
}

test('9 · C shows an auditor another history than the bettors', async () => {
  const shown = await createTestDatabase();
  try {
    await playSomeLedger(shown);
    const { privateKey } = signer.key;
    const twin = createTestSigner(shown, { privateKey, publicKey: signer.publicKeyObject });
    await twin.sealAndSign();
    const other = createWalletWriter(shown);
    await createPlayer(shown.db, other, 900);
    for (let round = 0; round < 20; round += 1) await createPlayer(shown.db, other, 100);
    const forked = await twin.sealAndSign();
    expect(await witnessRefuses(shown, forked)).toMatch(/^It refused \(422\): /);
    await other.close();
    await twin.close();
    // Signed with the operator's key, but it does not extend what the auditor kept, and no witness has cosigned it.
    const found = await auditorFinds(exportLedger(shown.pool, { format: 'ndjson' }), '--witness', witness.key.text);
    expect([found.code, found.kinds]).toEqual([1, ['log-differs', 'not-witnessed']]);
    expect(found.text).toContain('log-differs: the kept checkpoint of');
    // The product's own verification, with what the auditor kept, and everything that it has itself is in order.
    const product = await productReport(shown.pool);
    expect(product.kinds).toEqual(['log-differs']);
    expect(product.text).toMatch(/does not lead to the root that the kept checkpoint of \d+ entries signs/);
  } finally {
    await shown.close();
  }
});

test.each([
  ['audit_log', `update audit_log set subject = 'match:2'`],
  ['access_log', `update access_log set action = 'events'`],
  ['match_results', `update match_results set home_score = 0, away_score = 5 where home_score = 2`],
  ['exclusions', `update exclusions set until = now()`],
  ['operator_exclusions', `update operator_exclusions set until = now()`],
  ['match_reports', `update match_reports set home_score = 5`],
])('10 · B changes %s', async (_table, statement) => {
  await tamper(database, statement);
  await tenHonestCheckpoints();
  expect(await productFinds()).toContain('record-altered');
  expect((await auditorFinds()).kinds).toContain('log-differs');
});

test.each([
  ['the reason in audit_log', `update audit_log set reason = 'another reason'`],
  ['the request in access_log', `update access_log set request = '/y'`],
  ['the reason in audit_log, as if it had been erased', `update audit_log set reason = 'another reason', salt = null`],
])('10 · B changes %s, of which the log has a salted hash', async (_what, statement) => {
  await tamper(database, statement);
  await tenHonestCheckpoints();
  expect(await productFinds()).toEqual(['record-altered']);
  expect((await auditorFinds()).kinds).toEqual(['record-altered']);
});

test('10 · B deletes access_log, as if its records were old', async () => {
  await tamper(database, 'delete from access_log');
  await tenHonestCheckpoints();
  expect(await productFinds()).toEqual(['record-missing']);
  expect((await auditorFinds()).kinds).toEqual(['record-missing']);
});

describe('10 · a result below the first number is in no log', () => {
  const insert = (number: number) => `
    insert into match_results (number, match_id, version, kind, home_score, away_score, reason, actor, decided_at)
    overriding system value values (${number}, '${match.id}', 1, 'score', 0, 3, 'invented', 'system:results', now())`;

  test('api and worker are refused', async () => {
    for (const role of ['touchline_api', 'touchline_worker']) {
      const refused = as(role, (client) => client.query(insert(-1)).then(() => undefined));
      await expect(refused).rejects.toThrow('match_results_from_one');
    }
  });

  test('the verification reports that of an owner', async () => {
    await tamper(database, 'alter table match_results drop constraint match_results_from_one', insert(0));
    expect(await tenHonestCheckpoints()).toBeUndefined();
    const { kinds, text } = await productReport();
    expect(kinds).toContain('record-inserted');
    expect(text).toContain('record (result) 0 was inserted behind what was logged');
  });
});

test('11 · C signs a seal with false totals', async () => {
  const seal = await readStoredSeal(database.pool);
  const honest = JSON.parse(seal?.text ?? '{}') as Record<string, Json>;
  const size = await storedSize(database.pool);
  const number = (seal?.number ?? 0) + 1;
  const owed = Number(honest['liabilities']);
  const previous = digest('sha256', seal?.text ?? '', 'hex');
  const text = canonicalJson({ ...honest, liabilities: owed - 5_000, log_size: size, number, previous });
  let note = '';
  await asOwner(async (owner) => {
    const { rows } = await owner.query<{ buckets: Buffer }>('select buckets from liability_seals order by number desc');
    await saveSeal(owner, { number, text, buckets: rows[0]?.buckets ?? Buffer.alloc(0) });
    const tree = await continueTree(owner, size);
    tree.add(entryLeaf(logSources.seal, digest('sha256', text, 'buffer')));
    const batch = { firstIndex: size, entries: 1, source: logSources.seal, fromNumber: number, toNumber: number };
    await appendToLog(owner as never, size, { tiles: tree.takeTiles(), batches: [batch] }, () => {});
    const origin = signer.key.key.name;
    note = signNote(checkpointText({ origin, size: size + 1, root: tree.root() }), signer.key);
    await saveCheckpoint(owner, size + 1, note);
  });
  const wrong = `seal ${number} says liabilities ${owed - 5_000} instead of ${owed}`;
  expect(await productReport()).toEqual({ kinds: ['seal-differs'], text: wrong });
  const auditor = await auditorFinds();
  expect(auditor.kinds).toEqual(['seal-differs']);
  expect(auditor.text).toContain(wrong);

  // No path leads from a bettor's wallet to the false total.
  const proof = signer.prove(victim);
  if (!proof) throw new Error('the wallet is not sealed');
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  const receipt = {
    ...{ format: 'touchline-receipt', version: 1, note, seal: text, index: size },
    path: (await proveInclusion(database.pool, size, size + 1)).map(base64),
    wallet: { id: victim, ...proof.wallet },
    ...{ salt: base64(proof.salt), position: proof.position, size: proof.size },
    sums: proof.path.map(({ hash, sum }) => ({ hash: base64(hash), sum })),
  };
  const bettor = await auditorReads(JSON.stringify(receipt), []);
  expect(bettor.kinds).toEqual(['receipt-differs']);
  expect(bettor.text).toContain(`the wallet does not lead to what seal ${number} says is owed`);

  // What a bettor kept from before is compared with a receipt's checkpoint.
  const withKept = () => auditorReads(JSON.stringify(receipt), ['--checkpoint', 'kept.note']);
  expect((await withKept()).text).toContain('Not covered: The kept checkpoint has another size');
  const origin = signer.key.key.name;
  kept = signNote(checkpointText({ origin, size: size + 1, root: Buffer.alloc(32) }), signer.key);
  expect((await withKept()).kinds).toEqual(['log-differs', 'receipt-differs']);
});
