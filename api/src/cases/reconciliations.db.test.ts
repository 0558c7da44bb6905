import { standardTerms } from '@touchline/core/bonus';
import type { ReconciliationView, RefusalView, WithdrawAnswer } from '@touchline/core/contract';
import type { TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { createMollie } from '@touchline/payments/mollie';
import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { advanceReturns } from '@touchline/payments/returns';
import { listActions } from '@touchline/store/audit';
import { listCases } from '@touchline/store/cases';
import { readStatementDays, readTransaction } from '@touchline/store/payments';
import { testDataKey } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildTestApp,
  logIn,
  openAccount,
  openBettor,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';
import { beginDeposit, openCheckout, type TestCheckout, verifyPayment } from '../testing/test-checkout.ts';

let checkout: TestCheckout;
let api: TestApp;
let boss: string;
let auditor: string;
beforeAll(async () => {
  checkout = await openCheckout();
  api = await buildTestApp(checkout.env);
  await openAccount(api, 'boss@example.com', 'admin');
  await openAccount(api, 'audit@example.com', 'auditor');
  boss = await logIn(api.app, 'boss@example.com');
  auditor = await logIn(api.app, 'audit@example.com');
});
afterAll(async () => {
  await api.close();
  await checkout.close();
});

const ask = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  requestAs(api.app, token, method, url, payload);
const openTitles = async () =>
  (await listCases(api.database.db, { kind: 'reconciliation', state: 'open', limit: 50 })).cases.map(
    ({ title }) => title,
  );

const toBank = {
  withdrawalMethod: 'bank_transfer',
  bankName: 'ABN AMRO',
  accountHolder: 'Ada Bell',
  iban: 'NL91 ABNA 0417 1643 00',
};
const toPaypal = { withdrawalMethod: 'paypal', paypalEmail: 'ada@example.com' };

/** A withdrawal, of $40 if nothing else is said, that an admin paid with this reference. `byCard`: what was deposited by card. */
async function paidOut(
  email: string,
  reference: string,
  { amount = 40, byCard = 0, to = toBank as object } = {},
): Promise<{ readonly id: string; readonly payment: string }> {
  const { token } = await openBettor(api, email, amount - byCard);
  let payment = '';
  if (byCard > 0) {
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, byCard, 'creditcard');
    await checkout.choose(checkoutUrl, 'paid');
    await verifyPayment(api.app, token, transactionId);
    payment = checkoutUrl.split('/').at(-1) ?? '';
  }
  const details = { amount, forfeitBonus: true, password: testPassword, ...to };
  const asked = await ask('POST', '/payment/withdraw', token, details);
  const { transactionId: id } = asked.json<WithdrawAnswer>();
  const paid = await ask('POST', `/payment/withdraw/process/${id}`, boss, { reference });
  expect([paid.statusCode, paid.statusCode === 200 ? '' : paid.body]).toEqual([200, '']);
  return { id, payment };
}
/** What the worker does with a withdrawal. */
async function work(id: string): Promise<void> {
  const withdrawal = await read(id);
  const deps: ReconcileDeps = {
    db: api.database.db,
    writer: api.writer,
    provider: createMollie(checkout.env.mollie),
    bonus: standardTerms,
    now: () => instant(Date.now()),
    announce: () => undefined,
    queueEmail: () => undefined,
    alarm: () => undefined,
    dataKey: testDataKey,
  };
  if (withdrawal) await advanceReturns(deps, withdrawal);
}
const read = (id: string) => readTransaction(api.database.db, id as TransactionId);
const daysAgo = 30;
const day = (offset: number) => new Date(Date.now() + (offset - daysAgo) * 86_400_000).toISOString().slice(0, 10);
/** Moves the payouts of a withdrawal to the day from which the statements count. */
async function backdate(id: string): Promise<void> {
  const owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
  await owner.query(`set session_replication_role = replica`);
  await owner.query(`update transactions set decided_at = decided_at - interval '${daysAgo} days' where id = $1`, [id]);
  await owner.query(
    `update return_decisions set decided_at = decided_at - interval '${daysAgo} days' where transaction_id = $1`,
    [id],
  );
  await owner.end();
}
const statement = (to: string, debits: readonly (readonly [reference: string, amount: string])[]) =>
  `<Document><BkToCstmrStmt><Stmt><Id>S</Id><FrToDt><FrDt>${day(-3)}</FrDt><ToDt>${to}</ToDt></FrToDt>${debits
    .map(
      ([reference, amount]) => `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>${day(0)}</Dt></BookgDt><AcctSvcrRef>${reference} ${to}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
        <RltdPties><Cdtr><Nm>Creditor of ${reference}</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`,
    )
    .join('')}</Stmt></BkToCstmrStmt></Document>`;
const upload = (xml: string, token = boss) => ask('POST', '/reconciliations/bank', token, { statement: xml });

test('payouts are compared with a bank statement; the same file again changes nothing', async () => {
  const { id: paid } = await paidOut('ada@example.com', 'PO-AAA');
  await backdate(paid);
  const { id: missing } = await paidOut('bea@example.com', 'PO-BBB');
  await backdate(missing);
  const first = await upload(
    statement(day(9), [
      ['PO-AAA', '40.00'],
      ['RENT', '900.00'],
    ]),
  );
  expect([first.statusCode, first.json()]).toMatchObject([
    201,
    { kind: 'bank', state: 'done', differences: 2, counts: { debits: 2, matched: 1 } },
  ]);
  const titles = await openTitles();
  expect(titles).toContainEqual(
    expect.stringMatching(/^the bank paid USD 900.00 on .* \(RENT\), which is no withdrawal$/),
  );
  expect(titles).toContainEqual(expect.stringContaining(`withdrawal ${missing} was marked as paid on`));
  const again = await upload(
    statement(day(9), [
      ['PO-AAA', '40.00'],
      ['RENT', '900.00'],
    ]),
    auditor,
  );
  expect(again.json()).toEqual(first.json());
  expect(await openTitles()).toEqual(titles);

  // A later statement has it; one that was paid before is paid twice.
  await upload(
    statement(day(10), [
      ['PO-BBB', '40.00'],
      ['PO-AAA', '40.00'],
    ]),
  );
  const later = await openTitles();
  expect(later.some((title) => title.includes(missing))).toBe(false);
  expect(later.some((title) => title.includes('was paid again on'))).toBe(true);
  // The creditor of a withdrawal is the player, whom the case names by the withdrawal's id.
  const { rows } = await api.database.pool.query<{ kind: string; name: string | null }>(
    `select split_part(key, ':', 2) as kind, facts ->> 'name' as name from cases where facts ? 'bankReference' order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'paid-twice', name: null },
    { kind: 'unknown-debit', name: 'Creditor of RENT' },
  ]);
  const { actions } = await listActions(api.database.db, { action: 'statement-uploaded', limit: 5 });
  expect(actions.length).toBe(3);
});

test('the bank owes what does not go back to deposits, and what could not be returned', async () => {
  const { id, payment } = await paidOut('cas@example.com', 'PO-CCC', { amount: 100, byCard: 60 });
  await work(id);
  const [part] = (await read(id))?.payoutPlan?.route ?? [];
  await checkout.bank(payment, 'fail-refund', { refundId: part?.refundId });
  await work(id);
  const resolved = { how: 'destination', amount: 60, reference: 'PO-DDD' };
  expect((await ask('POST', `/payment/withdraw/return/${id}`, boss, resolved)).statusCode).toBe(200);
  await backdate(id);
  const compared = async (to: number, debits: Parameters<typeof statement>[1]) => {
    const before = await openTitles();
    const answer = await upload(statement(day(to), debits));
    const added = (await openTitles()).filter((title) => !before.includes(title));
    return [answer.json<ReconciliationView>().counts['matched'], added];
  };
  const [rest, back] = [['PO-CCC', '40.00'] as const, ['PO-DDD', '60.00'] as const];
  expect(await compared(11, [rest])).toEqual([
    1,
    [expect.stringMatching(`^withdrawal ${id} was marked as paid on .* \\(PO-DDD\\), but no statement until`)],
  ]);
  expect(await compared(12, [back])).toEqual([1, []]);
  expect((await openTitles()).filter((title) => title.includes(id))).toEqual([]);
  expect(await compared(13, [back])).toEqual([
    1,
    [expect.stringMatching(`^withdrawal ${id} was paid again on .*: USD 60.00 \\(PO-DDD\\)$`)],
  ]);
});

test('a statement of the bank says nothing about payouts by other methods', async () => {
  const { id } = await paidOut('dee@example.com', 'PP-1', { to: toPaypal });
  await upload(statement(day(14), []));
  expect((await openTitles()).filter((title) => title.includes(id))).toEqual([]);
});

test('a statement covers no day after the one on which it was uploaded', async () => {
  await upload(statement(day(daysAgo + 300), []));
  const last = (await readStatementDays(api.database.db)).map(({ to }) => to).toSorted();
  expect((last.at(-1) ?? '') <= day(daysAgo)).toBe(true);
});

test('a file that is no statement is refused with a reason', async () => {
  const refused = await upload('hello');
  expect([refused.statusCode, refused.json<RefusalView>().code]).toEqual([422, 'statement-invalid']);
  expect(refused.json<RefusalView>().error).toMatch(/^This file is not a valid bank statement: /);
});

test('a comparison with the provider waits for the worker, and a second request returns it', async () => {
  const [one, two] = [await ask('POST', '/reconciliations', auditor), await ask('POST', '/reconciliations', boss)];
  expect([one.statusCode, two.json()]).toEqual([202, one.json()]);
  const listed = (await ask('GET', '/reconciliations', auditor)).json<{ runs: { state: string; kind: string }[] }>();
  expect(listed.runs[0]).toMatchObject({ kind: 'provider', state: 'waiting' });
});
