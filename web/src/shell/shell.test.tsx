import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Role } from '@touchline/core/account';
import { inLanguage } from '@touchline/core/catalogues';
import type { LoginAnswer } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { SlipProvider } from '../slip/index.ts';
import { answering, answers } from '../testing/answering.ts';
import { matchRowOf } from '../testing/match-rows.ts';
import { network } from '../testing/network.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { reasonText } from './balance.tsx';
import { paletteMachine } from './palette-machine.ts';
import { Shell } from './shell.tsx';

const as = (role: Role): LoginAnswer => ({
  accessToken: 'tok',
  user: { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role },
});
const show = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(
    <SlipProvider>
      <Shell config={undefined}>
        <p>the screen</p>
      </Shell>
    </SlipProvider>,
    options,
  );
const menu = () => {
  const [sidebar] = screen.getAllByRole('navigation', { name: 'Main' });
  return sidebar
    ? within(sidebar)
        .getAllByRole('link')
        .map((link) => link.textContent)
    : [];
};

test('shows the menu of the role', async () => {
  const guest = show();
  expect(menu()).toEqual(['Home', 'Games']);
  guest.unmount();
  const bettor = show({ session: as('bettor') });
  expect(menu()).toEqual(['Home', 'Games', 'My Wallet', 'Betting History', 'Profile']);
  bettor.unmount();
  const admin = show({ session: as('admin') });
  expect(menu()).toEqual(['Home', 'Transactions', 'Markets', 'Audit log']);
  const staff = within(await screen.findByRole('navigation', { name: 'Staff' }, { timeout: 60_000 })).getAllByRole(
    'link',
  );
  expect(staff.map((link) => link.textContent)).toEqual(['Players', 'Reports', 'Cases', 'Reconciliation']);
  admin.unmount();
  show({ session: as('auditor') });
  expect(menu()).toEqual(['Home', 'Games', 'Ledger', 'Audit log']);
  expect(screen.queryByRole('button', { name: /Bet Slip/ })).toBeNull();
});

test('guests see the leagues on offer or an empty state', async () => {
  const league = { key: 'soccer_epl', title: 'Premier League', group: 'Soccer' };
  network.mockResolvedValueOnce(new Response(JSON.stringify([league])));
  const { unmount } = show();
  expect(screen.getByText('Loading leagues...')).toBeTruthy();
  expect((await screen.findByRole('link', { name: /Premier League/ })).getAttribute('href')).toBe(
    '/games?league=soccer_epl',
  );
  unmount();
  network.mockResolvedValueOnce(new Response('[]'));
  show();
  await screen.findByText('No leagues available');
});

test('the balance follows pushes and gives their reason', () => {
  const { session } = show({ session: as('bettor') });
  const wallet = { version: 3, balance: 1_030, held: 0, bonus: 0, staked: 0 };
  const reason = { type: 'WinningsPaid', amount: 30, betId: '3f2a9c' };
  act(() => session.send({ type: 'wallet changed', wallet: { ...wallet, reason } }));
  expect(screen.getByText('$1,030.00')).toBeTruthy();
  expect(screen.getByTitle('+$30.00 bet 3f2a won')).toBeTruthy();
});

test.each(['admin', 'auditor'] as const)('shows no balance to an %s', (role) => {
  const { session } = show({ session: as(role) });
  act(() => session.send({ type: 'wallet changed', wallet: { version: 3, balance: 0, held: 0, bonus: 0, staked: 0 } }));
  expect(screen.queryByText('$0.00')).toBeNull();
});

test('offers to retry a balance that failed to load', async () => {
  const user = userEvent.setup();
  const failure = { kind: 'network' } as const;
  const { session } = show({ session: as('bettor'), profile: failure });
  const again = await screen.findByRole('button', { name: 'Load balance' });
  const states: unknown[] = [];
  session.subscribe((snapshot) => states.push(snapshot.value));
  await user.click(again);
  expect(states[0]).toEqual({ member: 'loading' });
});

test('every ledger event type has a reason text', () =>
  expect(reasonText({ type: 'WithdrawalRequested', amount: -20 })).toBe('-$20.00 withdrawal requested'));

test.each([
  ['DepositCredited', '+50,00\u00a0$ Einzahlung gutgeschrieben'],
  ['WinningsPaid', '+50,00\u00a0$ Wette b1 gewonnen'],
  ['OfALaterRelease', '+50,00\u00a0$ Guthaben geändert'],
])('the reason %s is in the language of the screen', (type, text) =>
  expect(inLanguage('de', () => reasonText({ type, amount: 50, betId: 'b1' }))).toBe(text),
);

test('says that Touchline cannot be reached if nothing has answered', () => {
  const { push } = show({});
  act(() => push({ type: 'disconnected' }));
  expect(screen.getByText(/^Touchline cannot be reached\. .* reconnects automatically/)).toBeTruthy();
});

test('shows a lost connection until it is back', () => {
  const { push } = show({ rows: [] });
  act(() => push({ type: 'disconnected' }));
  expect(screen.getByText('Reconnecting… prices may be out of date')).toBeTruthy();
  const tick = { e: 'test', p: 0, n: 1, t: 0, full: true, d: [] } as const;
  act(() => {
    push({ type: 'connected' });
    push({
      type: 'subscription answered',
      answer: { ok: true, tick, hb: { e: 'test', n: 1, t: 0, feed: 'ok', stale: [] } },
      at: 0,
    });
  });
  expect(screen.queryByText('Reconnecting… prices may be out of date')).toBeNull();
});

test('logging out on a guarded screen leads to Home', async () => {
  const user = userEvent.setup();
  const { history, session } = show({ session: as('bettor'), path: '/history' });
  const [logout] = screen.getAllByRole('button', { name: 'Logout' });
  if (logout) await user.click(logout);
  expect(history.at(-1)).toBe('/');
  expect(session.getSnapshot().value).toBe('guest');
});

describe('the command palette', () => {
  /** Its code loads when it is first opened. */
  const afterLoad = { timeout: 60_000 };
  const reached = reachableStates(paletteMachine, { samples: [{ type: 'typed', text: 'a' }] });
  test.each(allStates(paletteMachine))('can reach "%s"', (state) => expect(reached).toContain(state));

  test('opens with /, keeps text typed while loading, ignores accents, and Enter opens the match', async () => {
    const user = userEvent.setup();
    const match = { homeTeam: 'Atlético Madrid', awayTeam: 'Sevilla', commenceTime: '2026-11-20T20:00:00Z' };
    const homeTeamLogo = '/teams/atlético_madrid.jpg';
    const { history } = show({ rows: [matchRowOf({ id: 'm9', match, homeTeamLogo })] });
    await user.keyboard('/atletico');
    const found = await screen.findByRole('option', { name: /Atlético Madrid vs Sevilla/ }, afterLoad);
    expect(found.getAttribute('aria-selected')).toBe('true');
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('atletico');
    expect(found.querySelector('img')?.getAttribute('src')).toBe(homeTeamLogo);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(history.at(-1)).toBe('/match/m9');
  });

  test('right and left select a price of the match', async () => {
    const user = userEvent.setup();
    const commenceTime = new Date(Date.now() + 3_600_000).toISOString();
    show({ rows: [matchRowOf({ id: 'm9', match: { homeTeam: 'Betis', awayTeam: 'Sevilla', commenceTime } })] });
    await user.keyboard('/betis');
    await screen.findByRole('group', { name: 'Betis vs Sevilla' }, afterLoad);
    const selected = () => screen.getByRole('option', { selected: true }).textContent;
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(selected()).toMatch(/^X, Draw, /);
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Betis vs Sevilla');
  });

  test('shows the state and the score of a live match', async () => {
    const user = userEvent.setup();
    const commenceTime = new Date(Date.now() - 20 * 60_000).toISOString();
    const match = { homeTeam: 'Betis', awayTeam: 'Sevilla', commenceTime };
    show({ rows: [matchRowOf({ id: 'm9', match, score: { home: 2, away: 1 } })] });
    await user.keyboard('/betis');
    const found = within(await screen.findByRole('group', { name: 'Betis vs Sevilla' }, afterLoad));
    expect(found.getByText('LIVE')).toBeTruthy();
    expect(found.getByRole('img', { name: 'Score 2 to 1' })).toBeTruthy();
  });

  test('says that it still searches for players', async () => {
    answering({ '/players': 'never' });
    show({ session: as('admin') });
    await userEvent.setup().keyboard('/zzzz');
    await screen.findByText('Searching…', {}, { timeout: 60_000 });
  });

  test('finds players for staff, and for auditors wallets and events', async () => {
    const user = userEvent.setup();
    const player = { walletId: 'w1', userId: 'u9', name: 'Ada Bell', email: 'ada@touchline.test', version: 1 };
    const balances = { cash: 0, held: 0, bonus: 0, staked: 0 };
    answering({ '/players': answers([{ ...player, balances }]) });
    show({ session: as('auditor') });
    await user.keyboard('/ada');
    const titles = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
    await expect.poll(titles, { timeout: 60_000 }).toEqual(['Ada Bellada@touchline.test', 'Wallet of Ada BellLedger']);
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('12');
    await expect.poll(titles).toContain('Event 12Ledger');
  });

  test('opens with Ctrl-K, wraps around with the arrow keys, and Escape restores the focus', async () => {
    const user = userEvent.setup();
    show();
    const search = screen.getByRole('button', { name: 'Search for Games...' });
    search.focus();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', {}, afterLoad);
    const selected = () => screen.getByRole('option', { selected: true }).textContent;
    expect(selected()).toMatch(/^Home/);
    await user.keyboard('{ArrowDown}');
    expect(selected()).toMatch(/^Games/);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(selected()).toMatch(/^Nations League/);
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(search);
  });
});
