import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LoginAnswer, MatchRow, ProfileView } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { Decimal } from '@touchline/core/money';
import { useToasterStore } from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { excludedUntil } from '../limits/samples.ts';
import { readSlipReturn, tieSlipReturn } from '../payments/slip-return.ts';
import { answering, answers } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { SkipToSlip, SlipButton, SlipPanel, SlipProvider, useSlip } from './index.ts';
import {
  arsenal,
  arsenalAt,
  arsenalRow,
  awaitingBet,
  bookFull,
  doubleChance,
  doubleChanceRefused,
  goals,
  interRow,
  noon,
  oddsChanged,
  placedAnswer,
  rejectedBet,
} from './samples.ts';
import { SlipContext } from './slip-context.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: noon }));
afterEach(() => vi.useRealTimers());

const ada = { accessToken: 't', user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } } as const;

const adasProfile: ProfileView = {
  ...ada.user,
  balance: 100,
  emailVerified: true,
  createdAt: '2026-03-04T12:00:00Z',
  wallet: { version: 8, balance: 100, held: 0, bonus: 0, staked: 0 },
};

const romaRow = { ...interRow, id: 'm-roma', match: { ...interRow.match, homeTeam: 'Roma', awayTeam: 'Lazio' } };
const roma = { ...arsenal, matchId: 'm-roma' as MatchId, betOutcome: 'Roma Win', odds: new Decimal('1.9') };

const Picks = () => {
  const { add } = useSlip();
  return [arsenal, { ...arsenal, betOutcome: 'Draw', odds: new Decimal('3.4') }, goals, roma].map((entry) => (
    <button key={entry.betOutcome} type="button" onClick={() => add(entry)}>
      {`pick ${entry.betOutcome}`}
    </button>
  ));
};
const Toasts = () =>
  useToasterStore().toasts.map(({ id, type, duration, message }) => (
    <p key={id}>{`${type} for ${duration} ms: ${message}`}</p>
  ));
const open = (
  who: LoginAnswer | 'guest' = ada,
  /** `null`: the page is still connecting. */
  rows: readonly MatchRow[] | null = [arsenalRow, interRow],
  inPlay: 'open' | 'closed' = 'open',
  profile?: ProfileView,
  maxPayout = 100_000,
) =>
  renderScreen(
    <SlipProvider inPlay={inPlay} limits={{ minStake: 0.1, maxStake: 5_000, maxLegs: 20, maxPayout }}>
      <Picks />
      <SkipToSlip />
      <SlipButton />
      <SlipPanel />
      <Toasts />
    </SlipProvider>,
    { path: '/games', ...(rows && { rows }), ...(who !== 'guest' && { session: who }), ...(profile && { profile }) },
  );
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const tickOf = (row: MatchRow, p = 1) => ({ type: 'tick', tick: { e: 'test', p, n: row.s, t: 0, d: [row] } }) as const;
const bets = (asked: ReturnType<typeof answering>) => asked.filter(({ path }) => path === '/bet');
const unlockedButton = (name: string | RegExp) =>
  expect.poll(() => screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull();

/** A slip with Arsenal's win and a stake of ten dollars. */
async function filled() {
  const rendered = open();
  await press('pick Arsenal Win');
  await userEvent.type(screen.getByLabelText('Your Stake'), '10');
  await unlockedButton('Place Bet · $10.00');
  return rendered;
}

describe('the panel', () => {
  test('empty: says so, and what to do next', async () => {
    answering({});
    open();
    await press(/^Bet Slip/);
    expect(screen.getByText('Your bet slip is empty')).toBeTruthy();
    expect(screen.getByText('Select some odds to start betting')).toBeTruthy();
  });
  test('a closed one that is filled does not ask for selections', async () => {
    answering({});
    open();
    const isAsking = () => screen.queryByText('Select some odds to start betting') !== null;
    expect(isAsking()).toBe(true);
    await press('pick Arsenal Win');
    await press('Close bet slip');
    expect(isAsking()).toBe(false);
    expect(screen.getAllByText('Bet Slip, 1 selection').some(({ className }) => className !== 'sr-only')).toBe(true);
  });
  test('a stored one does not ask for selections before it is loaded', () => {
    localStorage.setItem('slip', 'stored');
    renderScreen(
      <SlipContext value={{ actors: undefined, code: undefined, withSlip: () => {} }}>
        <SlipPanel />
      </SlipContext>,
      { path: '/games' },
    );
    expect(screen.queryByText('Select some odds to start betting')).toBeNull();
  });
  test('adding a selection opens it with the match, the outcome and the odds', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    const row = within(screen.getByRole('listitem'));
    expect([row.getByText('Arsenal Win'), row.getByText('Arsenal vs Chelsea'), row.getByText('2.10')]).toHaveLength(3);
    expect(screen.getByRole('button', { name: /^Bet Slip/ }).getAttribute('aria-expanded')).toBe('true');
  });
  test('adding is confirmed for three seconds, and another outcome of the same match replaces the first', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    await screen.findByText('success for 3000 ms: Added Arsenal Win to bet slip');
    await press('pick Draw');
    await screen.findByText('success for 3000 ms: Added Draw to bet slip');
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('Draw')]);
  });
  test('a selection can be removed, and all of them cleared', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    await press('pick Over 2.5');
    await press('Remove Over 2.5');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await press('Clear bet slip');
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  });
  test('a skip link leads into it, and Escape returns the focus', async () => {
    answering({});
    open();
    expect(screen.queryByRole('button', { name: 'Skip to bet slip' })).toBeNull();
    await press('pick Arsenal Win');
    const skip = screen.getByRole('button', { name: 'Skip to bet slip' });
    await press('Close bet slip');
    skip.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('complementary', { name: 'Bet slip' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(skip);
  });
  test('Escape returns the focus to the price that was added', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    await userEvent.click(screen.getByLabelText('Your Stake'));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'pick Arsenal Win' }));
  });
  test('prices that move do not bring back a slip that was placed in another tab', async () => {
    answering({});
    const { push } = await filled();
    localStorage.removeItem('slip');
    act(() => push(tickOf(arsenalAt(1.95))));
    expect(localStorage.getItem('slip')).toBeNull();
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'slip' })));
    expect(screen.getByText('Your bet slip is empty')).toBeTruthy();
  });
  test('the slip survives a reload', async () => {
    answering({});
    const { unmount } = open();
    await press('pick Arsenal Win');
    unmount();
    open();
    expect(screen.getByRole('button', { name: /^Bet Slip/ }).textContent).toContain('1');
  });
});

describe('the button', () => {
  test('the stakes on offer are those that the bettor places most often', async () => {
    const placed = [7.5, 7.5, 20, 20, 20].map((stake) => ({ ...placedAnswer.bet, stake }));
    answering({ '/bet/history': answers(placed) });
    // Stakes stay in memory, and no other test is about this bettor.
    open({ ...ada, user: { ...ada.user, id: 'u7' } });
    await press('pick Arsenal Win');
    await userEvent.click(await screen.findByRole('button', { name: '$7.50' }));
    expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('7.5');
    expect(screen.queryByRole('button', { name: '$50' })).toBeNull();
  });

  test('names its action, and the winnings follow the stake', async () => {
    answering({});
    await filled();
    expect(screen.getByText('Potential Winnings').nextSibling?.textContent).toContain('$21.00');
    await press('$50');
    expect(screen.getByRole('button', { name: 'Place Bet · $50.00' })).toBeTruthy();
  });
  test('without a stake it is disabled, with the reason', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' });
    expect(button.disabled).toBe(true);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please enter a valid stake amount',
    );
  });
  test('while the first prices load, says so only once there is a stake', async () => {
    answering({});
    open(ada, null);
    await press('pick Arsenal Win');
    const notices = () =>
      screen.queryAllByText('Waiting for the latest prices.').filter(({ className }) => className !== 'sr-only');
    expect(notices()).toEqual([]);
    await userEvent.type(screen.getByLabelText('Your Stake'), '10');
    expect(notices()).toHaveLength(1);
  });
  test('an excluded bettor sees until when before typing a stake, and cannot press it', async () => {
    answering({});
    const exclusion = excludedUntil('2026-12-21T12:00:00Z');
    open(ada, [arsenalRow, interRow], 'open', { ...adasProfile, exclusion });
    await press('pick Arsenal Win');
    const reason = /^You are taking a time-out until December 21, 2026/;
    await expect.poll(() => screen.queryAllByText(reason).some((text) => text.className !== 'sr-only')).toBe(true);
    await userEvent.type(screen.getByLabelText('Your Stake'), '10');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' }).disabled).toBe(true);
  });
  test('a refusal for an exclusion that this page did not know of fetches it with the profile', async () => {
    answering({ '/bet': { status: 409, body: { code: 'excluded', error: 'You are taking a time-out.' } } });
    const { session } = open(ada, [arsenalRow, interRow], 'open', adasProfile);
    await press('pick Arsenal Win');
    await userEvent.type(screen.getByLabelText('Your Stake'), '10');
    await unlockedButton('Place Bet · $10.00');
    let loads = 0;
    session.subscribe((snapshot) => {
      if (snapshot.matches({ member: 'loading' })) loads += 1;
    });
    await press('Place Bet · $10.00');
    await expect.poll(() => loads).toBe(1);
  });
  test('a guest is sent to the login and back, and the slip stays', async () => {
    answering({});
    const { history } = open('guest');
    await press('pick Arsenal Win');
    await press('Log in to place this bet');
    expect(history.at(-1)).toBe('/login?from=%2Fgames');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
  test('an invalid stake shows what is missing', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    await userEvent.type(screen.getByLabelText('Your Stake'), '0');
    expect(screen.getByLabelText('Your Stake').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText('Please enter a valid stake amount')[0]?.className).not.toContain('sr-only');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' }).disabled).toBe(true);
  });
  test('a stake above the balance leads to a deposit of what is missing, and remembers the slip', async () => {
    answering({});
    const { session, history } = await filled();
    act(() =>
      session.send({ type: 'wallet changed', wallet: { version: 8, balance: 9.99, held: 0, bonus: 0, staked: 0 } }),
    );
    expect(screen.getByText('Your balance is $9.99')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Place Bet/ })).toBeNull();
    await press('Deposit $10.00 to bet');
    tieSlipReturn('d1');
    expect([history.at(-1), readSlipReturn('d1')]).toEqual(['/deposit?amount=10', { path: '/games', stakeText: '10' }]);
  });
  test('a bonus counts towards the stake', async () => {
    answering({});
    const { session } = await filled();
    const wallet = { version: 8, balance: 4, held: 0, bonus: 6, staked: 0 };
    act(() => session.send({ type: 'wallet changed', wallet }));
    expect(screen.getByRole('button', { name: 'Place Bet · $10.00' })).toBeTruthy();
    act(() => session.send({ type: 'wallet changed', wallet: { ...wallet, version: 9, bonus: 1 } }));
    expect(screen.getByText('Your balance is $4.00 and your bonus $1.00')).toBeTruthy();
  });
  test('the winnings if one of the matches is void can be shown', async () => {
    answering({});
    await filled();
    await press('pick Over 2.5');
    await userEvent.click(screen.getByText('If a match is void'));
    const cases = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(cases).toContain('If Arsenal vs Chelsea is void: $18.50');
    expect(cases).toContain('If Inter vs Milan is void: $21.00');
  });
  test('Max stakes no more than may be won; a payout above that is an error before it is sent', async () => {
    answering({});
    open(ada, [arsenalRow, interRow, romaRow], 'open', adasProfile, 150);
    const stake = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: /Stake/ });
    const error = 'A bet pays at most $150.00. Lower the stake.';
    await press('pick Arsenal Win');
    await press('Max');
    expect(stake().value).toBe('71.42');
    expect(screen.queryByText(error)).toBeNull();
    await userEvent.clear(stake());
    await userEvent.type(stake(), '71.44');
    expect(screen.getByText(error)).toBeTruthy();
    for (const pick of ['Over 2.5', 'Roma Win']) await press(`pick ${pick}`);
    await press('System');
    await press('Max');
    expect(stake().value).toBe('7.99');
    expect(screen.queryByText(error)).toBeNull();
    await userEvent.clear(stake());
    await userEvent.type(stake(), '8');
    expect(screen.getByText(error)).toBeTruthy();
  });
  test('a system whose sizes make a single line says what to choose', async () => {
    answering({});
    open(ada, [arsenalRow, interRow, romaRow]);
    for (const pick of ['Arsenal Win', 'Over 2.5', 'Roma Win']) await press(`pick ${pick}`);
    await press('System');
    await press('Doubles × 3');
    const reasons = screen.getAllByText('Choose at least two lines.');
    expect(reasons.some(({ className }) => className !== 'sr-only')).toBe(true);
  });
  test('why nothing can be placed is shown before a stake is typed', async () => {
    answering({});
    const { push } = open();
    await press('pick Arsenal Win');
    act(() => push({ type: 'disconnected' }));
    const reasons = await screen.findAllByText('You are offline. Nothing can be staked.');
    expect(reasons.some(({ className }) => className !== 'sr-only')).toBe(true);
  });
  test('nothing can be placed while the connection is lost', async () => {
    answering({});
    const { push } = await filled();
    act(() => push({ type: 'disconnected' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' }).disabled).toBe(true);
  });
});

describe('several tickets', () => {
  const second = { ...placedAnswer.bet, _id: 'b2', stake: 2.5 };
  const ticket = (bet: typeof second) => ({
    type: 'single',
    lines: 1,
    stake: bet.stake,
    potentialPayout: bet.potentialPayout,
    bet,
  });
  test('two selections can be two singles, each with its own stake, placed in one request', async () => {
    const tickets = [ticket(placedAnswer.bet), ticket(second)];
    const asked = answering({ '/bets': { status: 201, body: { tickets, wallet: placedAnswer.wallet } } });
    await filled();
    expect(screen.queryByRole('button', { name: 'Singles' })).toBeNull();
    await press('pick Over 2.5');
    expect(screen.queryByRole('button', { name: 'System' })).toBeNull();
    await press('Singles');
    await userEvent.type(screen.getByLabelText('Over 2.5: Stake'), '2.50');
    expect(screen.getByText('Total Stake, 2 bets').nextSibling?.textContent).toBe('$12.50');
    // 10 × 2.10 + 2.50 × 1.85
    expect(screen.getByText('Potential Winnings').nextSibling?.textContent).toContain('$25.62');
    await unlockedButton('Place 2 Bets · $12.50');
    await press('Place 2 Bets · $12.50');
    const receipt = within(await screen.findByRole('region', { name: 'Receipt' }));
    expect(receipt.getByText('Total Stake').nextSibling?.textContent).toBe('$12.50');
    expect(receipt.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/history/${placedAnswer.bet._id}`,
      '/history/b2',
      '/history?show=open',
    ]);
    expect(asked.filter(({ path }) => path === '/bets')).toMatchObject([
      {
        body: {
          tickets: [
            { type: 'single', unitStake: 10, selections: [{ matchId: 'm-arsenal' }] },
            { type: 'single', unitStake: 2.5, selections: [{ matchId: 'm-inter' }] },
          ],
          oddsPolicy: 'better',
        },
        key: expect.any(String),
      },
    ]);
    expect(bets(asked)).toEqual([]);
  });
  test('a single without a valid stake holds all of them back', async () => {
    answering({});
    await filled();
    await press('pick Over 2.5');
    await press('Singles');
    await userEvent.type(screen.getByLabelText('Over 2.5: Stake'), '0');
    expect(screen.getByLabelText('Over 2.5: Stake').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' }).disabled).toBe(true);
  });
});

describe('a booking code', () => {
  test('is made for the selections on the slip, until they change', async () => {
    const asked = answering({ '/slips': { status: 201, body: { code: 'ABC2345' } } });
    await filled();
    await press('Get a booking code');
    await screen.findByText('ABC2345');
    expect(asked.filter(({ path }) => path === '/slips')).toMatchObject([
      { body: { kind: 'accumulator', selections: [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win' }] } },
    ]);
    await press('pick Over 2.5');
    expect(screen.queryByText('ABC2345')).toBeNull();
  });
  test('is entered on an empty slip', async () => {
    answering({});
    const { history } = open();
    await press(/^Bet Slip/);
    await userEvent.type(screen.getByLabelText('Booking code'), 'abc2345');
    await press('Load');
    expect(history.at(-1)).toBe('/slip/ABC2345');
  });
});

describe('odds that move', () => {
  test('the old odds are struck through beside the new, and the button accepts them', async () => {
    answering({});
    const { push } = await filled();
    act(() => push(tickOf(arsenalAt(1.95))));
    expect(screen.getByText('2.10', { selector: 'li s' })).toBeTruthy();
    expect(screen.getByText('Total odds moved from 2.10 to 1.95.')).toBeTruthy();
    expect(screen.getByText('You would win $19.50 instead of $21.00.')).toBeTruthy();
    await unlockedButton('Accept new odds · 1.95');
    await press('Accept new odds · 1.95');
    expect(screen.getByRole('button', { name: 'Place Bet · $10.00' })).toBeTruthy();
  });
  test('a selection whose price only the server has is shown at that price, as on a slip of an earlier visit', async () => {
    const asked = answering({ '/events/prices': answers({ prices: [{ s: 11, odds: 1.4 }] }) });
    const { matchId, betOutcome } = doubleChance;
    localStorage.setItem('slip', JSON.stringify({ entries: [{ ...doubleChance, odds: '1.5' }], stakeText: '10' }));
    open();
    expect(asked.filter(({ path }) => path === '/events/prices')).toEqual([]);
    await press(/^Bet Slip/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' }).disabled).toBe(true);
    await screen.findByText('Total odds moved from 1.50 to 1.40.');
    await unlockedButton('Accept new odds · 1.40');
    await press('Accept new odds · 1.40');
    await unlockedButton('Place Bet · $10.00');
    expect(asked.filter(({ path }) => path === '/events/prices')).toMatchObject([
      { body: { selections: [{ matchId, betOutcome }] } },
    ]);
  });
  test('a suspended selection must be removed', async () => {
    answering({});
    const { push } = await filled();
    await press('pick Over 2.5');
    act(() => push(tickOf({ ...arsenalAt(2.1), markets: { h2h: 'suspended', totals: 'none' } })));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Bet' }).disabled).toBe(true);
    await press('Remove 1 unavailable');
    expect(screen.getByRole('button', { name: 'Place Bet · $10.00' })).toBeTruthy();
  });
});

describe('selections that can no longer be bet on', () => {
  const begun = '2026-11-21T11:00:00Z';
  test('started and suspended matches are marked, and removed with one press', async () => {
    answering({});
    const { push } = open(ada, [arsenalRow, interRow], 'closed');
    await press('pick Arsenal Win');
    await press('pick Over 2.5');
    act(() => push(tickOf({ ...arsenalRow, s: 12, match: { ...arsenalRow.match, commenceTime: begun } })));
    act(() => push(tickOf({ ...interRow, s: 13, markets: { h2h: 'open', totals: 'suspended' } }, 12)));
    expect(screen.getAllByText('The match has kicked off and is closed for betting.')).not.toHaveLength(0);
    expect(screen.getByText('Suspended just now. Remove it or wait.')).toBeTruthy();
    await press('Remove 2 unavailable');
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  });
  test('a guest sees them too', async () => {
    answering({});
    const { push } = open('guest');
    await press('pick Arsenal Win');
    act(() => push(tickOf({ ...arsenalRow, s: 12, status: 'finished' })));
    await press('Remove 1 unavailable');
    expect(screen.queryAllByRole('listitem')).toHaveLength(0);
  });
  test('a selection without a match name shows the beginning of the match id', () => {
    answering({});
    localStorage.setItem(
      'slip',
      JSON.stringify({ entries: [{ matchId: 'abcdefgh', betOutcome: 'Draw', odds: '3', matchName: '' }] }),
    );
    open();
    return press(/^Bet Slip/).then(() => expect(screen.getByText('Match abcdef')).toBeTruthy());
  });
});

describe('placing', () => {
  test('placing: the button is busy and nothing can be removed', async () => {
    const asked = answering({});
    await filled();
    await press('Place Bet · $10.00');
    expect(screen.getByRole('button', { name: 'Placing Bet...' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Remove Arsenal Win' })).toBeNull();
    const matches = [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 }];
    expect(bets(asked)).toEqual([
      { path: '/bet', body: { stake: 10, matches, oddsPolicy: 'better' }, key: expect.any(String) },
    ]);
  });
  test('a bet awaiting acceptance stays on the slip, and shows why it was rejected', async () => {
    const asked = answering({ '/bet': { status: 201, body: { ...placedAnswer, bet: awaitingBet } } });
    const matches = [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 }];
    const once = { stake: 10, matches, oddsPolicy: 'better' };
    const { live, push } = await filled();
    await press('Place Bet · $10.00');
    const receipt = within(await screen.findByRole('region', { name: 'Receipt' }));
    expect(receipt.getByRole('heading').textContent).toMatch(/^Waiting for acceptance…/);
    expect(screen.queryByText('Bet placed successfully!')).toBeNull();
    act(() => live.send({ type: 'bet pushed', bet: rejectedBet }));
    expect(receipt.getByRole('heading').textContent).toBe('Your bet was not accepted');
    expect(receipt.getByText(rejectedBet.acceptance?.reason ?? '')).toBeTruthy();
    expect(receipt.queryByText('Potential Winnings')).toBeNull();
    act(() => push(tickOf(arsenalAt(1.95))));
    expect(screen.getByRole('button', { name: 'Place again at 1.95 · $10.00' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(receipt.getByText('You would win $19.50 instead of $21.00.')).toBeTruthy();
    act(() => push(tickOf(arsenalAt(2.1, 13), 12)));
    await unlockedButton('Place again at 2.10 · $10.00');
    await press('Place again at 2.10 · $10.00');
    expect(bets(asked).map(({ body }) => body)).toEqual([once, once]);
  });
  test('placed: shows the banner and the receipt with the bet id, and updates the wallet', async () => {
    const asked = answering({ '/bet': { status: 201, body: placedAnswer } });
    const { session } = await filled();
    await press('Place Bet · $10.00');
    expect(await screen.findByText('Bet placed successfully!')).toBeTruthy();
    const { matchId } = arsenal;
    expect(bets(asked).map(({ body }) => body)).toEqual([
      { stake: 10, matches: [{ matchId, betOutcome: 'Arsenal Win', odds: 2.1 }], oddsPolicy: 'better' },
    ]);
    expect(screen.getByText(placedAnswer.bet._id)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toBe(
      `/history/${placedAnswer.bet._id}`,
    );
    expect(session.getSnapshot().context.wallet).toEqual(placedAnswer.wallet);
    await press('Done');
    expect(screen.queryByRole('complementary')).toBeNull();
  });
  test('placed: the receipt shows the result when the bet is settled', async () => {
    answering({ '/bet': { status: 201, body: placedAnswer } });
    const { live } = await filled();
    await press('Place Bet · $10.00');
    const receipt = within(await screen.findByRole('region', { name: 'Receipt' }));
    expect(receipt.getByRole('heading').textContent).toBe('Your bet is booked');
    act(() => live.send({ type: 'bet pushed', bet: { ...placedAnswer.bet, version: 2, status: 'lost', payout: 0 } }));
    expect(receipt.getByRole('heading').textContent).toBe('Lost · -$10.00');
  });
  test('placed: the receipt goes when the bettor logs out', async () => {
    answering({ '/bet': { status: 201, body: placedAnswer } });
    const { session } = await filled();
    await press('Place Bet · $10.00');
    await screen.findByText(placedAnswer.bet._id);
    act(() => session.send({ type: 'logged out' }));
    expect(screen.queryByText(placedAnswer.bet._id)).toBeNull();
  });
  test('placed: opening the bet closes the receipt', async () => {
    answering({ '/bet': { status: 201, body: placedAnswer } });
    const { history } = await filled();
    await press('Place Bet · $10.00');
    await userEvent.click(await screen.findByRole('link', { name: 'Follow it' }));
    expect(history.at(-1)).toBe(`/history/${placedAnswer.bet._id}`);
    expect(screen.queryByRole('complementary')).toBeNull();
  });
  test("refused: shows the server's sentence, and its odds to accept", async () => {
    if (oddsChanged.kind !== 'refused') throw new Error('the sample is a refusal');
    answering({ '/bet': { status: 409, body: oddsChanged.view } });
    await filled();
    await press('Place Bet · $10.00');
    expect((await screen.findByRole('alert')).textContent).toBe(oddsChanged.view.error);
    expect(screen.getByRole('button', { name: 'Accept new odds · 1.95' })).toBeTruthy();
    await press('Dismiss');
    expect(screen.queryByRole('alert')).toBeNull();
  });
  test('refused: its odds yield to those that the slip fetches afterwards, although the match has not changed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'], now: noon });
    const failure = doubleChanceRefused(1.4);
    if (failure.kind !== 'refused') throw new Error('the sample is a refusal');
    const refusing = { '/bet': { status: 409, body: failure.view } };
    answering({ ...refusing, '/events/prices': answers({ prices: [{ s: 11, odds: 1.5 }] }) });
    localStorage.setItem('slip', JSON.stringify({ entries: [{ ...doubleChance, odds: '1.5' }], stakeText: '10' }));
    open();
    await press(/^Bet Slip/);
    await unlockedButton('Place Bet · $10.00');
    await press('Place Bet · $10.00');
    await screen.findByRole('button', { name: 'Accept new odds · 1.40' });
    const asked = answering({ ...refusing, '/events/prices': answers({ prices: [{ s: 11, odds: 1.3 }] }) });
    await act(() => vi.advanceTimersByTimeAsync(36_000));
    await unlockedButton('Accept new odds · 1.30');
    await press('Accept new odds · 1.30');
    await unlockedButton('Place Bet · $10.00');
    await press('Place Bet · $10.00');
    expect(bets(asked)).toMatchObject([{ body: { matches: [{ odds: 1.3 }] } }]);
  });
  test('refused for a limit of the book: one press sets the stake that would be accepted', async () => {
    if (bookFull.kind !== 'refused') throw new Error('the sample is a refusal');
    answering({ '/bet': { status: 409, body: bookFull.view } });
    await filled();
    expect(screen.queryByRole('button', { name: /^Stake up to/ })).toBeNull();
    await press('Place Bet · $10.00');
    expect((await screen.findByRole('alert')).textContent).toBe(bookFull.view.error);
    await press('Stake up to $2.12');
    await unlockedButton('Place Bet · $2.12');
    expect(screen.queryByRole('button', { name: /^Stake up to/ })).toBeNull();
  });
  test('unsure: says so; a reload submits the bet again under the same key', async () => {
    const first = answering({ '/bet': 'network failure' });
    const { unmount } = await filled();
    await press('Place Bet · $10.00');
    expect(await screen.findByText('We do not know yet whether your bet was placed.')).toBeTruthy();
    unmount();
    const second = answering({ '/bet': { status: 201, body: placedAnswer } });
    open();
    await press(/^Bet Slip/);
    expect(await screen.findByText('Bet placed successfully!')).toBeTruthy();
    expect(bets(second).map(({ key }) => key)).toEqual(bets(first).map(({ key }) => key));
  });
});

describe('on a narrow screen', () => {
  beforeEach(() =>
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })),
  );
  test('a collapsed sheet shows the count and the total odds while selections are added', async () => {
    answering({});
    open();
    await press('pick Arsenal Win');
    expect(screen.queryByLabelText('Your Stake')).toBeNull();
    await press('pick Over 2.5');
    await press('Bet Slip, 2 selections, total odds 3.89');
    expect(screen.getByLabelText('Your Stake')).toBeTruthy();
  });
});
