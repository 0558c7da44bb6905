import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import type { ProfileView } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { describe, expect, onTestFinished, test } from 'vitest';
import { threeEvents } from '../../ledger/samples.ts';
import { excludedUntil } from '../../limits/samples.ts';
import {
  activeBonus,
  arrivedDeposit,
  bonusOffer,
  failedDeposit,
  openDeposit,
  payableDeposit,
  paymentMethods,
  pendingWithdrawal,
  walletOf,
} from '../../payments/samples.ts';
import { keepSlipReturn, readSlipReturn } from '../../payments/slip-return.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MyWalletScreen } from './my-wallet-screen.tsx';

withModalDialogs();

const ada = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const wallet = { ...walletOf(970), bonus: 5 };
const profile: ProfileView = { ...ada, balance: 970, emailVerified: true, createdAt: '2026-03-04T12:00:00Z', wallet };
const session = { accessToken: 't', user: ada };
const server = {
  '/payment/methods': answers(paymentMethods),
  '/payment/history': answers([pendingWithdrawal, arrivedDeposit, failedDeposit]),
  '/bonus': answers(bonusOffer),
  '/ledger/events': answers(threeEvents),
};
function show(path = '/my-wallet') {
  const went: string[] = [];
  const rendered = renderScreen(<MyWalletScreen onCheckout={(url) => went.push(url)} />, { session, profile, path });
  return { ...rendered, went };
}
const figureOf = (name: string) => screen.getByRole('region', { name }).querySelector('p')?.textContent;
const panel = (name: string) => within(screen.getByRole('tabpanel', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the wallet', () => {
  test('shows a placeholder while loading', () => {
    answering({});
    renderScreen(<MyWalletScreen />, { session });
    expect(screen.getByText('Loading your wallet...')).toBeTruthy();
  });
  test('shows available, staked, held and bonus money separately', async () => {
    answering(server);
    show();
    await screen.findByText('Available balance', { selector: 'h2' });
    expect(['Available balance', 'In open bets', 'Pending withdrawal', 'Bonus'].map(figureOf)).toEqual([
      '$970.00',
      '$10.00',
      '$20.00',
      '$5.00',
    ]);
    expect(await screen.findByRole('img', { name: /^Cash over 3 events/ })).toBeTruthy();
  });
  test('shows how much the balance changed and why', async () => {
    answering(server);
    const { session: actor } = show();
    await screen.findByRole('tablist');
    const reason = { type: 'WinningsPaid', amount: 30, betId: '3f2a9c1e' };
    act(() => actor.send({ type: 'wallet changed', wallet: { ...wallet, version: 9, balance: 1000, reason } }));
    expect(figureOf('Available balance')).toBe('$1,000.00');
    expect(screen.getByText('+$30.00 bet 3f2a won')).toBeTruthy();
  });
  test.each([
    [-381, 'A result was corrected or a payment came back. You can bet and withdraw again once this is repaid.'],
    [0, ''],
    [0.01, 'Ready to bet with.'],
  ])('says what a balance of %d is for', async (balance, text) => {
    answering(server);
    renderScreen(<MyWalletScreen />, { session, profile: { ...profile, balance, wallet: { ...wallet, balance } } });
    await screen.findByRole('tablist');
    expect(screen.getByRole('region', { name: 'Available balance' }).lastElementChild?.textContent).toBe(text);
  });
  test('invites an excluded bettor neither to bet nor to pay a deposit that was begun', async () => {
    answering({ ...server, '/payment/history': answers([payableDeposit]) });
    const exclusion = excludedUntil('2126-11-28T12:00:00Z');
    renderScreen(<MyWalletScreen />, { session, profile: { ...profile, exclusion } });
    const history = await screen.findByRole('region', { name: 'Transactions' });
    expect(history.textContent).toContain('+$25.00');
    expect(screen.queryByText('Ready to bet with.')).toBeNull();
    expect(screen.queryByRole('link', { name: /^Continue payment/ })).toBeNull();
  });
  test('a negative balance keeps its explanation after a change', async () => {
    answering(server);
    const { session: actor } = show();
    await screen.findByRole('tablist');
    const reason = { type: 'SettlementRolledBack', amount: -1000, betId: '3f2a9c1e' };
    act(() => actor.send({ type: 'wallet changed', wallet: { ...wallet, version: 9, balance: -30, reason } }));
    expect(figureOf('Available balance')).toBe('-$30.00');
    expect(screen.getByText(/^A result was corrected or a payment came back\./)).toBeTruthy();
    expect(screen.getByText('-$1,000.00 bet 3f2a settlement reversed')).toBeTruthy();
  });
  test('an active bonus shows its progress, end and terms', async () => {
    answering({ ...server, '/bonus': answers(activeBonus) });
    show();
    const bar = await screen.findByRole('progressbar', { name: 'Wagered' });
    expect(bar.getAttribute('aria-valuetext')).toBe('$125.00 of $500.00');
    expect(screen.getByText(/^[\d,]+ days left$/)).toBeTruthy();
    expect(screen.getByText(/on bets with total odds of 1.50 or more\./)).toBeTruthy();
  });
  test('the tab is in the URL, and the arrow keys switch tabs', async () => {
    answering(server);
    const { history } = show('/deposit');
    const [first, second] = await screen.findAllByRole('tab');
    expect([first?.getAttribute('aria-selected'), second?.getAttribute('aria-selected')]).toEqual(['true', 'false']);
    act(() => first?.focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(history.at(-1)).toBe('/my-wallet?tab=withdraw');
    expect(document.activeElement).toBe(second);
    expect(screen.getByRole('tabpanel', { name: 'Withdraw' })).toBeTruthy();
  });
});

describe('a deposit', () => {
  const paid = { transactionId: openDeposit._id, checkoutUrl: 'https://pay.test/1', transaction: openDeposit };
  const slip = { path: '/games', stakeText: '30' };
  const fill = async (amount: string) => {
    await screen.findByRole('tablist');
    await userEvent.type(panel('Deposit').getByLabelText('Amount'), amount);
  };

  test('has amount, hint and methods, with card as the default', async () => {
    answering(server);
    show();
    await screen.findByRole('tablist');
    const amount = panel('Deposit').getByLabelText<HTMLInputElement>('Amount');
    expect([amount.type, amount.min, amount.step, amount.required]).toEqual(['number', '10', '0.01', true]);
    expect(screen.getByText('Minimum deposit amount: $10.00')).toBeTruthy();
    const methods = within(screen.getByRole('group', { name: 'Payment Method' })).getAllByRole<HTMLInputElement>(
      'radio',
    );
    expect(methods.map(({ value, checked }) => [value, checked])).toEqual([
      ['creditcard', true],
      ['ideal', false],
      ['bancontact', false],
      ['paypal', false],
    ]);
  });
  test('of an excluded bettor is not offered: until when, and a link to the limits', async () => {
    answering(server);
    const exclusion = excludedUntil('2126-11-28T12:00:00Z');
    renderScreen(<MyWalletScreen />, { session, profile: { ...profile, exclusion }, path: '/deposit' });
    await screen.findByRole('tablist');
    expect(panel('Deposit').getByText(/^You are taking a time-out until November 28, 2126/)).toBeTruthy();
    expect(panel('Deposit').getByRole('link', { name: 'See your limits' }).getAttribute('href')).toBe('/profile');
    expect(panel('Deposit').queryByLabelText('Amount')).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Withdraw' }));
    expect(panel('Withdraw').getByLabelText('Amount')).toBeTruthy();
  });
  test('leads to the payment page once, however often it is pressed', async () => {
    const asked = answering({ ...server, '/payment/deposit': { status: 201, body: paid } });
    const { went } = show();
    await fill('25');
    const button = screen.getByRole('button', { name: 'Deposit $25.00' });
    await userEvent.dblClick(button);
    await expect.poll(() => went).toEqual(['https://pay.test/1']);
    const sent = asked.filter(({ path }) => path === '/payment/deposit');
    expect(sent.map(({ body }) => body)).toEqual([{ amount: 25, paymentMethod: 'creditcard' }]);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  });
  test.each([
    ['/deposit?amount=25', slip],
    ['/my-wallet', undefined],
  ])('from %s leads back to the slip: %o', async (path, expected) => {
    sessionStorage.clear();
    keepSlipReturn(slip);
    answering({ ...server, '/payment/deposit': { status: 201, body: paid } });
    const { went } = show(path);
    await screen.findByRole('tablist');
    if (!expected) await fill('25');
    await press('Deposit $25.00');
    await expect.poll(() => went).toEqual(['https://pay.test/1']);
    expect(readSlipReturn(paid.transactionId)).toEqual(expected);
  });
  test('in euros shows the exact charge and the rate before paying', async () => {
    answering(server);
    show();
    await fill('10.01');
    await userEvent.click(screen.getByRole('radio', { name: /iDEAL/ }));
    expect(await screen.findByText('€9.21')).toBeTruthy();
    expect(screen.getByText('$1 = €0.92')).toBeTruthy();
  });
  test('in euros cannot be made without the rate, which can be retried', async () => {
    answering({ ...server, '/payment/methods': refuses(500, '') });
    show();
    await fill('20');
    await userEvent.click(screen.getByRole('radio', { name: /Bancontact/ }));
    expect(await screen.findByText('The exchange rate could not be loaded.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deposit $20.00' }).disabled).toBe(true);
    answering(server);
    await press('Try Again');
    expect(await screen.findByText('€18.40')).toBeTruthy();
  });
  test('that would be the first shows its bonus', async () => {
    const demo = { ...arrivedDeposit, paymentMethod: 'demo' };
    answering({ ...server, '/payment/history': answers([demo, failedDeposit]) });
    show();
    await screen.findByRole('tablist');
    await panel('Deposit').findByText(/up to \$100.00\.$/);
    await fill('40');
    expect(panel('Deposit').getByText('$40.00', { selector: 'strong' })).toBeTruthy();
  });
  test.each([
    ['de', 'Betrag', '12,5', /^12,50\s\$ einzahlen$/],
    ['de', 'Betrag', '1.234,50', /^1\.234,50\s\$ einzahlen$/],
    ['de', 'Betrag', '1.000', /^1\.000,00\s\$ einzahlen$/],
    ['es', 'Importe', '1.234,50', /^Depositar 1234,50\s\$$/],
    ['es', 'Importe', '10.000', /^Depositar 10\.000,00\s\$$/],
  ] as const)('in "%s" keeps what is typed in %s: %s', async (language, name, typed, pressed) => {
    answering(server);
    loadTranslations(language);
    setLanguage(language);
    onTestFinished(() => setLanguage('en'));
    show();
    const amount = await screen.findByRole<HTMLInputElement>('textbox', { name });
    await userEvent.type(amount, typed);
    expect(amount.value).toBe(typed);
    expect(screen.getByRole('button', { name: pressed })).toBeTruthy();
  });
  test('without a valid amount is not sent', async () => {
    const asked = answering(server);
    show();
    await screen.findByRole('tablist');
    await userEvent.click(panel('Deposit').getByRole('button', { name: 'Deposit' }));
    expect(screen.getByText('Please enter a valid amount')).toBeTruthy();
    expect(asked.some(({ path }) => path === '/payment/deposit')).toBe(false);
  });
  test.each([
    ['Card payments are closed tonight.', 'Card payments are closed tonight.'],
    ['', 'An error occurred. Please try again later.'],
  ])('refused with "%s" shows: %s', async (error, text) => {
    answering({ ...server, '/payment/deposit': refuses(409, error) });
    show();
    await fill('25');
    await press('Deposit $25.00');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });
  test('refused by the bettor’s own limit names it and links to it', async () => {
    const error = 'You have set a deposit limit of $100.00 a week.';
    answering({ ...server, '/payment/deposit': { status: 403, body: { code: 'deposit-limit', error } } });
    show();
    await fill('200');
    await press('Deposit $200.00');
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your limits' }).getAttribute('href')).toBe('/profile');
  });
  test('refused because of too many unpaid deposits links to them', async () => {
    const error = 'You have 5 unpaid deposits. Pay one of them, or wait until one expires. Nothing was charged.';
    const pending = { ...openDeposit, _id: 'p1', status: 'pending' as const };
    answering({
      ...server,
      '/payment/history': answers([payableDeposit, pending, arrivedDeposit]),
      '/payment/deposit': { status: 409, body: { code: 'deposits-open', error } },
    });
    show();
    await fill('30');
    await press('Deposit $30.00');
    const open = within(await screen.findByRole('list', { name: 'Unpaid deposits' }));
    expect(panel('Deposit').getByText(error)).toBeTruthy();
    expect(open.getAllByRole('link').map((way) => way.getAttribute('href'))).toEqual([
      'https://pay.test/checkout/tr_1',
    ]);
    const more = screen.getByRole('link', { name: 'See your transactions' }).getAttribute('href');
    expect(document.querySelector(more ?? '')?.textContent).toBe('Transaction History');
  });
  test('can be made again after the browser’s Back button', async () => {
    answering({ ...server, '/payment/deposit': { status: 201, body: paid } });
    const { went } = show();
    await fill('25');
    await press('Deposit $25.00');
    await expect.poll(() => went).toEqual(['https://pay.test/1']);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Deposit $25.00' });
    expect(button.disabled).toBe(true);
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    expect(button.disabled).toBe(false);
  });
  test('is not sent to the payment page of an earlier one whose answer was lost and that is paid', async () => {
    const replies = [
      'network failure' as const,
      answers({ ...paid, transaction: arrivedDeposit }),
      answers({ ...paid, checkoutUrl: 'https://pay.test/2', transaction: payableDeposit }),
    ];
    const asked = answering({ ...server, '/payment/deposit': () => replies.shift() ?? 'never' });
    const first = show();
    await fill('25');
    await press('Deposit $25.00');
    await screen.findByText(/You have not been charged/);
    first.unmount();
    const { went } = show();
    await fill('25');
    await press('Deposit $25.00');
    await expect.poll(() => went).toEqual(['https://pay.test/2']);
    const [lost, again, another] = asked.filter(({ path }) => path === '/payment/deposit').map(({ key }) => key);
    expect([again === lost, another === lost]).toEqual([true, false]);
  });
  test('whose answer is lost says that nothing was charged', async () => {
    answering({ ...server, '/payment/deposit': 'network failure' });
    show();
    await fill('25');
    await press('Deposit $25.00');
    expect(await screen.findByText(/You have not been charged: you pay on the next page\./)).toBeTruthy();
  });
});

describe('a withdrawal', () => {
  const requested = {
    transactionId: pendingWithdrawal._id,
    transaction: pendingWithdrawal,
    wallet: { ...wallet, version: 9, balance: 850, held: 140 },
  };
  const open = () => show('/my-wallet?tab=withdraw');
  const type = (label: string, text: string) => userEvent.type(panel('Withdraw').getByLabelText(label), text);
  const fillIn = async () => {
    await screen.findByRole('tablist');
    await type('Amount', '120');
    await type('Bank name', 'ABN AMRO');
    await type('Account holder', 'Ada Lovelace');
    await type('IBAN', 'NL91ABNA0417164300');
  };

  test('shows the available balance and the problem of each field', async () => {
    answering(server);
    open();
    await screen.findByRole('tablist');
    expect(panel('Withdraw').getByText('$970.00')).toBeTruthy();
    await type('Amount', '971');
    await userEvent.click(panel('Withdraw').getByRole('button', { name: /^Withdraw/ }));
    for (const problem of [
      'Amount exceeds available balance',
      'Bank name is required',
      'Account holder name is required',
      'IBAN is required',
    ]) {
      expect(screen.getByText(problem)).toBeTruthy();
    }
  });
  test('is requested once, then held, listed and confirmed', async () => {
    const asked = answering({
      ...server,
      '/payment/history': answers([]),
      '/payment/withdraw': { status: 201, body: requested },
    });
    open();
    await fillIn();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Withdraw $120.00' }));
    expect(await screen.findByText('Your withdrawal of $120.00 is requested.')).toBeTruthy();
    expect(asked.filter(({ path }) => path === '/payment/withdraw').map(({ body }) => body)).toEqual([
      {
        amount: 120,
        withdrawalMethod: 'bank_transfer',
        bankName: 'ABN AMRO',
        accountHolder: 'Ada Lovelace',
        iban: 'NL91ABNA0417164300',
      },
    ]);
    expect([figureOf('Available balance'), figureOf('Pending withdrawal')]).toEqual(['$850.00', '$140.00']);
    expect(screen.getByText('-$120.00')).toBeTruthy();
    await press('Make another withdrawal');
    expect(panel('Withdraw').getByLabelText('Amount')).toBeTruthy();
  });
  test('to PayPal asks for its address instead of a bank', async () => {
    answering(server);
    open();
    await screen.findByRole('tablist');
    await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }));
    expect(panel('Withdraw').getByLabelText('PayPal email')).toBeTruthy();
    expect(panel('Withdraw').queryByLabelText('IBAN')).toBeNull();
  });
  test('during a bonus warns about its loss and requires a confirmation', async () => {
    const asked = answering({
      ...server,
      '/bonus': answers(activeBonus),
      '/payment/withdraw': { status: 201, body: requested },
    });
    open();
    await screen.findByText(/You have an active bonus\. Withdrawing now ends it/);
    await fillIn();
    await press('Withdraw $120.00');
    expect(screen.getByText('Please confirm that you give up the bonus')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I give up my bonus and withdraw.' }));
    await press('Withdraw $120.00');
    const notice = await screen.findByText('Your withdrawal of $120.00 is requested.');
    expect(document.activeElement).toBe(notice.closest('[role="status"]'));
    expect(asked.find(({ path }) => path === '/payment/withdraw')?.body).toMatchObject({ forfeitBonus: true });
  });
  test('warns about a bonus that this page did not know of', async () => {
    const error = 'You would lose $5.00 of bonus money.';
    answering({ ...server, '/payment/withdraw': { status: 409, body: { code: 'bonus-would-be-lost', error } } });
    open();
    await fillIn();
    await press('Withdraw $120.00');
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'I give up my bonus and withdraw.' })).toBeTruthy();
  });
  test('refused without a sentence shows the default one', async () => {
    answering({ ...server, '/payment/withdraw': refuses(422, '') });
    open();
    await fillIn();
    await press('Withdraw $120.00');
    expect((await screen.findByRole('alert')).textContent).toContain('Error processing withdrawal');
  });
  test('refused for a field focuses it and shows why until it changes', async () => {
    const error = 'This IBAN is not valid. Please check its letters and digits.';
    const details = { fields: [{ path: 'iban', error }] };
    const asked = answering({
      ...server,
      '/payment/withdraw': { status: 422, body: { code: 'payout-details-invalid', error, details } },
    });
    open();
    await fillIn();
    await press('Withdraw $120.00');
    const iban = panel('Withdraw').getByLabelText('IBAN');
    await expect.poll(() => iban.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(iban);
    const note = document.getElementById(iban.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe(error);
    await userEvent.clear(iban);
    await userEvent.type(iban, 'DE89370400440532013000');
    expect(iban.getAttribute('aria-invalid')).toBeNull();
    await press('Withdraw $120.00');
    await expect.poll(() => asked.filter(({ path }) => path === '/payment/withdraw').length).toBe(2);
  });
  test('that needs a confirmation asks for the password and keeps the form', async () => {
    const error = 'You have not withdrawn to this account before. Enter your password to confirm it is you.';
    const details = { need: 'password', why: 'new-destination' };
    const asked = answering({
      ...server,
      '/payment/withdraw': { status: 403, body: { code: 'confirmation-required', error, details } },
    });
    open();
    await fillIn();
    await press('Withdraw $120.00');
    const password = await panel('Withdraw').findByLabelText('Your password');
    await expect.poll(() => document.activeElement).toBe(password);
    expect(panel('Withdraw').getByText(error)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(password, 's3cret');
    await press('Withdraw $120.00');
    const sent = () => asked.filter(({ path }) => path === '/payment/withdraw').map(({ body }) => body);
    await expect.poll(() => sent().length).toBe(2);
    expect(sent()[1]).toEqual({ ...(sent()[0] as object), password: 's3cret' });
  });
  test('shows where the money will go before it is sent', async () => {
    const options = { returns: [{ method: 'creditcard', amount: 40 }], left: 1_000 };
    answering({ ...server, '/payment/withdraw/options': answers(options) });
    open();
    await fillIn();
    const parts = await panel('Withdraw').findByRole('list', { name: 'Where your money goes' });
    expect(parts.textContent).toBe('$40.00 back to your card$80.00 to your bank account');
    await userEvent.type(panel('Withdraw').getByLabelText('Amount'), '000000');
    expect(parts.isConnected).toBe(false);
  });
  test('that ended a bonus says in its dialog that the bonus stays lost', async () => {
    answering({ ...server, '/payment/history': answers([{ ...pendingWithdrawal, endedBonus: true }]) });
    open();
    const history = await screen.findByRole('region', { name: 'Transactions' });
    await userEvent.click(within(history).getByRole('button', { name: /withdrawal/ }));
    await press('Cancel withdrawal');
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this withdrawal?' }));
    expect(dialog.getByText(/Canceling it does not bring the bonus back\.$/)).toBeTruthy();
  });
  test('can be canceled from its row while pending', async () => {
    const done = { message: 'Your withdrawal was canceled. The money is back in your balance.' };
    const path = `/payment/withdraw/cancel-own/${pendingWithdrawal._id}`;
    const asked = answering({ ...server, [path]: answers(done) });
    open();
    const history = await screen.findByRole('region', { name: 'Transactions' });
    const rows = within(history).getAllByRole('button', { name: /withdrawal/ });
    await userEvent.click(rows[0] as HTMLElement);
    await press('Cancel withdrawal');
    const dialog = screen.getByRole('dialog', { name: 'Cancel this withdrawal?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel withdrawal' }));
    await expect.poll(() => asked.some((call) => call.path === path)).toBe(true);
  });
  test('whose answer is lost shows the failure, and checking again never withdraws twice', async () => {
    answering({ ...server, '/payment/withdraw': 'network failure' });
    open();
    await fillIn();
    await press('Withdraw $120.00');
    expect(await screen.findByText('Error processing withdrawal')).toBeTruthy();
    expect(screen.getByText(/Checking again never withdraws twice/)).toBeTruthy();
  });
  test('is made although an earlier one, whose answer was lost and which was canceled, had the same figures', async () => {
    const canceled = { ...pendingWithdrawal, _id: '01937f8a-6c00-7000-8000-0000000000w0', status: 'canceled' };
    const replies = [
      'network failure' as const,
      answers({ ...requested, transactionId: canceled._id, transaction: canceled }),
      answers(requested),
    ];
    answering({ ...server, '/payment/withdraw': () => replies.shift() ?? 'never' });
    const first = open();
    await fillIn();
    await press('Withdraw $120.00');
    await screen.findByText('Error processing withdrawal');
    first.unmount();
    open();
    await fillIn();
    await press('Withdraw $120.00');
    await screen.findByText('Your withdrawal of $120.00 is requested.');
    expect(screen.getByText(pendingWithdrawal._id)).toBeTruthy();
  });
  test.each([
    ['completed', 'Your withdrawal of $120.00 was approved and paid.', 'lucide-circle-check'],
    ['canceled', 'This withdrawal of $120.00 was canceled. The money is in your balance.', 'lucide-circle-x'],
  ])('that is %s before its answer arrives is not confirmed as requested', async (status, text, icon) => {
    answering({
      ...server,
      '/payment/withdraw': answers({ ...requested, transaction: { ...pendingWithdrawal, status } }),
    });
    open();
    await fillIn();
    await press('Withdraw $120.00');
    const outcome = await screen.findByText(text);
    expect(outcome.closest('.grid')?.parentElement?.querySelector('svg')?.classList).toContain(icon);
    expect(screen.queryByText(/submitted successfully|link that cancels it/)).toBeNull();
  });
});
