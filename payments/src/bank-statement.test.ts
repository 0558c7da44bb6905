import { hours, instant } from '@touchline/core/instant';
import { comparePayouts, coveredPeriod, type Payout } from '@touchline/core/payments';
import { expect, test } from 'vitest';
import { readStatement } from './bank-statement.ts';

const entry = (
  part: string,
  { amount = '40.00', currency = 'USD', sign = 'DBIT', reversal = 'false', status = '<Cd>BOOK</Cd>' } = {},
) => `
  <Ntry>
    <Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><RvslInd>${reversal}</RvslInd><Sts>${status}</Sts>
    <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>BANK-1</AcctSvcrRef>
    <NtryDtls>${part}</NtryDtls>
  </Ntry>`;
const details = (reference: string, amount = '40.00') => `
  <TxDtls>
    <Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="USD">${amount}</Amt>
    <RltdPties><Cdtr><Pty><Nm>Ada Bell</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties>
  </TxDtls>`;
const statement = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt>
    <Id>S-1</Id><FrToDt><FrDtTm>2026-11-10T00:00:00</FrDtTm><ToDtTm>2026-11-20T23:59:59</ToDtTm></FrToDt>${entries}
  </Stmt></BkToCstmrStmt></Document>`;

test('reads each booked debit of collected entries, and no credits, pending ones or reversals of credits', () => {
  const read = readStatement(
    statement(
      entry(details('PO-1') + details('PO-2', '12.5'), { amount: '52.50' }) +
        entry(details('IN-1'), { sign: 'CRDT' }) +
        entry(details('PO-3'), { status: '<Cd>PDNG</Cd>' }) +
        entry(details('IN-2'), { reversal: 'true' }) +
        entry(details('IN-3'), { reversal: '1' }) +
        entry('', { amount: '7', currency: 'EUR' }),
    ),
  );
  expect(read).toMatchObject({
    ok: true,
    value: {
      id: 'S-1',
      from: '2026-11-10',
      to: '2026-11-20',
      debits: [
        { reference: 'PO-1', amount: 4_000, currency: 'USD', account: 'NL91ABNA0417164300', name: 'Ada Bell' },
        { reference: 'PO-2', amount: 1_250 },
        { reference: '', amount: 700, currency: 'EUR', bankReference: 'BANK-1' },
      ],
    },
  });
});

test.each([
  ['text', 'hello'],
  ['another document', '<Document><Other/></Document>'],
  ['broken XML', '<Document><BkToCstmrStmt>'],
  ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${statement('')}`],
  ['an amount that is none', statement(entry('', { amount: '-1' }))],
])('refuses %s with a sentence', (_what, xml) => {
  expect(readStatement(xml)).toMatchObject({
    ok: false,
    refusal: { code: 'statement-invalid', problem: expect.any(String) },
  });
});

const payout: Payout = {
  id: 'w1',
  withdrawalId: 'w1',
  reference: 'PO-1',
  amount: 4_000,
  paidAt: instant(Date.UTC(2026, 10, 12)),
  paidOn: '2026-11-12',
  isKnownPaid: false,
  bookings: [],
};
const period = {
  begin: instant(Date.UTC(2026, 10, 10)),
  end: instant(Date.UTC(2026, 10, 21)),
  lastDay: '2026-11-20',
};
const compared = (entries: string, payouts: readonly Payout[] = [payout]) => {
  const read = readStatement(statement(entries));
  if (!read.ok) throw new Error(read.refusal.problem);
  const { differences, matched } = comparePayouts(read.value.debits, payouts, period);
  return [differences.map(({ key }) => key), matched];
};

test('a payout that the bank made is matched by its reference, however that is spelled', () => {
  expect(compared(entry(details('po 1')))).toEqual([[], ['w1']]);
});

test.each<[string, string, readonly Payout[], string]>([
  ['a payout that the bank made twice', entry(details('PO-1') + details('PO-1')), [payout], 'bank:paid-twice:w1'],
  [
    'one that an earlier statement has',
    entry(details('PO-1')),
    [{ ...payout, isKnownPaid: true }],
    'bank:paid-twice:w1',
  ],
  ['another amount', entry(details('PO-1', '41.00')), [payout], 'bank:amount-differs:w1'],
  ['a debit that is no payout', entry(details('RENT')), [], 'bank:unknown-debit:BANK-1 2026-11-20 USD 40.00 1 RENT'],
  ['a payout that was never made', '', [payout], 'bank:not-paid:w1'],
])('reports %s', (_what, entries, payouts, key) => {
  expect(compared(entries, payouts)[0]).toEqual([key]);
});

test('statements cover days together, in any order, unless more than five days lie between them', () => {
  const november = (from: number, to: number) => ({
    begin: instant(Date.UTC(2026, 10, from)),
    end: instant(Date.UTC(2026, 10, to + 1)),
    lastDay: `2026-11-${to}`,
  });
  const others = [november(20, 20), november(10, 13), november(11, 12)];
  expect(coveredPeriod(november(16, 16), others)).toEqual(november(10, 20));
  expect(coveredPeriod(november(27, 27), others)).toEqual(november(27, 27));
  expect(coveredPeriod(november(1, 3), others)).toEqual(november(1, 3));
  expect(coveredPeriod(november(4, 5), others)).toEqual(november(4, 13));
});

test('a debit that an earlier statement has is no second payment, and a new one is', () => {
  const read = readStatement(statement(entry(details('PO-1'))));
  const first = read.ok ? comparePayouts(read.value.debits, [payout], period) : undefined;
  const bookings = first?.bookings.map(({ booking }) => booking) ?? [];
  const known = { ...payout, isKnownPaid: true, bookings };
  expect(compared(entry(details('PO-1')), [known])).toEqual([[], ['w1']]);
  expect(compared(entry(details('PO-1') + details('PO-1')), [known])[0]).toEqual(['bank:paid-twice:w1']);
});

test('payouts with the same reference are matched by their amounts, each once', () => {
  const payouts = [payout, { ...payout, id: 'w2', withdrawalId: 'w2', amount: 2_500 }];
  expect(compared(entry(details('PO-1', '25') + details('PO-1')), payouts)).toEqual([[], ['w2', 'w1']]);
});

test('a debit without a reference is no payout, also when a payout has none', () => {
  const payouts = [{ ...payout, reference: '' }];
  expect(compared(entry(details('')), payouts)[0]).toEqual([
    'bank:unknown-debit:BANK-1 2026-11-20 USD 40.00 1 ',
    'bank:not-paid:w1',
  ]);
});

test('a debit that is no payout has one case, on whichever statements it is', () => {
  const rent = entry(details('RENT'));
  const [alone] = compared(rent, [])[0] ?? [];
  // Some banks have one reference for several debits.
  for (const other of [entry(details('OTHER')), entry(details('RENT', '6'))]) {
    expect(compared(other + rent, [])[0]).toHaveLength(2);
    expect(compared(other + rent, [])[0]).toContain(alone);
  }
});

test('a payout that the bank may still book is no difference', () => {
  const late = { ...payout, paidAt: instant(Date.UTC(2026, 10, 19) + hours(3)) };
  expect(compared('', [late])).toEqual([[], []]);
});
