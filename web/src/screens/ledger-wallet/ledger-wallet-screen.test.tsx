import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Route } from 'wouter';
import { bea, deposited, staked, threeEvents, timeline, walletId, won } from '../../ledger/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LedgerWalletScreen } from './ledger-wallet-screen.tsx';

const path = `/ledger/wallets/${walletId}`;
const show = (at = path) =>
  renderScreen(<Route path="/ledger/wallets/:id" component={LedgerWalletScreen} />, { path: at });
// Queries by label and text: role queries on such a large page take jsdom a second.
const press = (name: string) => userEvent.click(screen.queryByLabelText(name) ?? screen.getByText(name));
const step = () => within(screen.getByLabelText('This step'));
const server = { [path]: answers(timeline), '/ledger/events': answers(threeEvents) };

test('loading: shows a placeholder', () => {
  answering({});
  show();
  expect(screen.getByText('Loading the wallet...')).toBeTruthy();
});
test('shown: player, balances, seal, and that the events add up', async () => {
  answering(server);
  show();
  expect(await screen.findByText('Bea Smit')).toBeTruthy();
  expect(screen.getByText(/^Covered by the checkpoint/).textContent).toBe(
    'Covered by the checkpoint of 2026-11-20 15:00:00 UTC up to version 2; 1 event since.',
  );
  expect(screen.getByText('It adds up.')).toBeTruthy();
  expect(screen.getByLabelText(/^Cash over 3 events: from \$100.00 to \$111.00/)).toBeTruthy();
});
test('shown: the slider moves through the steps with their events and balances', async () => {
  answering(server);
  show();
  await screen.findByText('It adds up.');
  expect(step().getByText('Winnings paid')).toBeTruthy();
  await press('Previous step');
  expect(screen.getByLabelText('Step').getAttribute('aria-valuetext')).toBe('2 of 3: Stake taken');
  expect(step().getByText('Version 2 · step 2 of 3')).toBeTruthy();
  expect(within(step().getByLabelText('Balances after this step')).getByText('$90.00')).toBeTruthy();
  await press('First step');
  expect(step().getByText('Deposit credited')).toBeTruthy();
});
test('shown: the other time reorders the steps', async () => {
  answering(server);
  show();
  await screen.findByText('It adds up.');
  await userEvent.selectOptions(screen.getByLabelText('Order by'), 'effective');
  expect(step().getByText('Stake taken')).toBeTruthy();
});
test('shown: marks the first step that does not add up', async () => {
  const crooked = { ...staked, balances: { ...staked.balances, cash: 190 } };
  answering({ ...server, '/ledger/events': answers({ events: [won, crooked, deposited], next: null }) });
  show();
  expect(await screen.findByText('Version 2 does not add up:')).toBeTruthy();
  await press('Show it');
  expect(step().getByText(/First fault/)).toBeTruthy();
});
test('shown: marks a wallet whose balances differ from its last event', async () => {
  const player = { ...bea, balances: { ...bea.balances, cash: 5_000 } };
  answering({ ...server, [path]: answers({ ...timeline, player }) });
  show();
  expect(await screen.findByText('Version 3 does not add up:')).toBeTruthy();
});
/** The server's balances for any moment. */
const heldThen = (balances: object) => (query: URLSearchParams) =>
  answers(query.has('at') ? { ...timeline, at: balances } : timeline);
const go = () => {
  fireEvent.change(screen.getByLabelText('Go to the moment (UTC)'), { target: { value: '2026-11-20T14:02' } });
  return press('Go');
};

test('shown: a moment shows the server’s balances and its step', async () => {
  answering({ ...server, [path]: heldThen(deposited.balances) });
  show();
  await screen.findByText('It adds up.');
  await go();
  expect(await screen.findByText(/The steps below agree/)).toBeTruthy();
  expect(step().getByText('Deposit credited')).toBeTruthy();
});
test('shown: says if the steps disagree with the server’s balances', async () => {
  answering({ ...server, [path]: heldThen(won.balances) });
  show();
  await screen.findByText('It adds up.');
  await go();
  expect(await screen.findByText(/The steps below disagree/)).toBeTruthy();
});
test('shown: a moment that failed to load can be retried', async () => {
  answering({ ...server, [path]: (query) => (query.has('at') ? refuses(500, '') : answers(timeline)) });
  show();
  await screen.findByText('It adds up.');
  await go();
  expect(await screen.findByText('The balance at that moment could not be loaded. Press Go to retry.')).toBeTruthy();
});
test('shown: the table lists every step and can choose one', async () => {
  answering(server);
  show();
  await userEvent.click(await screen.findByText('All 3 steps as a table'));
  await press('Show version 1');
  expect(step().getByText('Deposit credited')).toBeTruthy();
});
test('shown: the URL can choose an event', async () => {
  answering(server);
  show(`${path}?event=12`);
  await screen.findByText('It adds up.');
  expect(step().getByText('Stake taken')).toBeTruthy();
});
test('shown: an older event is chosen once it is loaded', async () => {
  answering({
    ...server,
    '/ledger/events': (query) =>
      answers(query.has('before') ? { events: [deposited], next: null } : { events: [won, staked], next: 12 }),
  });
  show(`${path}?event=11`);
  expect(await screen.findByText(/is older than the ones shown/)).toBeTruthy();
  await press('Load earlier events');
  expect(await screen.findByText('Version 1 · step 1 of 3')).toBeTruthy();
  expect(screen.queryByText(/is older than the ones shown/)).toBeNull();
});
test('shown: an empty wallet says so', async () => {
  const player = { ...bea, version: 0, balances: { cash: 0, held: 0, bonus: 0, staked: 0 } };
  answering({
    [path]: answers({ ...timeline, player, seal: null }),
    '/ledger/events': answers({ events: [], next: null }),
  });
  show();
  expect(await screen.findByText('No events yet')).toBeTruthy();
  expect(screen.getByText('Not covered by a checkpoint yet; 0 events so far.')).toBeTruthy();
});
test('failed: shows the reason, a retry and a search', async () => {
  answering({ ...server, [path]: refuses(503, 'The database does not answer.') });
  show();
  expect(await screen.findByText('The database does not answer.')).toBeTruthy();
  expect(screen.getByText('Search for a player').getAttribute('href')).toBe('/ledger?view=players');
  answering(server);
  await press('Try Again');
  expect(await screen.findByText('It adds up.')).toBeTruthy();
});
test('missing: offers a search and no retry for an unknown wallet', async () => {
  answering({ ...server, [path]: refuses(404, 'No.') });
  show();
  expect(await screen.findByText('Wallet not found.')).toBeTruthy();
  expect(screen.getByText('Search for a player').getAttribute('href')).toBe('/ledger?view=players');
  expect(screen.queryByText('Try Again')).toBeNull();
});
test('shown: two moments side by side, with the events and bets between them', async () => {
  const [from, to] = ['2026-11-20T14:00:00', '2026-11-20T15:00:00'];
  answering({
    ...server,
    [`${path}/comparison`]: (query) =>
      answers({
        walletId,
        time: 'recorded',
        from: {
          at: `${query.get('from')?.slice(0, 19)}.000000Z`,
          balances: deposited.balances,
          openBets: { count: 0, stakes: 0, newest: [] },
        },
        to: {
          at: `${query.get('to')?.slice(0, 19)}.000000Z`,
          balances: staked.balances,
          openBets: { count: 1, stakes: 10, newest: [{ betId: 'b-1', stake: 10, placedAt: staked.recordedAt }] },
        },
        between: [{ type: 'StakeTaken', events: 1, change: { cash: -10, held: 0, bonus: 0, staked: 10 } }],
      }),
  });
  const { history } = show();
  await screen.findByText('It adds up.');
  fireEvent.change(screen.getByLabelText('First moment (UTC)'), { target: { value: from } });
  fireEvent.change(screen.getByLabelText('Second moment (UTC)'), { target: { value: to } });
  await press('Compare');
  const sides = within(await screen.findByLabelText('Balances at both moments'));
  expect(sides.getByText('Cash').closest('tr')?.textContent).toBe('Cash$100.00$90.00-$10.00');
  expect(history.at(-1)).toBe(
    `${path}?from=${encodeURIComponent(`${from}Z`)}&to=${encodeURIComponent(`${to}Z`)}&time=recorded`,
  );
  const link = within(screen.getByLabelText('Events between the moments')).getByText('Stake taken');
  const query = new URL(link.getAttribute('href') ?? '', 'http://x').searchParams;
  expect([query.get('from'), query.get('to')]).toEqual([`${from}.000001Z`, `${to}.000000Z`]);
  expect(screen.getByText('Opened between them')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Second moment (UTC)'), { target: { value: '2026-11-20T13:00:00' } });
  expect(screen.getByText('The second moment is before the first.')).toBeTruthy();
});
