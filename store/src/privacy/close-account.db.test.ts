import { randomUUID } from 'node:crypto';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import type { RefundState } from '@touchline/core/payments';
import { payoutOf } from '@touchline/core/payouts';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createUser } from '../accounts/index.ts';
import { type Action, recordAction } from '../audit/index.ts';
import { changeCase, listCases, openCase, readCase, reportCases } from '../cases/index.ts';
import { connect } from '../connect.ts';
import { storeEmail } from '../emails/index.ts';
import { exportLedger, proveWallet, recordAccess, verifyLedger } from '../ledger/index.ts';
import { excludeBettor, setLimit } from '../limits/index.ts';
import { readRestrictions } from '../limits/read-limits.ts';
import { decideAdjustment, requestAdjustment, sealPayout, writeRefund } from '../payments/index.ts';
import { makeDataKey, open, readDataKey } from '../sealed.ts';
import {
  changeClocks,
  createMatch,
  createTestDatabase,
  creditDollars,
  finishAndSettle,
  homeWins,
} from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { destroyIdentities } from './erase-person.ts';
import { applyRetention, carryRestrictions, closeAccount, closeProblem, recognizePerson } from './index.ts';

const dataKey = readDataKey(makeDataKey()) ?? fail();
const now = instant(Date.parse('2026-11-22T12:00:00Z'));
const years = (count: number) => count * 365 * 86_400_000;
const email = 'ada.bell@example.com';
const name = 'Ada Bell';
const iban = 'NL91ABNA0417164300';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const ada = await openAccount(email, name);
afterAll(async () => {
  await writer.close();
  await database.close();
});

function fail(): never {
  throw new Error('not there');
}

async function openAccount(address: string, called: string, role: 'bettor' | 'admin' = 'bettor') {
  const account = { email: address, name: called, role, passwordHash: 'x', emailVerifiedAt: now };
  const made = await database.byOwner((db) => db.transaction().execute((trx) => createUser(trx, account)));
  return made.ok ? { userId: made.value.id, walletId: made.value.walletId } : fail();
}

const close = (userId: UserId) =>
  closeAccount(database.db, dataKey, { userId, by: 'owner', keepMs: years(5), requestId: 'r-close' }, now);

/** A paid withdrawal with bank details, as it lies in the database. */
async function saveWithdrawal(walletId: WalletId): Promise<TransactionId> {
  const id = randomUUID() as TransactionId;
  const payout = payoutOf('bank_transfer', { bankName: 'Bank', accountHolder: name, iban });
  const target = payout.ok && payout.value ? sealPayout(dataKey, id, payout.value) : fail();
  await database.db
    .insertInto('transactions')
    .values({
      ...{ id, wallet_id: walletId, version: 1, type: 'withdrawal', amount: cents(500), status: 'canceled' },
      ...{ method: 'bank_transfer', reference: null, reason: `${name} has to send a passport`, provider: null },
      ...{ provider_payment_id: null, charge_currency: null, charge_amount: null, decided_by: null, flags: [] },
      ...{ payout_sealed: target.sealed, payout_mask: target.mask, payout_fingerprint: target.fingerprint },
      ...{ metadata: JSON.stringify({ payoutTo: target.mask }), created_at: new Date(), updated_at: new Date() },
    })
    .execute();
  return id;
}

/** A deposit that ended unpaid, as it lies in the database. */
async function saveDeposit(walletId: WalletId, flags: string[]): Promise<TransactionId> {
  const id = randomUUID() as TransactionId;
  await database.db
    .insertInto('transactions')
    .values({
      ...{ id, wallet_id: walletId, version: 1, type: 'deposit', amount: cents(5_000), status: 'canceled' },
      ...{ method: 'ideal', reference: null, reason: null, provider: 'test', provider_payment_id: `tr_${id}` },
      ...{ charge_currency: null, charge_amount: null, decided_by: null, flags, metadata: '{}' },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .execute();
  return id;
}

/** Every row of every table as text, with the owner's eyes. */
async function wholeDatabase(): Promise<string> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    let text = '';
    for (const { name: table } of tables) {
      const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${table} t`);
      text += rows.map(({ row }) => `${table} ${row}\n`).join('');
    }
    return text;
  } finally {
    await owner.end();
  }
}

describe('refuses to close an account with unfinished business', () => {
  test('names the money, open bets and open withdrawals that remain', async () => {
    const bettor = await openAccount('busy@example.com', 'Busy Bettor');
    await creditDollars(writer, bettor.walletId, 10);
    expect(await close(bettor.userId)).toEqual({ ok: false, refusal: { code: 'balance-left', amount: 1_000 } });
    const match = await createMatch(database.db, 'Ajax', 'Utrecht');
    expect((await writer.submit(homeWins(bettor, [match], 1_000))).ok).toBe(true);
    expect(await close(bettor.userId)).toEqual({ ok: false, refusal: { code: 'bets-open', count: 1 } });
  });

  test('a payment that an admin must decide about, until it is decided', async () => {
    const { userId, walletId } = await openAccount('late@example.com', 'Late Payer');
    const id = await saveDeposit(walletId, ['paid-after-close']);
    expect(await close(userId)).toEqual({ ok: false, refusal: { code: 'deposit-undecided' } });
    await database.db.updateTable('transactions').set({ flags: [] }).where('id', '=', id).execute();
    expect(await closeProblem(database.db, userId)).toBeUndefined();
  });

  test.each(['waiting', 'asked', 'failed'] as const)(
    'a refund of a deposit that is %s, until it has arrived or was paid in another way',
    async (state) => {
      const { userId, walletId } = await openAccount(`${state}@example.com`, 'Refund Receiver');
      const transactionId = await saveDeposit(walletId, []);
      const refund = { transactionId, round: 1, refundId: null, attempts: 1, requestedAt: now, nextAt: now };
      const become = (state: RefundState, paidReference: string | null = null) =>
        database.db.transaction().execute((trx) => writeRefund(trx, { ...refund, state, paidReference }));
      await become(state);
      expect(await close(userId)).toEqual({ ok: false, refusal: { code: 'refund-open' } });
      await become('refunded');
      expect(await closeProblem(database.db, userId)).toBeUndefined();
      await become('paid', 'SEPA-1');
      expect(await closeProblem(database.db, userId)).toBeUndefined();
    },
  );

  test('an adjustment, from its request until it is posted or declined', async () => {
    const [{ userId: admin }, other] = [
      await openAccount('staff@example.com', 'Staff', 'admin'),
      randomUUID() as UserId,
    ];
    const by = (who: UserId) => ({ admin: who, requestId: 'r-adjustment' });
    const open = { ok: false, refusal: { code: 'adjustment-open' } };
    const request = async (address: string) => {
      const bettor = await openAccount(address, 'Adjusted Bettor');
      const wanted = {
        id: randomUUID(),
        ...bettor,
        amount: cents(5_000),
        cause: 'courtesy',
        reason: 'Sorry.',
      } as const;
      expect((await requestAdjustment(database.db, wanted, by(admin))).ok).toBe(true);
      expect(await close(bettor.userId)).toEqual(open);
      return { ...bettor, wanted };
    };
    const declined = await request('declined@example.com');
    await decideAdjustment(database.db, declined.wanted.id, 'declined', by(other));
    expect(await closeProblem(database.db, declined.userId)).toBeUndefined();
    const { userId, walletId, wanted } = await request('approved@example.com');
    await decideAdjustment(database.db, wanted.id, 'approved', by(other));
    expect(await close(userId)).toEqual(open);
    const owner = connect(database.ownerUrl, { max: 1, applicationName: 'test' });
    const operator = createWalletWriter(owner);
    const { id, amount, cause } = wanted;
    const adjustment = { id, amount, cause, requestedBy: admin, approvedBy: other };
    await operator.submit({ type: 'make-adjustment', walletId, adjustment, actor: `admin:${other}`, cause: 'test' });
    await operator.close();
    await owner.close();
    expect(await close(userId)).toEqual({ ok: false, refusal: { code: 'balance-left', amount: 5_000 } });
  });

  test('refuses to close a staff account', async () => {
    const admin = await openAccount('boss@example.com', 'Bo Ss', 'admin');
    expect(await close(admin.userId)).toEqual({ ok: false, refusal: { code: 'account-of-staff' } });
  });
});

const registerAgain = (address: string) =>
  database.db.transaction().execute(async (trx) => {
    const made = await createUser(trx, { email: address, name: 'A Gain', role: 'bettor', passwordHash: 'x' });
    if (!made.ok) return fail();
    await carryRestrictions(trx, dataKey, made.value);
    return { userId: made.value.id, walletId: made.value.walletId };
  });

describe('attack: an excluded person closes the account and registers again', () => {
  test('applies the exclusion to a new account of the address, and to no other', async () => {
    const address = 'excluded@example.com';
    const first = await openAccount(address, 'Ex Cluded');
    const wanted = { kind: 'self-exclusion', days: 365 } as const;
    expect((await excludeBettor(database.db, { ...first, actor: `user:${first.userId}` }, wanted)).ok).toBe(true);
    expect((await close(first.userId)).ok).toBe(true);
    const register = async (email: string) => (await registerAgain(email)).walletId;
    const again = await readRestrictions(database.db, await register(address));
    const before = await readRestrictions(database.db, first.walletId);
    expect([again.ownExclusion?.kind, again.ownExclusion?.until]).toEqual([
      'self-exclusion',
      before.ownExclusion?.until,
    ]);
    expect((await readRestrictions(database.db, await register('other@example.com'))).ownExclusion).toBeUndefined();
  });
});

describe('attack: an erased person is still found by name, email and bank account', () => {
  test('leaves nothing in the database that names the person, and the ledger verifies', async () => {
    const { userId, walletId } = ada;
    const { db, pool } = database;
    const withdrawal = await saveWithdrawal(walletId);
    await pool.query(
      `insert into sessions (id, user_id, created_at, used_at, user_agent, address, salt, turned_at, expires_at)
       values (gen_random_uuid(), $1, now(), now(), 'Ada Browser', '203.0.113.9', sha256('x'), now(), now())`,
      [userId],
    );
    await pool.query(
      `insert into support_messages (id, user_id, name, email, topic, message)
       values (gen_random_uuid(), $1, $2, $3, 'other', 'I am Ada Bell')`,
      [userId, name, email],
    );
    const { rows: exclusions } = await pool.query<{ id: number }>(
      `insert into operator_exclusions (wallet_id, act, cause, reason, since, admin)
       values ($1, 'begun', 'fraud', 'Ada Bell used two passports', now(), $2) returning id`,
      [walletId, userId],
    );
    await db.transaction().execute(async (trx) => {
      await storeEmail(trx, { kind: 'password-changed', userId });
      await storeEmail(trx, { kind: 'withdrawal-rejected', transactionId: withdrawal });
      await storeEmail(trx, { kind: 'player-excluded', exclusionId: exclusions[0]?.id ?? fail() });
      await storeEmail(trx, { kind: 'feed-incident', incidentId: 'of the operator' });
    });
    await recordAccess(db, {
      userId,
      role: 'auditor',
      action: 'players',
      walletId: null,
      request: `GET /ledger/wallets?search=${encodeURIComponent(email)}`,
    });
    await db.transaction().execute((trx) =>
      recordAction(trx, {
        actor: { userId, role: 'admin' },
        action: 'withdrawal-rejected',
        subject: `withdrawal:${withdrawal}`,
        reason: 'The account is in another name',
        before: { status: 'pending', payoutTo: 'NL91 •••• 4300' },
        after: { status: 'canceled', reason: 'The account is in another name', to: email },
        requestId: 'r-1',
      }),
    );

    const closed = await close(userId);
    expect(closed).toMatchObject({ ok: true, value: { endedSessions: [expect.any(String)] } });
    const all = await wholeDatabase();
    for (const personal of [
      email,
      encodeURIComponent(email),
      name,
      'Ada',
      '203.0.113.9',
      'another name',
      'passport',
      // With its dots: four digits alone also occur in hashes.
      '•••• 4300',
    ]) {
      expect(all.split('\n').filter((line) => line.includes(personal))).toEqual([]);
    }
    expect(await close(userId)).toEqual({ ok: false, refusal: { code: 'account-closed' } });
    expect((await pool.query(`select job ->> 'kind' as kind from letters`)).rows).toEqual([{ kind: 'feed-incident' }]);

    const log = await pool.query('select action, subject, reason, before, after from audit_log where request_id = $1', [
      'r-1',
    ]);
    expect(log.rows).toEqual([
      {
        action: 'withdrawal-rejected',
        subject: `withdrawal:${withdrawal}`,
        reason: '[erased]',
        before: { status: 'pending', payoutTo: '[erased]' },
        after: { status: 'canceled', reason: '[erased]', to: '[erased]' },
      },
    ]);
    expect(await verifyLedger(pool)).toMatchObject({ passed: true });
    let text = '';
    for await (const chunk of exportLedger(pool, { format: 'ndjson' })) text += chunk;
    expect(text).not.toContain('Ada');
    expect(typeof (await proveWallet(pool, walletId))).toBe('object');
  });

  test('keeps identity and bank details sealed for the legal retention period only', async () => {
    const { rows } = await database.pool.query<{ identity_sealed: string }>(
      'select identity_sealed from closed_accounts where user_id = $1',
      [ada.userId],
    );
    const identity = open(dataKey, rows[0]?.identity_sealed ?? '', `identity:${ada.userId}`);
    expect(JSON.parse(identity)).toMatchObject({ email, name });
    const kept = async () => {
      const { rows: left } = await database.pool.query<{ kept: number }>(
        `select (select count(*) from closed_accounts where identity_sealed is not null)::int
           + (select count(*) from transactions where payout_sealed is not null)::int as kept`,
      );
      return left[0]?.kept;
    };
    expect(await destroyIdentities(database.db, instant(now + years(5) - 1), 10)).toBe(0);
    expect(await kept()).toBe(3);
    expect(await destroyIdentities(database.db, instant(now + years(5)), 10)).toBe(2);
    expect(await kept()).toBe(0);
  });

  test('allows only erasure as a change of the logs, even for the owner of the database', async () => {
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const refused = [
      `update audit_log set reason = 'another reason'`,
      `update audit_log set action = 'account-opened'`,
      `update audit_log set reason = '[erased]', subject = 'user:x'`,
      `update audit_log set reason = coalesce(reason, '') || ' [erased]'`,
      `update audit_log set reason = '[erased] and more'`,
      `update audit_log set after = coalesce(after, '{}') || '{"more": "[erased]"}'`,
      `update access_log set user_id = gen_random_uuid()`,
      `update operator_exclusions set until = now() + interval '1 day'`,
      'delete from audit_log',
      'delete from access_log',
      'delete from operator_exclusions',
      'truncate access_log',
    ];
    try {
      for (const statement of refused) {
        await expect(database.pool.query(statement), statement).rejects.toThrow('permission denied');
        await expect(owner.query(statement), statement).rejects.toThrow('is append-only');
      }
    } finally {
      await owner.end();
    }
  });
});

describe('deletes old rows by their policies', () => {
  test('in batches, repeatedly, and never recent ones', async () => {
    const { pool, db } = database;
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(`
      insert into access_log (at, user_id, role, action, request)
      overriding system value select now() - n * interval '1 day', gen_random_uuid(), 'auditor', 'players', 'GET /x'
      from generate_series(1, 1000) n order by n desc`);
    await owner.query(`
      insert into support_messages (id, name, email, topic, message, created_at, sent_at)
      select gen_random_uuid(), 'X', 'x@example.com', 'other', 'hi', now() - n * interval '100 days', case when n > 8 then null else now() end
      from generate_series(1, 10) n`);
    await owner.query(`
      insert into payment_checks (transaction_id, wallet_id, asked_at, window_at, asked, owed_since)
      select gen_random_uuid(), gen_random_uuid(), now() - age, now() - age, 1, owed
      from (values (interval '1 hour', null), ('2 days', null), ('2 days', now())) one (age, owed)`);
    await owner.end();
    // The oldest id is a young row of the test before: each batch of seven deletes six.
    const count = async (table: string) =>
      (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;
    const before = await count('access_log');
    const today = instant(Date.now());
    const first = await applyRetention(db, today, { batch: 7 });
    const second = await applyRetention(db, today, { days: { support_messages: 150 } });
    const third = await applyRetention(db, today, { days: { support_messages: 150 } });
    expect(first).toMatchObject({ support_messages: 3, access_log: 120, payment_checks: 1 });
    expect(second).toMatchObject({ support_messages: 6 });
    expect(Object.values(third).every((deleted) => deleted === 0)).toBe(true);
    expect(await count('support_messages')).toBe(1);
    expect(await count('access_log')).toBe((before ?? 0) - (first['access_log'] ?? 0) - (second['access_log'] ?? 0));
    await expect(pool.query(`select forget_access_log(now(), 5000)`)).rejects.toThrow('access_log is append-only');
  });

  test('as many hours old as the database requires, also when the clocks of its time zone went back', async () => {
    await database.byOwner((owner) =>
      sql`
        insert into access_log (id, at, user_id, role, action, request)
        overriding system value select 9000000000, now() - interval '4320.5 hours', gen_random_uuid(), 'auditor', 'players', 'GET /x'`.execute(
        owner,
      ),
    );
    await changeClocks(database, 'back', 3);
    const session = connect(database.url, { max: 1 });
    const deleted = await applyRetention(session.db, instant(Date.now()), { days: { access_log: 180 } });
    expect(deleted['access_log']).toBeGreaterThan(0);
    await session.close();
  });
});

describe('attack: an excluded person closes the account to escape recognition', () => {
  test('keeps digests that recognize the person during the exclusion, and deletes them afterwards', async () => {
    const signalsOf = async ({ userId }: { readonly userId: UserId }) => {
      const { rows } = await database.pool.query<{ row: string }>(
        'select s::text as row from person_signals s where user_id = $1',
        [userId],
      );
      expect(rows.filter(({ row }) => row.includes('recognised'))).toEqual([]);
      return rows.length;
    };
    const join = async (address: string) => {
      const person = await openAccount(address, 'Ex Cluded');
      const signals = [
        { kind: 'email', value: address },
        { kind: 'device', value: `device recognised of ${address}` },
      ] as const;
      await database.db
        .transaction()
        .execute((trx) => recognizePerson(trx, dataKey, { ...person, signals, requestId: 'r-1' }));
      return person;
    };
    const [excluded, other] = [await join('recognised@example.com'), await join('recognised-not@example.com')];
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into exclusions (wallet_id, kind, since, until, actor)
       values ($1, 'self-exclusion', now(), now() + interval '1 hour', 'test') returning id`,
      [excluded.walletId],
    );
    for (const { userId } of [excluded, other]) expect((await close(userId)).ok).toBe(true);
    await applyRetention(database.db, now);
    expect([await signalsOf(excluded), await signalsOf(other)]).toEqual([2, 0]);
    // As if it had ended: exclusions themselves are append-only.
    await database.pool.query(
      `insert into exclusions (wallet_id, kind, since, until, actor)
       select wallet_id, kind, since, now(), actor from exclusions where id = $1`,
      [rows[0]?.id],
    );
    await applyRetention(database.db, now);
    expect(await signalsOf(excluded)).toBe(0);
  });
});

describe('attack: a bettor closes an account whose name is a word of records about others', () => {
  const rowsOfLogs = async () => {
    const { rows } = await database.pool.query<{ row: string }>(`
      select row from (select id, 'audit' as log, a::text as row from audit_log a where action <> 'account-closed'
        union all select id, 'access', a::text from access_log a) logs order by log, id`);
    return rows.map(({ row }) => row);
  };
  const act = (
    action: `${string}-${string}`,
    subject: `${string}:${string}`,
    recorded: Partial<Pick<Action, 'reason' | 'before' | 'after'>>,
  ) =>
    database.db.transaction().execute((trx) =>
      recordAction(trx, {
        ...{ actor: { userId: ada.userId, role: 'admin' }, action, subject, requestId: 'r-other' },
        ...{ reason: null, before: null, after: null, ...recorded },
      }),
    );
  const openInvestigation = (title: string, walletId?: WalletId) =>
    openCase(
      database.db,
      { userId: ada.userId, role: 'auditor', requestId: 'r-case' },
      { title, ...(walletId && { subject: `wallet:${walletId}` }) },
    );

  test('changes no record about others', async () => {
    const names = ['cause', 'amount', 'status', 'excluded', 'Adjustment', 'admin', 'players', 'search', 'a.*', '[^x]+'];
    const bettors = await Promise.all(names.map((called, at) => openAccount(`word${at}@example.com`, called)));
    const other = await openAccount('not-word1@example.com', 'Other');
    await act('adjustment-requested', `user:${other.userId}`, {
      reason: 'Adjustment of the amount: no cause to call an admin, status excluded',
      after: { adjustment: 'a', amount: 5, cause: 'correction', excluded: true, status: 'search', players: 'admin' },
    });
    await act('result-corrected', `match:${randomUUID()}`, {
      reason: 'Wrong status; not-word1@example.com and word1@example.com.au complained',
      before: { decision: { status: 'excluded' } },
    });
    await openInvestigation('The status and the amount of an adjustment', other.walletId);
    for (const query of ['search=someone&status=excluded', 'search=amounts', 'search=%ff', 'players=cause']) {
      const request = `GET /ledger/players?${query}`;
      await recordAccess(database.db, {
        userId: ada.userId,
        role: 'auditor',
        action: 'players',
        walletId: null,
        request,
      });
    }
    const before = await rowsOfLogs();
    for (const { userId } of bettors) expect((await close(userId)).ok).toBe(true);
    expect(await rowsOfLogs()).toEqual(before);
    expect(await verifyLedger(database.pool)).toMatchObject({ passed: true });
  });

  test('cuts what names the person out of other texts, and leaves the rest', async () => {
    const zoe = await openAccount('zoe.o@example.com', 'Zoë Örn (1)');
    const other = await openAccount('zoes-friend@example.com', 'Friend');
    await act('player-excluded', `user:${other.userId}`, {
      reason: 'As before.',
      after: { before: 'Same card as\nzoe.o@example.com' },
    });
    await act('player-excluded', `user:${other.userId}`, {
      reason: 'Shares a card with <Zoe.O@example.com>.',
      after: { excluded: true, seen: ['zoe.o@example.com', 'azoe.o@example.com'] },
    });
    await openInvestigation('Zoë Örn (1) called; Zoë Örn (12) did not');
    for (const search of ['zoe.o@example.com', 'Zoë Örn (1)', 'Zoë']) {
      const request = `GET /players?search=${encodeURIComponent(search)}`;
      await recordAccess(database.db, {
        userId: ada.userId,
        role: 'admin',
        action: 'players',
        walletId: null,
        request,
      });
    }
    expect((await close(zoe.userId)).ok).toBe(true);
    const { rows } = await database.pool.query(
      `select reason, after from audit_log where subject = $1 or action = 'case-opened' order by id desc limit 3`,
      [`user:${other.userId}`],
    );
    expect(rows).toEqual([
      { reason: null, after: { title: '[erased] called; Zoë Örn (12) did not' } },
      {
        reason: 'Shares a card with <[erased]>.',
        after: { excluded: true, seen: ['[erased]', 'azoe.o@example.com'] },
      },
      { reason: 'As before.', after: { before: 'Same card as\n[erased]' } },
    ]);
    const accesses = await database.pool.query<{ request: string }>(
      'select request from access_log order by id desc limit 3',
    );
    expect(accesses.rows.map(({ request }) => request)).toEqual([
      `GET /players?search=${encodeURIComponent('Zoë')}`,
      'GET /players?[erased]',
      'GET /players?[erased]',
    ]);
    expect(await verifyLedger(database.pool)).toMatchObject({ passed: true });
  });
});

describe('attack: a closed account is still named in the cases about it', () => {
  const by = { userId: randomUUID() as UserId, role: 'auditor', requestId: 'r-case' } as const;
  const read = async (id: number) => {
    const { title, facts, entries } = (await readCase(database.db, id)) ?? fail();
    return { title, facts, texts: entries.map(({ text }) => text) };
  };
  const actionsOn = async (id: number) => {
    const { rows } = await database.pool.query(
      `select action, reason, after from audit_log where subject = 'case:' || $1::text order by id`,
      [id],
    );
    return rows;
  };
  const note = (id: number, text: string) => changeCase(database.db, by, id, { act: 'note', text });
  /** An investigation about these wallets, with what staff wrote. */
  const investigate = async (title: string, text: string, ...wallets: readonly WalletId[]) => {
    const { id } = await openCase(database.db, by, { title });
    for (const walletId of wallets) {
      await changeCase(database.db, by, id, { act: 'attach', subject: `wallet:${walletId}`, text: '' });
    }
    expect((await note(id, text)).ok).toBe(true);
    return id;
  };

  test('erases texts about the person, cuts them out of cases about several, and leaves those about others', async () => {
    const { db, pool } = database;
    const uma = await openAccount('uma@example.com', 'Uma Finch');
    const other = await openAccount('uma-not@example.com', 'Other');
    const withdrawal = await saveWithdrawal(uma.walletId);
    const found = { key: 'bank:unknown-debit:uma', title: 'the bank paid $5, which is no withdrawal' };
    const facts = { amount: '$5', name: 'U. Finch-Legal' };
    await db
      .transaction()
      .execute((trx) => reportCases(trx, 'reconciliation', [{ ...found, facts }], { foundBy: 'run', isAll: false }));
    const [debit] = (await listCases(db, { kind: 'reconciliation', limit: 1 })).cases;
    const paid = debit?.id ?? fail();
    await changeCase(db, by, paid, { act: 'attach', subject: `transaction:${withdrawal}`, text: 'This is her payout' });
    const about = await investigate('Finch, again', 'She sent a passport.', uma.walletId);
    const shared = await investigate('Uma Finch and Other', 'Write to uma@example.com', uma.walletId, other.walletId);
    const ofOther = await investigate('Played with Uma Finch', 'Not uma-not@example.com', other.walletId);
    const ofNone = await investigate('A call', 'Uma Finch called; uma finchley did not.');

    expect((await close(uma.userId)).ok).toBe(true);
    expect(await read(paid)).toEqual({
      title: found.title,
      facts: { amount: '$5', name: '[erased]' },
      texts: ['run', '[erased]'],
    });
    expect(await read(about)).toEqual({ title: '[erased]', facts: {}, texts: ['', '', '[erased]'] });
    expect(await actionsOn(about)).toEqual([
      { action: 'case-opened', reason: null, after: { title: '[erased]' } },
      { action: 'case-attached', reason: null, after: { state: 'open' } },
      { action: 'case-noted', reason: '[erased]', after: { state: 'open' } },
    ]);
    expect(await read(shared)).toEqual({
      title: '[erased] and Other',
      facts: {},
      texts: ['', '', '', 'Write to [erased]'],
    });
    expect((await actionsOn(shared)).map(({ reason, after }) => reason ?? after.title)).toEqual([
      '[erased] and Other',
      undefined,
      undefined,
      'Write to [erased]',
    ]);
    expect(await read(ofOther)).toEqual({
      title: 'Played with Uma Finch',
      facts: {},
      texts: ['', '', 'Not uma-not@example.com'],
    });
    expect((await read(ofNone)).texts).toEqual(['', '[erased] called; uma finchley did not.']);
    expect(await verifyLedger(pool)).toMatchObject({ passed: true });
    await expect(pool.query(`update case_entries set text = '[erased]'`)).rejects.toThrow('permission denied');
    for (const change of [`set text = 'another text'`, `set text = '[erased]', actor = null`]) {
      await expect(
        database.byOwner((owner) => sql.raw(`update case_entries ${change}`).execute(owner)),
      ).rejects.toThrow('is append-only');
    }
  });
});

describe('attack: a bettor closes the account and registers again to be free of a limit', () => {
  type Bettor = Awaited<ReturnType<typeof openAccount>>;
  const hour = 3_600_000;
  const closeAt = (userId: UserId, at: number) =>
    closeAccount(database.db, dataKey, { userId, by: 'owner', keepMs: years(5), requestId: 'r-close' }, instant(at));
  const limitsOf = async ({ walletId }: Bettor) => (await readRestrictions(database.db, walletId)).limits;
  const fingerprintOf = async ({ userId }: Bettor) => {
    const { rows } = await database.pool.query<{ email_fingerprint: string | null }>(
      'select email_fingerprint from closed_accounts where user_id = $1',
      [userId],
    );
    return rows[0]?.email_fingerprint;
  };
  /** The limits were set two days ago. */
  const letLimitsAge = ({ walletId }: Bettor) =>
    database.byOwner((owner) =>
      owner.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`
          update limit_changes set set_at = set_at - interval '48 hours', from_at = from_at - interval '48 hours'
          where wallet_id = ${walletId}`.execute(trx);
      }),
    );
  const lose = async ({ userId, walletId }: Bettor, dollars: number) => {
    await creditDollars(writer, walletId, dollars);
    const match = await createMatch(database.db, 'Ajax', 'Utrecht');
    expect((await writer.submit(homeWins({ userId, walletId }, [match], 100 * dollars))).ok).toBe(true);
    await finishAndSettle(database, match.id, 0, 1);
  };
  const limit = ({ userId, walletId }: Bettor, kind: 'stake' | 'loss', amount: number) =>
    setLimit(database.db, { walletId, actor: `user:${userId}` }, { kind, period: 'day', amount: cents(amount) });

  test('leaves what was left of it for the 24 hours after which a limit can be removed, however often', async () => {
    const address = 'limited@example.com';
    const first = await openAccount(address, 'Li Mited');
    await limit(first, 'stake', 10_000);
    await limit(first, 'loss', 7_000);
    await lose(first, 60);
    const closedAt = Date.now();
    expect((await closeAt(first.userId, closedAt)).ok).toBe(true);
    const second = await registerAgain(address);
    const left = (stake: number, loss: number, from: number) => [
      { kind: 'stake', period: 'day', before: stake, amount: null, from },
      { kind: 'loss', period: 'day', before: loss, amount: null, from },
    ];
    expect((await limitsOf(second)).toSorted((one, two) => two.kind.localeCompare(one.kind))).toEqual(
      left(4_000, 1_000, closedAt + 24 * hour),
    );
    await lose(second, 5);
    await creditDollars(writer, second.walletId, 10);
    const match = await createMatch(database.db, 'Ajax', 'Utrecht');
    expect(await writer.submit(homeWins(second, [match], 501))).toMatchObject({
      refusal: { code: 'limit-reached', passed: [{ kind: 'loss', limit: 1_000, used: 500 }] },
    });
    expect((await limitsOf(await registerAgain('unlimited@example.com'))).length).toBe(0);
  });

  test('keeps no limit and no digest of the address after these 24 hours', async () => {
    const [address, now] = ['forgotten@example.com', Date.now()];
    const first = await openAccount(address, 'For Gotten');
    await limit(first, 'stake', 10_000);
    await letLimitsAge(first);
    expect((await closeAt(first.userId, now - 23 * hour)).ok).toBe(true);
    const second = await registerAgain(address);
    expect((await limitsOf(second)).length).toBe(1);
    expect((await closeAt(second.userId, now)).ok).toBe(true);
    expect((await limitsOf(await registerAgain(address))).length).toBe(1);
    const unlimited = await openAccount('free@example.com', 'F Ree');
    expect((await closeAt(unlimited.userId, now)).ok).toBe(true);
    expect(await fingerprintOf(unlimited)).toBeNull();
    expect(await fingerprintOf(second)).not.toBeNull();
    await applyRetention(database.worker.db, instant(now + 23 * hour));
    expect(await fingerprintOf(first)).toBeNull();
    expect(await fingerprintOf(second)).not.toBeNull();
    await applyRetention(database.worker.db, instant(now + 24 * hour));
    expect([await fingerprintOf(first), await fingerprintOf(second)]).toEqual([null, null]);
  });

  test('ends 24 hours after closing', async () => {
    const address = 'later@example.com';
    const first = await openAccount(address, 'La Ter');
    await limit(first, 'stake', 10_000);
    await letLimitsAge(first);
    expect((await closeAt(first.userId, Date.now() - 24 * hour)).ok).toBe(true);
    expect(await fingerprintOf(first)).not.toBeNull();
    expect(await limitsOf(await registerAgain(address))).toEqual([]);
  });
});
