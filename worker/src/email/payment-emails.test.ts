import { inLanguage } from '@touchline/core/catalogues';
import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import type { ReturnedPart, Transaction } from '@touchline/core/payments';
import { expect, test } from 'vitest';
import {
  type WithdrawalAndBonus,
  writeDecisionEmail,
  writeRequestedEmail,
  writeReturnEmail,
} from './payment-emails.ts';

const withdrawal: WithdrawalAndBonus = {
  id: '01a1f97e-6780-737e-9820-5de1ab0b16f7' as TransactionId,
  walletId: '01a1f97e-6780-737e-9820-5de1ab0b16f8' as WalletId,
  version: 2,
  type: 'withdrawal',
  amount: cents(4_050),
  status: 'completed',
  method: 'bank_transfer',
  reference: 'PO-7',
  reason: null,
  provider: null,
  providerPaymentId: null,
  charge: null,
  checkout: null,
  payout: { sealed: 'sealed', mask: 'NL•• •••• •••• ••43 00', fingerprint: 'f' },
  flags: [],
  decision: null,
  metadata: {},
  createdAt: instant(0),
  updatedAt: instant(0),
  endedBonus: false,
};
const cardPart = {
  depositId: withdrawal.id,
  method: 'creditcard',
  amount: cents(4_000),
  charge: { currency: 'USD', amount: 4_000 },
  state: 'planned',
  round: 1,
  refundId: null,
} as const;
const returning = (...route: readonly ReturnedPart[]): Pick<Transaction, 'payoutPlan'> => ({
  payoutPlan: { payableFrom: null, firstApproval: null, route },
});
const decisionEmail = (changes: Partial<WithdrawalAndBonus>) =>
  writeDecisionEmail({ ...withdrawal, ...changes }, { id: 'ann', name: 'Ann <b>' }, 'https://t.example');

test('a paid withdrawal shows its amount, its reference and the masked account', () => {
  expect(decisionEmail({})?.subject).toBe('Your withdrawal of $40.50 was paid');
  expect(decisionEmail({})?.text).toBe(
    [
      'Hello Ann <b>,',
      'Your withdrawal was approved, and the money is on its way.',
      `Amount: $40.50\nPaid to: NL•• •••• •••• ••43 00\nReference: PO-7\nTransaction: ${withdrawal.id}`,
      'Your wallet: https://t.example/my-wallet',
      'Touchline',
    ].join('\n\n'),
  );
});

test.each(['planned', 'failed', 'paid'] as const)(
  'a paid withdrawal shows what goes back to deposits (%s)',
  (state) => {
    const part = { ...cardPart, state };
    expect(decisionEmail(returning(part))?.text).toContain(
      `Amount: $40.50\nBack to your card: $40.00\nPaid to: NL•• •••• •••• ••43 00\nReference: PO-7\nTransaction: ${withdrawal.id}`,
    );
    const whole = decisionEmail(returning(part, { ...part, method: 'ideal', amount: cents(50) }))?.text;
    expect(whole).toContain('Your withdrawal was approved, and the money is on its way.');
    expect(whole).toContain(
      `Amount: $40.50\nBack to your card: $40.00\nBack to the bank account you paid from with iDEAL: $0.50\nTransaction: ${withdrawal.id}`,
    );
  },
);

test('a withdrawal that ended a bonus says that it does not come back, unless it was paid', () => {
  const stays = 'Your bonus ended when the withdrawal was requested. It does not come back.';
  const isSaid = (changes: Partial<WithdrawalAndBonus>) => decisionEmail(changes)?.text.includes(stays);
  const own = { by: 'ann' as UserId, at: instant(0) };
  expect(isSaid({ status: 'canceled', endedBonus: true })).toBe(true);
  expect(isSaid({ status: 'canceled', decision: own, endedBonus: true })).toBe(true);
  expect([isSaid({ status: 'canceled' }), isSaid({ endedBonus: true })]).toEqual([false, false]);
  const requested = (endedBonus: boolean) =>
    writeRequestedEmail({ ...withdrawal, endedBonus }, { name: 'Ann' }, 'https://t.example', 's').text;
  const before = 'This withdrawal ended your bonus. Canceling it does not bring the bonus back.';
  expect([requested(true).includes(before), requested(false).includes(before)]).toEqual([true, false]);
});

test('a rejected withdrawal shows the reason, escaped in the HTML, and where the money is', () => {
  const rejected = decisionEmail({ status: 'canceled', reference: null, reason: 'Name <differs>' });
  expect(rejected?.subject).toBe('Your withdrawal of $40.50 was rejected');
  expect(rejected?.text).toContain('The money is back in your balance.');
  expect(rejected?.text).toContain(`Amount: $40.50\nReason: Name <differs>\nTransaction: ${withdrawal.id}`);
  expect(rejected?.html).toContain('Reason: Name &lt;differs&gt;');
  expect(rejected?.html).not.toContain('<b>');
});

test('a withdrawal that its owner canceled says so and gives no reason', () => {
  const by = 'ann' as UserId;
  const canceled = decisionEmail({
    status: 'canceled',
    reason: 'Canceled with the link',
    decision: { by, at: instant(0) },
  });
  expect(canceled?.subject).toBe('Your withdrawal of $40.50 was canceled');
  expect(canceled?.text).toContain(`Amount: $40.50\nTransaction: ${withdrawal.id}`);
});

test('a request shows where the money goes and a link that cancels it', () => {
  const email = writeRequestedEmail(
    { ...withdrawal, ...returning(cardPart) },
    { name: 'Ann <b>' },
    'https://t.example',
    'secret-1',
  );
  expect(email.subject).toBe('You requested a withdrawal of $40.50');
  expect(email.text).toContain('Amount: $40.50\nBack to your card: $40.00\nPaid to: NL•• •••• •••• ••43 00');
  expect(email.text).toContain('https://t.example/cancel-withdrawal?token=secret-1');
  expect(email.html).not.toContain('<b>');
});

test('a pending withdrawal has no decision email', () => {
  expect(decisionEmail({ status: 'pending' })).toBeUndefined();
});

test('a failed return is reported as repeated, or with how it was paid instead', () => {
  const paid = { ...withdrawal, metadata: { 'Paid instead': '$40.00 to NL•• •••• •••• ••43 00 (BANK-7)' } };
  const to = { name: 'Ann <b>' };
  const [retried, instead] = (['withdrawal-return-retried', 'withdrawal-return-paid'] as const).map((kind) =>
    writeReturnEmail(kind, paid, to, 'https://t.example'),
  );
  expect(retried?.subject).toBe('We are returning your withdrawal of $40.50 again');
  expect(retried?.text).not.toContain('BANK-7');
  expect(instead?.subject).toBe('Your withdrawal of $40.50 was paid in another way');
  expect(instead?.text).toContain('Paid instead: $40.00 to NL•• •••• •••• ••43 00 (BANK-7)');
  expect(instead?.html).not.toContain('<b>');
});

test('what we stored in English is written in the language of the bettor, and what an admin wrote as it is', () => {
  const reasonIn = (reason: string) =>
    inLanguage('de', () => decisionEmail({ status: 'canceled', reference: null, reason })?.text);
  expect(reasonIn('Rejected by the operator')).toContain('Grund: Vom Betreiber abgelehnt\n');
  expect(reasonIn('Name <differs>')).toContain('Grund: Name <differs>\n');

  const metadata = { 'Paid instead': '$5.00 to the account given (PO-7K); $40.00 to you in another way (BANK-7)' };
  const paid = inLanguage('de', () =>
    writeReturnEmail('withdrawal-return-paid', { ...withdrawal, metadata }, { name: 'Ann' }, 'https://t.example'),
  );
  expect(paid.text).toContain(
    'Stattdessen ausgezahlt: 5,00\u00A0$ an das angegebene Konto (PO-7K); 40,00\u00A0$ auf anderem Weg (BANK-7)\n',
  );
});
