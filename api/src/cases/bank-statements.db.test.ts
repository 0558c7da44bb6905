import type { WithdrawAnswer } from '@touchline/core/contract';
import { listCases } from '@touchline/store/cases';
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

let api: TestApp;
let boss: string;
beforeAll(async () => {
  api = await buildTestApp();
  await openAccount(api, 'boss@example.com', 'admin');
  boss = await logIn(api.app, 'boss@example.com');
});
afterAll(() => api.close());

const post = (url: string, token: string, payload: object) => requestAs(api.app, token, 'POST', url, payload);
const daysAgo = 30;
const day = (offset: number) => new Date(Date.now() + (offset - daysAgo) * 86_400_000).toISOString().slice(0, 10);
/** Uploads a statement; its days are counted from that of the payout. All debits are of $40, with reference PO-1. */
async function upload(from: number, to: number, bankReferences: readonly string[] = []) {
  const debits = bankReferences.map(
    (bankReference) => `<Ntry><Amt Ccy="USD">40</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>${day(from)}</Dt></BookgDt>
      <NtryDtls><TxDtls><Refs><EndToEndId>PO-1</EndToEndId><AcctSvcrRef>${bankReference}</AcctSvcrRef></Refs></TxDtls></NtryDtls></Ntry>`,
  );
  const period = `<FrToDt><FrDt>${day(from)}</FrDt><ToDt>${day(to)}</ToDt></FrToDt>`;
  const statement = `<Document><BkToCstmrStmt><Stmt>${period}${debits.join('')}</Stmt></BkToCstmrStmt></Document>`;
  expect((await post('/reconciliations/bank', boss, { statement })).statusCode).toBe(201);
  const { cases } = await listCases(api.database.db, { kind: 'reconciliation', state: 'open', limit: 50 });
  return cases.map(({ title }) => title);
}

test('statements of single days find a payout that is missing, and overlapping ones none that was paid twice', async () => {
  const { token } = await openBettor(api, 'ada@example.com', 40);
  const account = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban: 'NL91 ABNA 0417 1643 00' };
  const details = {
    amount: 40,
    forfeitBonus: true,
    password: testPassword,
    withdrawalMethod: 'bank_transfer',
    ...account,
  };
  const { transactionId: id } = (await post('/payment/withdraw', token, details)).json<WithdrawAnswer>();
  expect((await post(`/payment/withdraw/process/${id}`, boss, { reference: 'PO-1' })).statusCode).toBe(200);
  await api.database.pool.query(
    `update transactions set decided_at = decided_at - make_interval(days => $2) where id = $1`,
    [id, daysAgo],
  );

  // The payout may be on a statement of the days in between, which were not uploaded yet.
  expect(await upload(20, 20)).toEqual([]);
  // The bank sends none at the weekend.
  for (const offset of [0, 3, 4]) expect(await upload(offset, offset)).toEqual([]);
  expect(await upload(5, 5)).toEqual([
    expect.stringMatching(
      `^withdrawal ${id} was marked as paid on .* \\(PO-1\\), but no statement until ${day(5)} has it$`,
    ),
  ]);
  expect(await upload(6, 6, ['B-1'])).toEqual([]);
  expect(await upload(6, 7, ['B-1'])).toEqual([]);
  expect(await upload(6, 8, ['B-1', 'B-2'])).toEqual([
    expect.stringMatching(`^withdrawal ${id} was paid again on ${day(6)}: USD 40.00 \\(PO-1\\)$`),
  ]);
});

test('days that have not come yet are not covered', async () => {
  const { token } = await openBettor(api, 'bea@example.com', 40);
  const details = {
    ...{ amount: 40, forfeitBonus: true, password: testPassword, withdrawalMethod: 'bank_transfer' },
    ...{ bankName: 'ABN AMRO', accountHolder: 'Bea Bell', iban: 'NL91 ABNA 0417 1643 00' },
  };
  const before = await upload(8, 8);
  const { transactionId: id } = (await post('/payment/withdraw', token, details)).json<WithdrawAnswer>();
  expect((await post(`/payment/withdraw/process/${id}`, boss, { reference: 'PO-2' })).statusCode).toBe(200);
  expect(await upload(8, daysAgo + 300)).toEqual(before);
});
