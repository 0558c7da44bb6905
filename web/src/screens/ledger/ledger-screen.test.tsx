import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  bea,
  deposited,
  failed,
  passed,
  running,
  staked,
  threeEvents,
  verifications,
  walletId,
  won,
} from '../../ledger/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LedgerScreen } from './ledger-screen.tsx';

const doubt = {
  ...{ id: 7, kind: 'investigation', title: 'A doubt', state: 'open', owner: null, facts: {}, entries: [] },
  ...{ openedAt: won.recordedAt, changedAt: won.recordedAt },
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).queryAllByRole('cell')[1]?.textContent);

describe('events', () => {
  test('loading: shows a placeholder', () => {
    answering({});
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    expect(screen.getByText('Loading events...')).toBeTruthy();
  });
  test('shown: each event has its time in UTC, its wallet and the change of cash', async () => {
    answering({ '/ledger/events': answers(threeEvents) });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    const row = within(await screen.findByRole('row', { name: /Winnings paid/ }));
    expect(row.getByText('2026-11-20 16:00:00.000')).toBeTruthy();
    expect(row.getByText('+$21.00')).toBeTruthy();
    expect(row.getByText('$111.00')).toBeTruthy();
    expect(row.getByRole('link').getAttribute('href')).toBe(`/ledger/wallets/${walletId}`);
  });
  test('shown: each event has the name of its player', async () => {
    answering({
      '/ledger/events': answers(threeEvents),
      '/ledger/names': answers([{ id: walletId, name: 'Bea Smit' }]),
    });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    const row = within(await screen.findByRole('row', { name: /Winnings paid/ }));
    expect(await row.findByText('Bea Smit')).toBeTruthy();
    await press('Show the details of event 15');
    // In the three rows, and beside the id of the wallet.
    expect(await screen.findAllByText('Bea Smit')).toHaveLength(4);
  });
  test('shown: an event that moves no money says so instead of an empty table', async () => {
    const accepted = { ...staked, type: 'BetAccepted', amount: 0, cashChange: 0, entries: [] };
    answering({ '/ledger/events': answers({ events: [accepted], next: null }) });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Bet accepted/ });
    await press(`Show the details of event ${accepted.seq}`);
    expect(screen.getByText('No entries: this event moves no money.')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Entries of the event' })).toBeNull();
  });
  test('shown: a filtered list explains the gaps in its numbers, and a number without an event', async () => {
    answering({ '/ledger/events': answers(threeEvents) });
    const all = renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Winnings paid/ });
    expect(screen.queryByText(/^Event numbers count all wallets/)).toBeNull();
    all.unmount();
    const filtered = renderScreen(<LedgerScreen />, { path: '/ledger?account=player%3Acash' });
    expect(await screen.findByText(/^Event numbers count all wallets/)).toBeTruthy();
    filtered.unmount();
    answering({ '/ledger/events': answers({ events: [], next: null }) });
    renderScreen(<LedgerScreen />, { path: '/ledger?cause=event%3A13' });
    expect(await screen.findByText('No event has number 13')).toBeTruthy();
  });
  test('shown: an event that cannot be read, with what is stored instead of amounts', async () => {
    const unreadable = '{"event": {"amount": 9223372036854775807}}';
    const event = { ...won, amount: 0, cashChange: 0, entries: [], unreadable };
    answering({ '/ledger/events': answers({ events: [event, staked], next: null }) });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    const row = await screen.findByRole('row', { name: /Winnings paid.*Cannot be read/ });
    expect(row.textContent).not.toMatch(/\$|no change/);
    await press(`Show the details of event ${won.seq}`);
    expect(screen.getByText(unreadable)).toBeTruthy();
    expect(screen.queryByText('No entries: this event moves no money.')).toBeNull();
  });
  test('shown: explains numbers that no event has, and how that is proved', async () => {
    const unused = { from: 13, to: 14, entries: { before: 41, after: 42 }, isProved: true };
    const line = async (unusedBefore: object) => {
      answering({ '/ledger/events': answers({ events: [{ ...won, unusedBefore }, staked], next: null }) });
      const { unmount } = renderScreen(<LedgerScreen />, { path: '/ledger' });
      const text = (await screen.findByText(/never used/)).parentElement?.textContent;
      unmount();
      return text;
    };
    const reason = 'Numbers 13–14 were never usedA transaction reserved them, then was rolled back or needed fewer.';
    expect(await line(unused)).toBe(
      `${reason} Proof: events 12 and 15 follow each other in the signed log (entries 41 and 42).`,
    );
    expect(await line({ ...unused, entries: null, isProved: false })).toBe(
      `${reason} The signed log does not cover this range yet.`,
    );
    expect(await line({ ...unused, isProved: false })).toBe(
      `${reason} The signed log does not confirm this: verify the ledger.`,
    );
  });
  test('shown: filtered events have a total and can be exported, shared and saved', async () => {
    const asked = answering({
      '/ledger/events': answers(threeEvents),
      '/ledger/events/total': answers({ events: 3, amount: -21, isComplete: true }),
      '/ledger/filters': answers([]),
    });
    renderScreen(<LedgerScreen />, { path: '/ledger?account=house%3Aresult' });
    await screen.findByText('3 events · Bookmaker · result: -$21.00');
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export events' })).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Save filter' }));
    await userEvent.type(screen.getByLabelText('Name of the filter'), 'Result{Enter}');
    await expect
      .poll(() => asked.find(({ body }) => body !== undefined)?.body)
      .toEqual({ name: 'Result', search: 'account=house%3Aresult' });
  });
  test('shown: the selected events open a new case', async () => {
    const asked = answering({
      '/ledger/events': answers({ events: [won, staked], next: null }),
      '/cases': (query) => answers(query.has('state') ? { cases: [], open: 0, next: null } : doubt),
      '/cases/7/entries': answers(doubt),
    });
    const user = { id: 'a1', name: 'Ada', email: 'ada@touchline.test', role: 'auditor' } as const;
    const session = { accessToken: 't', user };
    renderScreen(<LedgerScreen />, { path: `/ledger?wallet=${walletId}`, session });
    await userEvent.click(await screen.findByRole('button', { name: 'Add these 2 events to a case' }));
    await userEvent.type(await screen.findByLabelText('Title of the new case'), 'A doubt{Enter}');
    expect((await screen.findByRole('link', { name: 'case 7' })).getAttribute('href')).toBe('/cases/7');
    expect(asked.flatMap(({ path, body }) => (body === undefined ? [] : [[path, body]]))).toEqual([
      ['/cases', { title: 'A doubt', subject: 'event:15' }],
      ['/cases/7/entries', { act: 'attach', subject: 'event:12' }],
    ]);
  });
  test('shown: a row opens to entries, hashes, key, actor and cause', async () => {
    answering({ '/ledger/events': answers(threeEvents) });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Winnings paid/ });
    await press('Show the details of event 15');
    expect(screen.getByText('Sums to zero')).toBeTruthy();
    expect(screen.getByText('settle:b-1:1')).toBeTruthy();
    expect(screen.getByText('system:settlement')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'match:m-1' }).getAttribute('href')).toBe('/ledger?cause=match%3Am-1');
    expect(screen.getByRole('button', { name: 'Copy the hash' })).toBeTruthy();
    await press('Hide the details of event 15');
    expect(screen.queryByText('Sums to zero')).toBeNull();
  });
  test('shown: warns about entries that do not sum to zero', async () => {
    const crooked = { ...deposited, entries: deposited.entries.slice(1) };
    answering({ '/ledger/events': answers({ events: [crooked], next: null }) });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Deposit credited/ });
    await press('Show the details of event 11');
    expect(screen.getByText('Sums to $100.00, not to zero')).toBeTruthy();
  });
  test('shown: a new event appears automatically, or is offered while a row is open', async () => {
    let known = [staked, deposited];
    answering({
      '/ledger/events': (query) => answers({ events: query.has('after') ? known.toReversed() : known, next: null }),
    });
    const { push } = renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Stake taken/ });
    known = [won, ...known];
    act(() => push({ type: 'ledger pushed', growth: { n: 15 } }));
    expect(await screen.findByRole('row', { name: /Winnings paid/ })).toBeTruthy();
    await press('Show the details of event 15');
    known = [{ ...won, seq: 16, version: 4 }, ...known];
    act(() => push({ type: 'ledger pushed', growth: { n: 16 } }));
    const offer = await screen.findByRole('button', { name: '1 new event' });
    expect(screen.queryByRole('button', { name: /event 16/ })).toBeNull();
    await userEvent.click(offer);
    expect(screen.getByRole('button', { name: /event 16/ })).toBeTruthy();
  });
  test('shown: joins the ledger room and leaves it with the screen', async () => {
    answering({ '/ledger/events': answers(threeEvents) });
    const { live, unmount } = renderScreen(<LedgerScreen />, { path: '/ledger' });
    expect(live.getSnapshot().context.rooms).toEqual(['ledger']);
    unmount();
    expect(live.getSnapshot().context.rooms).toEqual([]);
  });
  test('shown: older events load below, and a failure can be retried', async () => {
    let isBroken = true;
    const older = () => (isBroken ? refuses(500, '') : answers({ events: [deposited], next: null }));
    answering({
      '/ledger/events': (query) => (query.has('before') ? older() : answers({ events: [won, staked], next: 12 })),
    });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Winnings paid/ });
    await press('Load older events');
    expect(await screen.findByText(/The older events could not be loaded/)).toBeTruthy();
    isBroken = false;
    await press('Try Again');
    await screen.findByRole('row', { name: /Deposit credited/ });
    expect(rows()).toEqual(['15', '12', '11']);
  });
  test('shown: a page without matches says that older events may match', async () => {
    answering({
      '/ledger/events': (query) =>
        answers(query.has('before') ? { events: [deposited], next: null } : { events: [], next: 12 }),
    });
    renderScreen(<LedgerScreen />, { path: '/ledger?type=DepositCredited' });
    await screen.findByText('No matching events so far');
    await press('Load older events');
    await screen.findByRole('row', { name: /Deposit credited/ });
    expect(screen.queryByText('No matching events so far')).toBeNull();
  });
  test('shown: retries new events that could not be fetched', async () => {
    let isBroken = true;
    const news = () => (isBroken ? refuses(500, '') : answers({ events: [won], next: null }));
    answering({
      '/ledger/events': (query) => (query.has('after') ? news() : answers({ events: [staked], next: null })),
    });
    const { push } = renderScreen(<LedgerScreen />, { path: '/ledger' });
    await screen.findByRole('row', { name: /Stake taken/ });
    act(() => push({ type: 'ledger pushed', growth: { n: 15 } }));
    await screen.findByText('New events could not be fetched.');
    isBroken = false;
    await press('Try Again');
    expect(await screen.findByRole('row', { name: /Winnings paid/ })).toBeTruthy();
  });
  test('shown: the filter is in the URL and in the request', async () => {
    const asked: string[] = [];
    answering({
      '/ledger/events': (query) => {
        asked.push(query.toString());
        return answers(threeEvents);
      },
    });
    const { history } = renderScreen(<LedgerScreen />, { path: '/ledger?cause=match:m-1' });
    await userEvent.selectOptions(await screen.findByLabelText('Event'), 'WinningsPaid');
    await userEvent.type(screen.getByLabelText('Amount from'), '20{Enter}');
    expect(history.at(-1)).toBe('/ledger?type=WinningsPaid&minAmount=20&cause=match%3Am-1');
    expect(asked.at(-1)).toBe('type=WinningsPaid&minAmount=20&cause=match%3Am-1&limit=50');
  });
  test('shown: a text that is no amount stays with an error, and the filter stays as it was', async () => {
    answering({ '/ledger/events': answers(threeEvents) });
    const { history } = renderScreen(<LedgerScreen />, { path: '/ledger?minAmount=20' });
    const field = await screen.findByLabelText<HTMLInputElement>('Amount from');
    for (const typed of ['7,50', '$50']) {
      await userEvent.clear(field);
      await userEvent.type(field, `${typed}{Enter}`);
      expect([field.value, field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
      expect(screen.getByText('Please enter a valid amount')).toBeTruthy();
      expect(history.at(-1)).toBe('/ledger?minAmount=20');
    }
    await userEvent.clear(field);
    await userEvent.type(field, '1,000{Enter}');
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['1000', null]);
    expect(history.at(-1)).toBe('/ledger?minAmount=1000');
    await userEvent.clear(field);
    await userEvent.type(field, '{Enter}');
    expect(history.at(-1)).toBe('/ledger');
  });
  test('shown: a filter without matches can be cleared', async () => {
    answering({ '/ledger/events': answers({ events: [], next: null }) });
    const { history } = renderScreen(<LedgerScreen />, { path: '/ledger?type=BonusGranted' });
    const state = within((await screen.findByText('No matching events')).closest('div') ?? document.body);
    await userEvent.click(state.getByRole('button', { name: 'Clear filters' }));
    expect(history.at(-1)).toBe('/ledger');
    expect(await screen.findByText('The ledger is empty.')).toBeTruthy();
  });
  test('failed: shows the reason and can be retried', async () => {
    answering({ '/ledger/events': refuses(500, '') });
    renderScreen(<LedgerScreen />, { path: '/ledger' });
    expect(await screen.findByText('The events could not be loaded.')).toBeTruthy();
    answering({ '/ledger/events': answers(threeEvents) });
    await press('Try Again');
    expect(await screen.findByRole('row', { name: /Winnings paid/ })).toBeTruthy();
  });
});

test('players: opens a player who was found', async () => {
  answering({ '/ledger/wallets': answers([bea]) });
  const { history } = renderScreen(<LedgerScreen />, { path: '/ledger?view=players' });
  await userEvent.type(screen.getByRole('combobox', { name: 'Player' }), 'be');
  await userEvent.click(await screen.findByRole('option', { name: /Bea Smit/ }));
  expect(history.at(-1)).toBe(`/ledger/wallets/${walletId}`);
});

describe('trial balance', () => {
  const balanced = {
    at: null,
    time: 'recorded',
    accounts: [
      { account: 'player:cash', balance: 111, entries: 3 },
      { account: 'provider:clearing', balance: -100, entries: 1 },
      { account: 'house:result', balance: -11, entries: 1 },
    ],
    sum: 0,
  };
  const path = '/ledger?view=trial-balance';

  test('loading: shows a placeholder', () => {
    answering({});
    renderScreen(<LedgerScreen />, { path });
    expect(screen.getByText('Loading the trial balance...')).toBeTruthy();
  });
  test('shown: every account with its balance, and that they sum to zero', async () => {
    answering({ '/ledger/trial-balance': answers(balanced) });
    renderScreen(<LedgerScreen />, { path });
    expect(await screen.findByText('Sums to zero')).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Provider · clearing 1 -$100.00' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Sum 5 $0.00' })).toBeTruthy();
  });
  test('shown: warns if balances do not sum to zero, even if the server disagrees', async () => {
    const [first, ...rest] = balanced.accounts;
    const accounts = [{ ...first, balance: 112 }, ...rest];
    answering({ '/ledger/trial-balance': answers({ ...balanced, accounts }) });
    renderScreen(<LedgerScreen />, { path });
    expect(await screen.findByText('Does not sum to zero: $1.00 too much')).toBeTruthy();
  });
  test('shown: a moment of either time can be chosen, and cleared', async () => {
    const asked: string[] = [];
    answering({
      '/ledger/trial-balance': (query) => {
        asked.push(query.toString());
        return answers(balanced);
      },
    });
    const { history } = renderScreen(<LedgerScreen />, { path: `${path}&at=2026-11-20T14:00:00Z` });
    await screen.findByText('Sums to zero');
    await userEvent.selectOptions(screen.getByLabelText('Time'), 'effective');
    await press('Now');
    expect(asked).toEqual([
      'time=recorded&at=2026-11-20T14%3A00%3A00Z',
      'time=effective&at=2026-11-20T14%3A00%3A00Z',
      'time=effective',
    ]);
    expect(history.at(-1)).toBe('/ledger?view=trial-balance&time=effective');
  });
  test('failed: shows the reason and can be retried', async () => {
    answering({ '/ledger/trial-balance': 'network failure' });
    renderScreen(<LedgerScreen />, { path });
    expect(await screen.findByText('Network error. Please check your internet connection.')).toBeTruthy();
    answering({ '/ledger/trial-balance': answers(balanced) });
    await press('Try Again');
    expect(await screen.findByText('Sums to zero')).toBeTruthy();
  });
});

describe('verification', () => {
  const path = '/ledger?view=verification';
  const show = () => renderScreen(<LedgerScreen />, { path });
  const list = (...runs: readonly unknown[]) => answers({ ...verifications, runs });

  test('loading: shows a placeholder', () => {
    answering({});
    show();
    expect(screen.getByText('Loading verifications...')).toBeTruthy();
  });
  test('idle: shows the last run, the newest checkpoint and how to verify independently', async () => {
    answering({ '/ledger/verifications': list(passed) });
    show();
    expect(await screen.findByText('Everything adds up')).toBeTruthy();
    expect(screen.getByText('Checkpoint of 1,200 records')).toBeTruthy();
    expect(screen.getByText('abababab…abab')).toBeTruthy();
    // Each word is an element, so that none is broken.
    const command = 'node auditor/verify-ledger.mjs export.ndjson --key operator.pem';
    expect(screen.getAllByRole('code').map((code) => code.textContent)).toContain(command);
    for (const name of ['Export (NDJSON)', 'Export (CSV)', 'Public key'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });
  test('idle: shows that there is no verification and no checkpoint yet', async () => {
    answering({ '/ledger/verifications': answers({ runs: [], checkpoint: null }) });
    show();
    expect(await screen.findByText('Not verified yet')).toBeTruthy();
    expect(screen.getByText('No checkpoint yet')).toBeTruthy();
  });
  test('following: shows the pushed progress and allows no second run', async () => {
    answering({ '/ledger/verifications': list(running, passed) });
    const { push } = show();
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
    act(() => push({ type: 'verification pushed', run: { ...running, eventsDone: 750 } }));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75');
    expect(screen.queryByRole('button', { name: 'Verify now' })).toBeNull();
  });
  test('following: ends with its findings, each linked to its event', async () => {
    answering({ '/ledger/verifications': list(running, passed) });
    const { push } = show();
    await screen.findByRole('progressbar');
    answering({ '/ledger/verifications': list(failed, passed) });
    act(() => push({ type: 'verification pushed', run: failed }));
    expect(await screen.findByText('Something does not add up')).toBeTruthy();
    expect(screen.getByText('And 1 more.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open version 2' }).getAttribute('href')).toBe(
      `/ledger/wallets/${walletId}?event=12`,
    );
  });
  test('starting: sends one request', async () => {
    answering({ '/ledger/verifications': list(passed) });
    show();
    await screen.findByText('Everything adds up');
    answering({ '/ledger/verifications': 'never' });
    await press('Verify now');
    expect(screen.getByRole('button', { name: 'Verify now' }).hasAttribute('disabled')).toBe(true);
  });
  test('refused: shows the reason and can be retried', async () => {
    answering({ '/ledger/verifications': list(passed) });
    show();
    await screen.findByText('Everything adds up');
    answering({ '/ledger/verifications': refuses(503, 'The queue is not there.') });
    await press('Verify now');
    expect((await screen.findByRole('alert')).textContent).toBe('The queue is not there. Nothing was started.');
    answering({ '/ledger/verifications': { status: 202, body: running } });
    await press('Try Again');
    expect(await screen.findByRole('progressbar')).toBeTruthy();
  });
  test('a verification that could not finish is not a finding', async () => {
    answering({ '/ledger/verifications': list({ ...running, state: 'broken', problem: 'The worker was stopped.' }) });
    show();
    expect((await screen.findByText(/The worker was stopped/)).textContent).toBe(
      'The worker was stopped. This says nothing about the ledger; verify again.',
    );
  });
  test('failed: shows the reason and can be retried', async () => {
    answering({ '/ledger/verifications': refuses(500, '') });
    show();
    expect(await screen.findByText('The verifications could not be loaded.')).toBeTruthy();
    answering({ '/ledger/verifications': list(passed) });
    await press('Try Again');
    expect(await screen.findByText('Everything adds up')).toBeTruthy();
  });
});
