import type { RefusalView, WithdrawAnswer } from '@touchline/core/contract';
import { listActions } from '@touchline/store/audit';
import { listCases } from '@touchline/store/cases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, openBettor, type TestApp, testPassword } from '../testing/test-app.ts';

let api: TestApp;
let boss: string;
let auditor: string;
beforeAll(async () => {
  api = await buildTestApp();
  await openAccount(api, 'boss@example.com', 'admin');
  await openAccount(api, 'audit@example.com', 'auditor');
  boss = await logIn(api.app, 'boss@example.com');
  auditor = await logIn(api.app, 'audit@example.com');
});
afterAll(() => api.close());

const ask = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  api.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
const openTitles = async () =>
  (await listCases(api.database.db, { kind: 'reconciliation', state: 'open', limit: 50 })).cases.map(
    ({ title }) => title,
  );

/** A withdrawal of $40 that an admin paid with this reference. */
async function paidOut(email: string, reference: string): Promise<string> {
  const { token } = await openBettor(api, email, 100);
  const details = {
    bankName: 'ABN AMRO',
    accountHolder: 'Ada Bell',
    iban: 'NL91 ABNA 0417 1643 00',
    password: testPassword,
  };
  const asked = await ask('POST', '/payment/withdraw', token, {
    amount: 40,
    withdrawalMethod: 'bank_transfer',
    ...details,
  });
  const { transactionId: id } = asked.json<WithdrawAnswer>();
  const paid = await ask('POST', `/payment/withdraw/process/${id}`, boss, { reference });
  expect([paid.statusCode, paid.statusCode === 200 ? '' : paid.body]).toEqual([200, '']);
  return id;
}
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const statement = (to: string, debits: readonly (readonly [reference: string, amount: string])[]) =>
  `<Document><BkToCstmrStmt><Stmt><Id>S</Id><FrToDt><FrDt>${day(-3)}</FrDt><ToDt>${to}</ToDt></FrToDt>${debits
    .map(
      ([reference, amount]) => `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>${day(0)}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
    )
    .join('')}</Stmt></BkToCstmrStmt></Document>`;
const upload = (xml: string, token = boss) => ask('POST', '/reconciliations/bank', token, { statement: xml });

test('payouts are compared with a bank statement; the same file again changes nothing', async () => {
  await paidOut('ada@example.com', 'PO-AAA');
  const missing = await paidOut('bea@example.com', 'PO-BBB');
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
  const { actions } = await listActions(api.database.db, { action: 'statement-uploaded', limit: 5 });
  expect(actions.length).toBe(3);
});

test('a file that is no statement is refused with a reason', async () => {
  const refused = await upload('hello');
  expect([refused.statusCode, refused.json<RefusalView>().code]).toEqual([422, 'statement-invalid']);
  expect(refused.json<RefusalView>().error).toMatch(/^This file is not a bank statement that can be read: /);
});

test('a comparison with the provider waits for the worker, and a second request returns it', async () => {
  const [one, two] = [await ask('POST', '/reconciliations', auditor), await ask('POST', '/reconciliations', boss)];
  expect([one.statusCode, two.json()]).toEqual([202, one.json()]);
  const listed = (await ask('GET', '/reconciliations', auditor)).json<{ runs: { state: string; kind: string }[] }>();
  expect(listed.runs[0]).toMatchObject({ kind: 'provider', state: 'waiting' });
});
