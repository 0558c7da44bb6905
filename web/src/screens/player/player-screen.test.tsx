import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@touchline/core/account';
import { loadTranslations } from '@touchline/core/catalogues';
import type { PlayerSheet } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Route } from 'wouter';
import { adminTransaction } from '../../payments/samples.ts';
import { placedBet } from '../../slip/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { PlayerScreen } from './player-screen.tsx';
import { excludedPlayer, player } from './samples.ts';

withModalDialogs();

const show = (role: Role = 'admin', path = '/players/u1') =>
  renderScreen(<Route path="/players/:id" component={PlayerScreen} />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role } },
  });
const serving = (sheet: PlayerSheet) => ({ '/players/u1': answers(sheet) });
const part = (name: string) => within(screen.getByRole('region', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const shown = () => screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' });

test('explains to bettors that it is for staff, without a request', () => {
  const asked = answering({});
  show('bettor');
  expect(screen.getByText('This page is for admins and auditors.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('shows the loading, missing and failed states with a next step', async () => {
  answering({});
  const { unmount } = show();
  expect(screen.getByText('Loading the player...')).toBeTruthy();
  unmount();
  answering({ '/players/u1': refuses(404, 'Player not found.') });
  const missing = show();
  expect((await screen.findByRole('link', { name: 'Search for a player' })).getAttribute('href')).toBe('/players');
  missing.unmount();
  answering({ '/players/u1': refuses(500, 'The database is away.') });
  show();
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  answering(serving(player));
  await press('Try Again');
  await shown();
});

test('shows account, status, wallet, recent activity and admin decisions', async () => {
  answering(serving(player));
  show();
  await shown();
  for (const [name, texts] of [
    ['Account', ['ada@touchline.test', 'Verified', 'Bettor', 'on 2 devices', 'u1']],
    ['State', ['Active', '$30.00 of $40.00']],
    ['Balance', ['$70.50', '$25.00', '17', '$50.00, active', '$310.00 in all', '$20.00', '$90.00 in all', '$200.00']],
    ['Deposits and withdrawals', ['-$120.00', '+$50.00', 'Pending']],
    ['Bets', ['Pending', placedBet.matches[0]?.matchName ?? 'a match']],
    ['Admin decisions', ['Player signed out', 'The phone was stolen.']],
  ] as const) {
    for (const text of texts)
      expect([name, part(name).queryAllByText(text).length > 0, text]).toEqual([name, true, text]);
  }
  expect(part('Deposits and withdrawals').getByRole('link', { name: 'Withdrawal' }).getAttribute('href')).toBe(
    `/transactions?user=${adminTransaction._id}`,
  );
});

test('in German shows limits, bonus, selections and decisions in German', async () => {
  loadTranslations('de');
  setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  answering(serving(player));
  show();
  await shown();
  for (const text of ['Einsätze, 24 Stunden', '50,00\u00a0$, aktiv', 'Spieler abgemeldet'])
    expect([text, screen.queryAllByText(text, { normalizer: (shown) => shown }).length]).toEqual([text, 1]);
  expect(part('Wetten').getByText('Sieg Arsenal')).toBeTruthy();
});

test('shows an exclusion’s end, reason and admin beside the player’s own', async () => {
  answering(serving(excludedPlayer));
  show();
  await shown();
  const state = part('State');
  for (const text of [
    'Excluded by the operator',
    'On a time-out',
    'For good',
    'Fraud',
    'Three stolen cards.',
    'Cleo',
  ]) {
    expect([text, state.queryAllByText(text).length > 0]).toEqual([text, true]);
  }
  expect(state.queryByText('Active')).toBeNull();
});

test('lists the flags of all payments, linked to the payments that have them for admins', async () => {
  answering(serving(player));
  show();
  await shown();
  const link = part('Flags').getByRole('link', { name: 'First withdrawal' });
  expect(link.getAttribute('href')).toBe('/transactions?user=u1&flag=first-withdrawal');
  expect(part('Flags').getByText('2 payments')).toBeTruthy();
  expect(part('Flags').getByText('1 open')).toBeTruthy();
});

test('auditors have no actions, but a link to the ledger', async () => {
  answering(serving(excludedPlayer));
  show('auditor');
  await shown();
  expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
  expect(part('Balance').getByRole('link', { name: 'Open wallet' }).getAttribute('href')).toBe('/ledger/wallets/w1');
  expect(part('Deposits and withdrawals').queryByRole('link')).toBeNull();
});

test('excludes a player with cause, length and reason, then shows the server’s state', async () => {
  const { exclusion, own, shared, user } = excludedPlayer;
  const asked = answering({ ...serving(player), '/players/u1/exclusion': answers({ user, exclusion, own, shared }) });
  show('admin', '/players/u1?act=exclude');
  const dialog = within(await screen.findByRole('dialog', { name: 'Exclude Ada Lovelace?' }));
  for (const label of ['Because of', 'How long']) expect(dialog.getByText(label, { ignore: '.sr-only' })).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Because of'), 'Fraud');
  await userEvent.selectOptions(dialog.getByLabelText('How long'), 'For good');
  const exclude = () => userEvent.click(dialog.getByRole('button', { name: 'Exclude for good' }));
  await userEvent.type(dialog.getByLabelText('Reason'), '     ');
  expect(dialog.getByText('It is written to the audit log.')).toBeTruthy();
  await exclude();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').validationMessage).toBe(
    'Please give a reason of at least 3 characters.',
  );
  expect(asked.map(({ path }) => path)).toEqual(['/players/u1']);
  await userEvent.type(dialog.getByLabelText('Reason'), ' Three stolen cards. ');
  const later = answering({
    ...serving(excludedPlayer),
    '/players/u1/exclusion': answers({ user, exclusion, own, shared }),
  });
  await exclude();
  expect(await screen.findByText('Excluded by the operator')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(later).toMatchObject([
    { path: '/players/u1/exclusion', body: { cause: 'fraud', days: null, reason: 'Three stolen cards.' } },
    { path: '/players/u1' },
  ]);
});

test('only another admin lifts an exclusion; a refusal shows in the dialog', async () => {
  answering({ ...serving(excludedPlayer), '/players/u1/exclusion/lift': refuses(403, 'Ask another admin.') });
  show();
  await shown();
  await press('Lift the exclusion…');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'A mistake.');
  await userEvent.click(dialog.getByRole('button', { name: 'Lift the exclusion' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Ask another admin.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('signs a player out everywhere with a reason', async () => {
  const asked = answering({ ...serving(player), '/players/u1/sign-out': answers({ ended: 2 }) });
  show();
  await shown();
  await press('Sign out everywhere…');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'The phone was stolen.');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ path }) => path.endsWith('/sign-out'))?.body).toEqual({ reason: 'The phone was stolen.' });
});

test('requests an adjustment of the balance with amount, cause and reason, once', async () => {
  const adjustment = {
    ...{ id: 'j1', amount: -12.5, cause: 'payment', reason: 'Credited twice.', state: 'requested' },
    ...{ user: { id: 'u1', name: 'Ada Lovelace' }, decided: null, postedAt: null },
    requested: { by: { id: 'a1', name: 'Bo' }, at: '2026-11-20T14:00:00.000Z' },
  };
  const asked = answering({ ...serving(player), '/players/u1/adjustments': answers(adjustment) });
  show();
  await shown();
  await press('Adjust the balance…');
  const dialog = within(screen.getByRole('dialog', { name: 'Adjust the balance of Ada Lovelace?' }));
  for (const label of ['Direction', 'Because of']) expect(dialog.getByText(label, { ignore: '.sr-only' })).toBeTruthy();
  const request = () => userEvent.click(dialog.getByRole('button', { name: 'Request the adjustment' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Credited twice.');
  await request();
  expect(dialog.getByText('Please enter an amount of up to $100,000 in whole cents')).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText('Direction'), 'Take from the balance');
  await userEvent.type(dialog.getByLabelText('Amount'), '12.50');
  await userEvent.selectOptions(dialog.getByLabelText('Because of'), 'Correction of a payment');
  await request();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const sent = asked.filter(({ path }) => path.endsWith('/adjustments'));
  expect(sent).toMatchObject([{ body: { amount: -12.5, cause: 'payment', reason: 'Credited twice.' } }]);
  expect(sent[0]?.key).toMatch(/^[\w-]{36}$/);
});

describe('an adjustment whose answer is missing', () => {
  const adjustment = {
    ...{ id: 'j1', amount: 5, cause: 'courtesy', reason: 'A late payout.', state: 'requested' },
    ...{ user: { id: 'u1', name: 'Ada Lovelace' }, decided: null, postedAt: null },
    requested: { by: { id: 'a1', name: 'Bo' }, at: '2026-11-20T14:00:00.000Z' },
  };
  const path = '/players/u1/adjustments';
  const request = async () => {
    await press('Adjust the balance…');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Amount'), '5');
    await userEvent.type(dialog.getByLabelText('Reason'), 'A late payout.');
    await userEvent.click(dialog.getByRole('button', { name: 'Request the adjustment' }));
    return dialog;
  };
  const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

  test('says that it may have arrived, and is the same request when it is sent again', async () => {
    const asked = answering({ ...serving(player), [path]: 'network failure' });
    show();
    await shown();
    const dialog = await request();
    expect((await dialog.findByRole('alert')).textContent).toBe(
      "We don't know whether this worked. Refresh the player before you try again.",
    );
    pressEscape();
    expect(screen.queryByRole('dialog')).toBeNull();
    const later = answering({ ...serving(player), [path]: answers(adjustment) });
    await request();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await request();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    const [first, again, next] = [...asked, ...later].filter((one) => one.path === path).map(({ key }) => key);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });
  test('keeps its dialog until the answer, also if the browser closes it', async () => {
    answering({ ...serving(player), [path]: 'never' });
    show();
    await shown();
    await request();
    pressEscape();
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    dialog.close();
    fireEvent(dialog, new Event('close'));
    expect(screen.getByRole('dialog')).toBe(dialog);
  });
});

test('a pushed transaction of this player refreshes; one of another player does not', async () => {
  const asked = answering(serving(player));
  const { push } = show();
  await shown();
  act(() =>
    push({
      type: 'admin transaction pushed',
      transaction: { ...adminTransaction, user: { ...adminTransaction.user, id: 'u2' } },
    }),
  );
  expect(asked).toHaveLength(1);
  answering(serving({ ...player, wallet: { ...player.wallet, balance: 190.5, held: 0 } }));
  act(() => push({ type: 'admin transaction pushed', transaction: adminTransaction }));
  expect(await screen.findByText('$190.50')).toBeTruthy();
});

test('unknown statuses do not hide the player', async () => {
  const [bet] = player.bets;
  const [transaction] = player.transactions;
  const bets = [{ ...bet, status: 'PAUSED' }];
  const transactions = [{ ...transaction, status: 'ON-HOLD' }];
  answering({ '/players/u1': answers({ ...player, bets, transactions }) });
  show();
  await shown();
  expect(part('Bets').getByText('Pending')).toBeTruthy();
  expect(part('Deposits and withdrawals').getByText(/on.hold/i)).toBeTruthy();
});
