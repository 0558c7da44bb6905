import { randomUUID } from 'node:crypto';
import type { TransactionId, UserId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { payoutOf } from '@touchline/core/payouts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprintsOf, openPayout, readTransaction, sealPayout } from '../payments/index.ts';
import { type DataKey, makeDataKey, open, readDataKey, seal } from '../sealed.ts';
import { createTestDatabase, openAccount, type TestDatabase } from '../testing/index.ts';
import { countSealed, resealAll } from './reseal.ts';
import { sealedColumns } from './sealed-columns.ts';

const [older, newer] = [makeDataKey(), makeDataKey()];
const keyOf = (text: string): DataKey => {
  const key = readDataKey(text);
  if (!key) throw new Error('no key');
  return key;
};
const old = keyOf(older);
const both = keyOf(`${newer},${older}`);
const onlyNew = keyOf(newer);
const payout = payoutOf('bank_transfer', { bankName: 'Bank', accountHolder: 'Ada', iban: 'NL91ABNA0417164300' });

let database: TestDatabase;
const users: UserId[] = [];
const withdrawals: TransactionId[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  for (let n = 0; n < 5; n += 1) {
    if (!payout.ok || !payout.value) throw new Error('nothing to seal');
    const { id, walletId } = await openAccount(db, `u${n}@touchline.test`);
    users.push(id);
    await db
      .updateTable('users')
      .set({ totp_sealed: seal(old, `secret ${n}`, `totp:${id}`), totp_since: new Date() })
      .where('id', '=', id)
      .execute();
    const transaction = randomUUID() as TransactionId;
    withdrawals.push(transaction);
    const target = sealPayout(old, transaction, payout.value);
    await db
      .insertInto('transactions')
      .values({
        ...{ id: transaction, wallet_id: walletId, version: 1, type: 'withdrawal', amount: cents(1_000) },
        ...{ status: 'pending', method: 'bank_transfer', reference: null, reason: null, provider: null },
        ...{ provider_payment_id: null, charge_currency: null, charge_amount: null, decided_by: null },
        ...{ payout_sealed: target.sealed, payout_mask: target.mask, payout_fingerprint: target.fingerprint },
        ...{ flags: [], metadata: '{}', created_at: new Date(), updated_at: new Date() },
      })
      .execute();
  }
});
afterAll(() => database.close());

describe('attack: a leaked data key still opens all bank details because nothing is resealed', () => {
  test('reseals everything with the new key, in batches, and resumes after an interruption', async () => {
    expect(await countSealed(database.pool, both)).toEqual([
      { table: 'users', column: 'totp_sealed', sealed: 5, underOlder: 5 },
      { table: 'users', column: 'totp_pending', sealed: 0, underOlder: 0 },
      { table: 'closed_accounts', column: 'identity_sealed', sealed: 0, underOlder: 0 },
      { table: 'person_signals', column: 'sealed', sealed: 0, underOlder: 0 },
      { table: 'push_subscriptions', column: 'subscription_sealed', sealed: 0, underOlder: 0 },
      { table: 'transactions', column: 'payout_sealed', sealed: 5, underOlder: 5 },
    ]);
    const stop = new Error('stopped');
    const interrupted = resealAll(database.pool, both, {
      batch: 2,
      onProgress: () => {
        throw stop;
      },
    });
    await expect(interrupted).rejects.toBe(stop);
    expect((await countSealed(database.pool, both))[0]).toMatchObject({ underOlder: 3 });
    expect(await resealAll(database.pool, both, { batch: 2 })).toEqual({ resealed: 8, broken: [] });
    expect((await countSealed(database.pool, onlyNew)).map(({ underOlder }) => underOlder)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await resealAll(database.pool, both)).toEqual({ resealed: 0, broken: [] });
  });

  test('opens everything with the new key alone and recognizes earlier destinations', async () => {
    for (const [n, id] of users.entries()) {
      const row = await database.db
        .selectFrom('users')
        .select('totp_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(open(onlyNew, row.totp_sealed ?? '', `totp:${id}`)).toBe(`secret ${n}`);
    }
    for (const id of withdrawals) {
      const transaction = await readTransaction(database.db, id);
      if (!transaction?.payout || !payout.ok || !payout.value) throw new Error('no payout');
      expect(openPayout(onlyNew, transaction)).toMatchObject({ iban: 'NL91ABNA0417164300' });
      expect(fingerprintsOf(onlyNew, payout.value.target)).toContain(transaction.payout.fingerprint);
    }
  });

  test('reports and keeps a value that no key opens, and reseals the others', async () => {
    const [first, second] = users;
    const lost = seal(keyOf(makeDataKey()), 'lost', `totp:${first}`);
    const set = (id: UserId | undefined, sealed: string) =>
      database.db
        .updateTable('users')
        .set({ totp_sealed: sealed })
        .where('id', '=', id ?? ('' as UserId))
        .execute();
    await set(first, lost);
    await set(second, seal(old, 'again', `totp:${second}`));
    expect(await resealAll(database.pool, both)).toEqual({
      resealed: 1,
      broken: [`users.totp_sealed of ${first}`],
    });
  });

  test('lists every sealed column of the database', async () => {
    const { rows } = await database.pool.query<{ name: string }>(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ 'sealed|totp_pending' and data_type in ('text', 'bytea') order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(
      sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });
});
