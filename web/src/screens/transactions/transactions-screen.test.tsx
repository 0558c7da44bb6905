import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import type { AdminTransactionView, UserView } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TransactionsScreen } from './transactions-screen.tsx';

withModalDialogs();

const bo: UserView = { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' };
const show = (path = '/transactions', role: UserView['role'] = 'admin') =>
  renderScreen(<TransactionsScreen />, { path, session: { accessToken: 't', user: { ...bo, role } } });
const summary = {
  from: '2026-11-20T00:00:00.000Z',
  pendingWithdrawals: { count: 3, amount: 360 },
  depositsToday: { count: 12, amount: 1_234.5 },
  withdrawalsToday: { count: 1, amount: 80 },
};
const server = {
  '/payment/all': answers([adminTransaction, adminDeposit]),
  '/payment/summary': answers(summary),
};
const paid: AdminTransactionView = {
  ...adminTransaction,
  version: 2,
  status: 'completed',
  reference: 'bank-77',
  decidedBy: 'Bo',
  decidedAt: '2026-11-20T15:00:00.000Z',
};
/** Lets the answers say how many transactions there are. */
function countingAs(total: number): void {
  const counted = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await counted(address, init);
    answer.headers.set('x-total-count', String(total));
    return answer;
  });
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const openRow = () => press(/^Show the details of withdrawal/);
const row = (name: RegExp) => within(screen.getByRole('row', { name }));

describe('the list', () => {
  test('explains to other roles that it is for admins, without a request', () => {
    const asked = answering(server);
    show('/transactions', 'bettor');
    expect(screen.getByText('This page is for admins.')).toBeTruthy();
    expect(asked).toEqual([]);
  });
  test('leads an auditor to the ledger, not to a wallet', () => {
    answering({});
    show('/transactions', 'auditor');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/ledger']);
  });
  test('a page past the end leads to the last one, and says nothing of an empty list', async () => {
    const queries: string[] = [];
    answering({
      ...server,
      '/payment/all': (query) => {
        queries.push(query.toString());
        return answers(query.get('page') === '3' ? [] : [adminTransaction]);
      },
    });
    countingAs(26);
    const { history } = show('/transactions?status=pending&page=3');
    expect(await screen.findByText('$120.00')).toBeTruthy();
    expect(history).toEqual(['/transactions?status=pending&page=2']);
    expect(queries).toEqual(['status=pending&page=3', 'status=pending&page=2']);
    expect(screen.getByText('26–26 of 26')).toBeTruthy();
  });
  test('loading: shows a placeholder', () => {
    answering({});
    show();
    expect(screen.getByRole('heading', { name: 'Transaction Management' })).toBeTruthy();
    expect(screen.getByText('Loading transactions...')).toBeTruthy();
  });
  test('shown: type, status, user, amount and time, with pending and today’s totals', async () => {
    answering(server);
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    const withdrawal = row(/Withdrawal/);
    for (const text of ['Pending', 'Ada Lovelace', 'ada@touchline.test', 'u1', '$120.00', '2 flags', '01937f8a…00w1']) {
      expect(withdrawal.getByText(text)).toBeTruthy();
    }
    expect(row(/Deposit/).getByText('Completed')).toBeTruthy();
    // Each status and each type has its own icon.
    const signs = [row(/Withdrawal/), row(/Deposit/)].flatMap((each) =>
      ['Pending', 'Completed'].flatMap((words) => each.queryByText(words)?.querySelector('svg')?.innerHTML ?? []),
    );
    expect([signs.length, new Set(signs).size]).toEqual([2, 2]);
    expect(await screen.findByText('$1,234.50')).toBeTruthy();
  });
  test('warns about ledger faults before a payment, but not without faults', async () => {
    const doubt = { verification: 'v1', at: '2026-11-20T10:00:00.000Z', findings: 1 };
    answering({ ...server, '/payment/summary': answers({ ...summary, doubt }) });
    const { unmount } = show();
    expect((await screen.findByRole('alert')).textContent).toContain('found faults. An auditor must review them');
    unmount();
    answering(server);
    show();
    await screen.findByText('$1,234.50');
    expect(screen.queryByRole('alert')).toBeNull();
  });
  test('in German amounts of the filter are typed with a comma, and another text changes nothing', async () => {
    answering(server);
    loadTranslations('de');
    setLanguage('de');
    onTestFinished(() => setLanguage('en'));
    const { history } = show('/transactions?minAmount=7.5');
    const field = await screen.findByLabelText<HTMLInputElement>('Betrag von');
    expect(field.value).toBe('7,5');
    await userEvent.clear(field);
    await userEvent.type(field, '1,000.50{Enter}');
    expect(screen.getByText('Bitte gib einen gültigen Betrag ein')).toBeTruthy();
    expect([field.value, history.at(-1)]).toEqual(['1,000.50', '/transactions?minAmount=7.5']);
    await userEvent.clear(field);
    await userEvent.type(field, '1.000,50{Enter}');
    expect([field.value, history.at(-1)]).toEqual(['1000,5', '/transactions?minAmount=1000.5']);
  });
  test('empty: no matches', async () => {
    answering({ ...server, '/payment/all': answers([]) });
    show();
    expect(await screen.findByText('No transactions found')).toBeTruthy();
  });
  test('failed: can be retried', async () => {
    answering({ ...server, '/payment/all': refuses(500, 'No.') });
    show();
    expect(await screen.findByText('Failed to load transactions. Please try again.')).toBeTruthy();
    answering(server);
    await press('Try Again');
    expect((await screen.findAllByRole('row', { name: /Withdrawal/ })).length).toBe(1);
  });
  test('refresh lists the server’s current state', async () => {
    answering({ ...server, '/payment/all': answers([adminDeposit]) });
    show();
    await screen.findAllByRole('row', { name: /Deposit/ });
    answering(server);
    await press('Refresh');
    expect(await screen.findAllByRole('row', { name: /Withdrawal/ })).toHaveLength(1);
  });
  test('on a narrow screen a card shows the user and their id', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    answering({ ...server, '/payment/all': answers([adminTransaction]) });
    show();
    const card = within(await screen.findByRole('listitem'));
    for (const text of ['Withdrawal', 'Pending', 'Ada Lovelace', 'u1', '$120.00', '01937f8a…00w1']) {
      expect(card.getByText(text)).toBeTruthy();
    }
  });
  test('stale: a failed refresh keeps the rows with a warning', async () => {
    answering(server);
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    answering({ ...server, '/payment/all': 'network failure' });
    await press('Refresh');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load transactions.');
    expect(screen.getAllByRole('row', { name: /Withdrawal/ })).toHaveLength(1);
  });
});

describe('filters and sorting', () => {
  const queries: string[] = [];
  const listening = {
    ...server,
    '/payment/all': (query: URLSearchParams) => {
      queries.push(query.toString());
      return answers([adminTransaction]);
    },
  };
  const chip = (name: string) => userEvent.click(screen.getByText(name, { selector: 'fieldset button' }));
  test('are in the URL, send a request and return to the first page', async () => {
    queries.length = 0;
    answering(listening);
    const { history } = show('/transactions?status=pending&page=2');
    await screen.findByText('$120.00');
    await chip('Failed');
    expect(history.at(-1)).toBe('/transactions?status=pending%2Cfailed');
    await expect.poll(() => queries).toEqual(['status=pending&page=2', 'status=pending%2Cfailed']);
    await userEvent.click(screen.getByText('Clear filters'));
    expect(history.at(-1)).toBe('/transactions');
  });
  test('are cleared with text that was refused', async () => {
    answering(listening);
    show('/transactions?status=pending');
    await screen.findByText('$120.00');
    await userEvent.type(screen.getByLabelText('Amount from'), 'ten{Enter}');
    expect(screen.getByText('Please enter a valid amount')).toBeTruthy();
    await userEvent.click(screen.getByText('Clear filters'));
    expect(screen.getByLabelText<HTMLInputElement>('Amount from').value).toBe('');
    expect(screen.queryByText('Please enter a valid amount')).toBeNull();
  });
  test('filter by user and method, and sort', async () => {
    answering(listening);
    const { history } = show('/transactions?type=withdrawal');
    await screen.findByText('$120.00');
    await userEvent.type(screen.getByLabelText('User or transaction ID'), 'ada{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('Method'), 'bank_transfer');
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'amount');
    await userEvent.selectOptions(screen.getByLabelText('Order'), 'asc');
    expect(history.at(-1)).toBe('/transactions?type=withdrawal&method=bank_transfer&user=ada&sort=amount&order=asc');
  });
  test('offer all statuses', async () => {
    answering(server);
    show('/transactions?status=pending');
    const statuses = within(await screen.findByRole('group', { name: 'Status' })).getAllByRole('button');
    expect(statuses.map((button) => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
      ['Initiated', 'false'],
      ['Pending', 'true'],
      ['Completed', 'false'],
      ['Failed', 'false'],
      ['Canceled', 'false'],
    ]);
  });
  test('a column sorts and shows its order', async () => {
    answering(listening);
    const { history } = show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    expect(screen.getByRole('columnheader', { name: 'Created' }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(within(screen.getByRole('columnheader', { name: 'Amount' })).getByRole('button'));
    expect(history.at(-1)).toBe('/transactions?sort=amount');
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
  });
  test('pages come from the server with the total', async () => {
    answering(listening);
    countingAs(60);
    const { history } = show();
    expect(await screen.findByText('1–25 of 60')).toBeTruthy();
    await press('Next');
    expect(history.at(-1)).toBe('/transactions?page=2');
    expect(screen.getByText('26–50 of 60')).toBeTruthy();
    await press('Previous');
    expect(history.at(-1)).toBe('/transactions');
  });
});

describe('a row', () => {
  test('opens to details, flags and the masked destination', async () => {
    answering({
      ...server,
      '/payment/all': answers([{ ...adminTransaction, metadata: { device_type: 'phone' } }]),
    });
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await openRow();
    for (const text of [
      'The account is new',
      'Large amount',
      'NL•• •••• •••• ••43 00',
      'Bank transfer',
      'Device type',
      'phone',
    ]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
  });
  test('that one admin approved waits for another one, and names the first once it is paid', async () => {
    const approved = (byId: string): AdminTransactionView => ({
      ...adminTransaction,
      firstApproval: { by: 'Bo', byId, at: '2026-11-20T14:30:00.000Z' },
    });
    answering({ ...server, '/payment/all': answers([approved(bo.id)]) });
    const { push } = show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    expect(row(/Withdrawal/).getByText('1 of 2 approvals')).toBeTruthy();
    await openRow();
    expect(screen.getByText('You approved this withdrawal. A second admin must approve it too.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
    act(() => push({ type: 'admin transaction pushed', transaction: { ...approved('a2'), version: 2 } }));
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
    const completed = { ...paid, version: 3, firstApproval: approved('a2').firstApproval, decidedBy: 'Cleo' };
    act(() => push({ type: 'admin transaction pushed', transaction: completed as AdminTransactionView }));
    expect(screen.getByText('Approved first by').nextElementSibling?.textContent).toMatch(/^Bo, /);
    expect(screen.queryByText('1 of 2 approvals')).toBeNull();
  });
  test('shows bank details only on request, and hides them again', async () => {
    const details = `/payment/withdraw/${adminTransaction._id}/details`;
    const asked = answering({ ...server, [details]: answers({ iban: 'NL91ABNA0417164300', accountHolder: 'Ada L.' }) });
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await openRow();
    expect(asked.some(({ path }) => path === details)).toBe(false);
    await press('Show bank details');
    expect(await screen.findByText('NL91ABNA0417164300')).toBeTruthy();
    await press('Hide bank details');
    expect(screen.queryByText('NL91ABNA0417164300')).toBeNull();
  });
  test('of a pending deposit offers no decision', async () => {
    answering({ ...server, '/payment/all': answers([{ ...adminDeposit, status: 'pending' }]) });
    show();
    await screen.findAllByRole('row', { name: /Deposit/ });
    await press(/^Show the details of deposit/);
    expect(screen.getByText('Payment method')).toBeTruthy();
    expect([
      screen.queryByRole('button', { name: 'Approve' }),
      screen.queryByRole('button', { name: 'Reject' }),
    ]).toEqual([null, null]);
  });
  test('that is decided shows admin and time, and no decision', async () => {
    answering({ ...server, '/payment/all': answers([paid]) });
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await openRow();
    expect(screen.getByText('Decided by')).toBeTruthy();
    expect(screen.getByText('bank-77')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});

describe('a decision', () => {
  const process = `/payment/withdraw/process/${adminTransaction._id}`;
  const cancel = `/payment/withdraw/cancel/${adminTransaction._id}`;
  const begin = async (button: 'Approve' | 'Reject') => {
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await openRow();
    await press(button);
    return within(screen.getByRole('dialog'));
  };

  test('to approve needs a confirmation, sends the reference and reloads the list', async () => {
    const asked = answering({ ...server, [process]: answers({ transaction: paid }) });
    show();
    const dialog = await begin('Approve');
    expect(asked.some(({ path }) => path === process)).toBe(false);
    await userEvent.type(dialog.getByLabelText('Payout reference (optional)'), 'bank-77');
    await userEvent.click(dialog.getByRole('button', { name: 'Approve $120.00' }));
    await expect.poll(() => asked.filter(({ path }) => path === '/payment/all').length).toBe(2);
    expect(asked.find(({ path }) => path === process)?.body).toEqual({ reference: 'bank-77' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  test('moves the focus to the next pending row', async () => {
    const below = { ...adminTransaction, _id: '01937f8a-6c00-7000-8000-0000000000w2' };
    const list = answers([adminTransaction, adminDeposit, below]);
    answering({ ...server, '/payment/all': list, [process]: answers({ transaction: paid }) });
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await press('Show the details of withdrawal 01937f8a…00w1');
    await press('Approve');
    await userEvent.click(screen.getByRole('button', { name: 'Approve $120.00' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const next = screen.getByRole('button', { name: 'Show the details of withdrawal 01937f8a…00w2' });
    await expect.poll(() => document.activeElement).toBe(next);
  });
  test('to reject without a reason sends an empty body and reloads the list', async () => {
    const rejected = { ...paid, status: 'canceled' } as const;
    const asked = answering({ ...server, [cancel]: answers({ transaction: rejected }) });
    show();
    const dialog = await begin('Reject');
    await userEvent.click(dialog.getByRole('button', { name: 'Reject $120.00' }));
    await expect.poll(() => asked.filter(({ path }) => path === '/payment/all').length).toBe(2);
    expect(asked.find(({ path }) => path === cancel)?.body).toEqual({});
    expect(asked.some(({ path }) => path === process)).toBe(false);
  });
  test('to reject takes a suggested reason, and shows a failure', async () => {
    const asked = answering({ ...server, [cancel]: refuses(409, 'It has been paid already.') });
    show();
    const dialog = await begin('Reject');
    await userEvent.click(dialog.getByRole('button', { name: 'The bank details could not be verified.' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Reject $120.00' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to cancel withdrawal: It has been paid already.',
    );
    expect(asked.find(({ path }) => path === cancel)?.body).toEqual({
      reason: 'The bank details could not be verified.',
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  test('is canceled by Escape without a request', async () => {
    const asked = answering(server);
    show();
    await begin('Approve');
    const left = new Event('cancel', { cancelable: true });
    act(() => void screen.getByRole('dialog').dispatchEvent(left));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.some(({ path }) => path.startsWith('/payment/withdraw'))).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }));
  });
  test('shows that another admin decided first', async () => {
    answering(server);
    const { push } = show();
    const dialog = await begin('Approve');
    act(() => push({ type: 'admin transaction pushed', transaction: { ...paid, decidedBy: 'Cleo' } }));
    expect(dialog.getByText(/Cleo was first/)).toBeTruthy();
  });
});

describe('a deposit that needs a decision', () => {
  const waiting: AdminTransactionView = {
    ...adminDeposit,
    status: 'pending',
    flags: ['amount-differs'],
    metadata: { Charged: '€46.00', Paid: '€55.20', Worth: '$60.00' },
  };
  const path = `/payment/resolve/${waiting._id}`;
  const begin = async (button: 'Credit…' | 'Refund…' | 'Refund again…' | 'Record as paid…') => {
    await screen.findAllByRole('row', { name: /Deposit/ });
    await press(/^Show the details of deposit/);
    await press(button);
    return within(screen.getByRole('dialog'));
  };

  test('is credited with amount and reason, not without a reason', async () => {
    const done = { ...waiting, version: 9, status: 'completed', flags: [], decidedBy: 'Bo' } as const;
    const asked = answering({ ...server, '/payment/all': answers([waiting]), [path]: answers({ transaction: done }) });
    show();
    const dialog = await begin('Credit…');
    for (const text of ['€46.00 iDEAL', '€55.20']) expect(dialog.getByText(text)).toBeTruthy();
    await userEvent.clear(dialog.getByLabelText('Amount to credit'));
    await userEvent.type(dialog.getByLabelText('Amount to credit'), '55.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Credit $55.50' }));
    expect(asked.some((one) => one.path === path)).toBe(false);
    await userEvent.type(dialog.getByLabelText('Reason'), 'As it came.');
    await userEvent.click(dialog.getByRole('button', { name: 'Credit $55.50' }));
    await expect
      .poll(() => asked.find((one) => one.path === path)?.body)
      .toEqual({
        how: 'credit',
        amount: 55.5,
        reason: 'As it came.',
      });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
  test('shows another admin’s proposal', async () => {
    const proposal = { how: 'credit', amount: 5_500, by: 'Cleo', at: '2026-11-20T22:10:00.000Z' } as const;
    answering({ ...server, '/payment/all': answers([{ ...waiting, proposal }]) });
    show();
    await screen.findAllByRole('row', { name: /Deposit/ });
    await press(/^Show the details of deposit/);
    const banners = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(banners).toContainEqual(
      expect.stringMatching(/^Cleo proposed to credit \$5,500\.00 \(.+\)\. Another admin must decide the same\.$/),
    );
  });
  test('is refunded with a suggested reason, and shows a failure', async () => {
    const asked = answering({ ...server, '/payment/all': answers([waiting]), [path]: refuses(409, 'Bo was first.') });
    show();
    const dialog = await begin('Refund…');
    await userEvent.click(dialog.getByRole('button', { name: /^You paid a different amount/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Refund deposit' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to refund deposit: Bo was first.');
    expect(asked.find((one) => one.path === path)?.body).toMatchObject({ how: 'returned' });
  });
  test('whose refund failed can be refunded again, not credited', async () => {
    const note = 'EUR 55.20 could not be refunded: the refund re_1 failed.';
    const failed = { ...waiting, status: 'canceled', flags: ['refund-failed'], metadata: { Refund: note } } as const;
    const done = { ...failed, version: 9, flags: [] };
    const asked = answering({ ...server, '/payment/all': answers([failed]), [path]: answers({ transaction: done }) });
    show();
    const dialog = await begin('Refund again…');
    expect(dialog.getByText(note)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Credit…' })).toBeNull();
    expect(dialog.getByText('Other admins and auditors read it. The player does not.')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^You paid a different amount/ })).toBeNull();
    await userEvent.type(dialog.getByLabelText('Reason'), 'The account is open again.');
    await userEvent.click(dialog.getByRole('button', { name: 'Refund deposit' }));
    await expect
      .poll(() => asked.find((one) => one.path === path)?.body)
      .toEqual({ how: 'returned', reason: 'The account is open again.' });
  });
  test('whose refund failed can be recorded as paid outside Touchline, also by the second admin', async () => {
    const refundProposal = { amount: 60, reference: 'SEPA 17', by: 'Cleo', at: '2026-11-20T22:10:00.000Z' };
    const failed = { ...waiting, status: 'canceled', flags: ['refund-failed'], refundProposal } as const;
    const { refundProposal: _, ...rest } = failed;
    const done = { ...rest, version: 9, flags: [] };
    const asked = answering({ ...server, '/payment/all': answers([failed]), [path]: answers({ transaction: done }) });
    show();
    const dialog = await begin('Record as paid…');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Cleo approved to record $60.00 as paid in another way (SEPA 17). Another admin must approve the same.',
    );
    const reference = dialog.getByLabelText<HTMLInputElement>('Payout reference');
    expect(reference.value).toBe('SEPA 17');
    await userEvent.type(dialog.getByLabelText('Reason'), 'The card is closed.');
    await userEvent.click(dialog.getByRole('button', { name: 'Record refund' }));
    await expect
      .poll(() => asked.find((one) => one.path === path)?.body)
      .toEqual({ how: 'elsewhere', reference: 'SEPA 17', reason: 'The card is closed.' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
  test('offers no decision once decided or if none is needed', async () => {
    answering({ ...server, '/payment/all': answers([adminDeposit]) });
    show();
    await screen.findAllByRole('row', { name: /Deposit/ });
    await press(/^Show the details of deposit/);
    expect(screen.queryByRole('button', { name: /Credit…|Give back…/ })).toBeNull();
  });
});

describe('a withdrawal whose refund failed', () => {
  const path = `/payment/withdraw/return/${adminTransaction._id}`;
  const reason = 'The refund re_1 failed at the bank.';
  const failed: AdminTransactionView = {
    ...paid,
    flags: ['refund-failed'],
    owed: 40,
    returns: [
      { method: 'creditcard', amount: 40, state: 'failed', reason },
      { method: 'ideal', amount: 80, state: 'returned' },
    ],
  };
  const done: AdminTransactionView = { ...failed, version: 9, flags: [], returns: [], owed: undefined };
  const begin = async (
    button: string,
    shown: AdminTransactionView = failed,
    answer = answers({ transaction: done }),
  ) => {
    const asked = answering({ ...server, '/payment/all': answers([shown]), [path]: answer });
    show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await openRow();
    expect(screen.getByText(reason)).toBeTruthy();
    await press(button);
    return { dialog: within(screen.getByRole('dialog')), sent: () => asked.find((call) => call.path === path)?.body };
  };

  test('is refunded again', async () => {
    const { dialog, sent } = await begin('Retry return…');
    expect(dialog.getByText('Credit card $40.00')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Retry return of $40.00' }));
    await expect.poll(sent).toEqual({ how: 'retry', amount: 40 });
    await expect.poll(() => screen.queryByRole('button', { name: 'Retry return…' })).toBeNull();
  });
  test('is paid to the bettor’s account', async () => {
    const { dialog, sent } = await begin('Pay to account…');
    await userEvent.type(dialog.getByLabelText('Payout reference (optional)'), 'BANK-7');
    await userEvent.click(dialog.getByRole('button', { name: 'Pay $40.00' }));
    await expect.poll(sent).toEqual({ how: 'destination', amount: 40, reference: 'BANK-7' });
    await expect.poll(() => screen.queryByRole('button', { name: 'Retry return…' })).toBeNull();
  });
  test('is recorded as paid with a reference; above the limit a second admin is needed', async () => {
    const returnProposal = {
      how: 'elsewhere',
      amount: 40,
      reference: 'X-1',
      by: 'Cy',
      at: '2026-11-20T15:00:00.000Z',
    } as const;
    const { dialog, sent } = await begin(
      'Record as paid…',
      failed,
      answers({ transaction: { ...failed, version: 3, returnProposal } }),
    );
    await userEvent.type(dialog.getByLabelText('Payout reference'), 'X-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Record $40.00' }));
    await expect.poll(sent).toEqual({ how: 'elsewhere', amount: 40, reference: 'X-1' });
    expect(await screen.findByText(/Cy approved to record \$40.00 as paid in another way \(X-1\)/)).toBeTruthy();
  });
  test('cannot be paid without an account, and closes when another admin resolves it', async () => {
    const asked = answering({ ...server, '/payment/all': answers([{ ...failed, payoutTo: 'not given' }]) });
    const { push } = show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    await openRow();
    expect(screen.queryByRole('button', { name: 'Pay to account…' })).toBeNull();
    await press('Retry return…');
    act(() => push({ type: 'admin transaction pushed', transaction: done }));
    expect(await screen.findByText('This was resolved in the meantime. Nothing was sent.')).toBeTruthy();
    expect(asked.filter((call) => call.path === path)).toEqual([]);
  });
  test('is counted above the list, with a link to it', async () => {
    answering({ ...server, '/payment/summary': answers({ ...summary, failedReturns: { count: 2, amount: 70 } }) });
    show();
    expect(await screen.findByText(/\$70.00 of 2 withdrawals could not be returned/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Show them' });
    expect(link.getAttribute('href')).toBe('/transactions?type=withdrawal&flag=refund-failed');
  });
});

describe('the figures', () => {
  const later = { ...server, '/payment/summary': answers({ ...summary, depositsToday: { count: 13, amount: 1_300 } }) };
  const open = async (replies = server) => {
    answering(replies);
    const shown = show();
    await screen.findByText('$1,234.50');
    answering(later);
    return shown;
  };

  test('are fetched again by Refresh', async () => {
    await open();
    await press('Refresh');
    expect(await screen.findByText('$1,300.00')).toBeTruthy();
  });
  test('are fetched again after a gap in the connection', async () => {
    const { push } = await open();
    act(() => push({ type: 'missed' }));
    expect(await screen.findByText('$1,300.00')).toBeTruthy();
  });
  test('turn to the new day, and warn about faults that a verification found, without a push', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 20, 23, 59, 59) });
    onTestFinished(() => void vi.useRealTimers());
    const doubt = { verification: 'v1', at: '2026-11-20T10:00:00.000Z', findings: 1 };
    const days: (string | null)[] = [];
    const byDay = (query: URLSearchParams) => {
      days.push(query.get('from'));
      return answers(days.length === 1 ? summary : { ...summary, doubt });
    };
    answering({ ...server, '/payment/summary': byDay });
    show();
    await screen.findByText('$1,234.50');
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect((await screen.findByRole('alert')).textContent).toContain('found faults');
    expect(days).toEqual([new Date(2026, 10, 20), new Date(2026, 10, 21)].map((day) => day.toISOString()));
  });
  test('that could not be loaded say so, with a retry', async () => {
    answering({ ...server, '/payment/summary': refuses(500, '') });
    show();
    expect(await screen.findByText('The figures could not be loaded.')).toBeTruthy();
    answering(server);
    await press('Try Again');
    expect(await screen.findByText('$1,234.50')).toBeTruthy();
    expect(screen.queryByText('The figures could not be loaded.')).toBeNull();
  });
  test('that could not be fetched again stay, with a warning', async () => {
    await open();
    answering({ ...server, '/payment/summary': 'network failure' });
    await press('Refresh');
    expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
    expect(screen.getByText('$1,234.50')).toBeTruthy();
  });
});

test('an open row links to the player and to excluding them', async () => {
  answering({ ...server, '/payment/all': answers([adminDeposit]) });
  show();
  await screen.findAllByRole('row', { name: /Deposit/ });
  await press(/^Show the details of deposit/);
  const [player, exclude] = ['Open the player', 'Exclude the player…'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect([player, exclude]).toEqual([
    `/players/${adminDeposit.user.id}`,
    `/players/${adminDeposit.user.id}?act=exclude`,
  ]);
});

describe('pushed transactions', () => {
  test('update a row in place', async () => {
    answering(server);
    const { push } = show();
    await screen.findAllByRole('row', { name: /Withdrawal/ });
    act(() => push({ type: 'admin transaction pushed', transaction: paid }));
    expect(row(/Withdrawal/).getByText('Completed')).toBeTruthy();
  });
  test('announce a new withdrawal, which a press shows', async () => {
    answering({ ...server, '/payment/all': answers([adminDeposit]) });
    const { push } = show();
    await screen.findAllByRole('row', { name: /Deposit/ });
    act(() => push({ type: 'admin transaction pushed', transaction: adminTransaction }));
    expect(screen.queryByRole('row', { name: /Withdrawal/ })).toBeNull();
    answering(server);
    await press('1 new withdrawal');
    expect(await screen.findAllByRole('row', { name: /Withdrawal/ })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /new withdrawal/ })).toBeNull();
  });
});
