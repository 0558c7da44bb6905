import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OperatedMatchDetail, TicketView } from '@touchline/core/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Route } from 'wouter';
import { placedBet } from '../../slip/samples.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MarketScreen } from './market-screen.tsx';
import { changedId, largeRun, matchDetail, proposal, smallRun, windowRun } from './samples.ts';

withModalDialogs();

const path = `/markets/${matchDetail.matchId}`;
const show = () =>
  renderScreen(<Route path="/markets/:matchId" component={MarketScreen} />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } },
  });
const serving = (match: Partial<OperatedMatchDetail>, more: Parameters<typeof answering>[0] = {}) =>
  answering({ [path]: answers({ ...matchDetail, ...match }), ...more });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const inDialog = () => within(screen.getByRole('dialog'));
const pressThere = (name: string) => userEvent.click(inDialog().getByRole('button', { name }));
const reason = 'the referee said so';
const half = (home: number, away: number): OperatedMatchDetail['rulings'][number] => ({
  version: 1,
  decision: { kind: 'open', score: null, halfTime: { home, away }, voidBets: [] },
  reason: 'seen on television',
  actor: 'a2',
  confirmedBy: null,
  decidedAt: '2026-11-20T21:00:00.000Z',
});
const giveReason = () => userEvent.type(inDialog().getByLabelText('Reason'), reason);

test('shows why a match failed to load, with a retry', async () => {
  answering({ [path]: refuses(503, 'The database does not answer.') });
  show();
  expect(await screen.findByText('The database does not answer.')).toBeTruthy();
  serving({});
  await press('Try Again');
  expect(await screen.findByRole('heading', { name: 'Arsenal – Chelsea' })).toBeTruthy();
});

test.each([404, 400])('offers no retry for an unknown or malformed id (%s)', async (status) => {
  answering({ [path]: refuses(status, 'No.') });
  show();
  expect(await screen.findByText('Match not found.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'All matches' }).getAttribute('href')).toBe('/markets');
});

test('shows profit and loss at each score, and the worst score even if it is rare', async () => {
  serving({
    profitAtScores: [
      { home: 1, away: 0, profit: -33.11 },
      { home: 0, away: 1, profit: 1_040.3 },
      { home: 7, away: 0, profit: -50 },
    ],
  });
  show();
  const scores = within(await screen.findByRole('region', { name: 'Profit and loss by score' }));
  expect(scores.getByText(/The worst score is 7:0: -\$50\./)).toBeTruthy();
  expect(scores.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Arsenal – Chelsea012345',
    '0$0+$1,040$0$0$0$0',
    '1-$33$0$0$0$0$0',
    ...['2', '3', '4', '5'].map((home) => `${home}${'$0'.repeat(6)}`),
  ]);
});

test('shows prices, margin and turnover of each market, and the position on each outcome', async () => {
  serving({});
  show();
  const books = within(await screen.findByRole('region', { name: 'Prices and positions' }));
  expect(books.getByText('Margin 5.1%')).toBeTruthy();
  expect(books.getByText('Turnover $42.10 (3)')).toBeTruthy();
  expect(books.getByText('Worst -$33.11')).toBeTruthy();
  expect(books.getByRole('row', { name: 'Arsenal Win 2.10 -$33.11 $30.10 2 $33.11' })).toBeTruthy();
  expect(books.getByRole('row', { name: 'Draw 3.40 +$30.10 $0.00 0 $0.00' })).toBeTruthy();
  expect(screen.getByText('its price jumped')).toBeTruthy();
});

test('shows markets without bets only on request', async () => {
  const [winner] = matchDetail.books;
  if (!winner) throw new Error('the sample has a market');
  const idle = { ...winner, title: 'Draw no bet', isQuoted: false, bets: 0, turnover: 0, staked: 0, outcomes: [] };
  serving({ books: [winner, idle] });
  show();
  await screen.findByText('Margin 5.1%');
  expect(screen.queryByText('Draw no bet', { ignore: 'option' })).toBeNull();
  await press('Show 1 market without bets');
  expect(screen.getByText('Draw no bet', { ignore: 'option' })).toBeTruthy();
});

test('lists the tickets with links to their bettors, and pages through them', async () => {
  const ticket = (id: string, name: string): TicketView => ({
    bettor: { userId: `user-${id}`, name },
    bet: { ...placedBet, _id: id, matches: placedBet.matches.map((leg) => ({ ...leg, matchId: matchDetail.matchId })) },
  });
  serving(
    {},
    {
      [`${path}/bets`]: (query) =>
        answers(
          query.get('before') === 'bet-1'
            ? { tickets: [ticket('bet-2', 'Bea Smit')], next: null }
            : { tickets: [ticket('bet-1', 'Ada Bell')], next: 'bet-1' },
        ),
    },
  );
  show();
  const ada = await screen.findByRole('link', { name: 'Ada Bell' });
  expect(ada.getAttribute('href')).toBe('/players/user-bet-1');
  await press('Load more');
  expect((await screen.findByRole('link', { name: 'Bea Smit' })).getAttribute('href')).toBe('/players/user-bet-2');
  expect(screen.getAllByText(placedBet.matches[0]?.betOutcome ?? 'none').length).toBeGreaterThan(1);
});

test('offers bets that arrived after the tickets were read, in place of saying that there are none', async () => {
  const [winner] = matchDetail.books;
  if (!winner) throw new Error('the sample has a market');
  const reads: string[] = [];
  const tickets = (found: readonly TicketView[]) => () => {
    reads.push('tickets');
    return answers({ tickets: found, next: null });
  };
  serving({ books: [{ ...winner, bets: 0 }] }, { [`${path}/bets`]: tickets([]) });
  show();
  expect(await screen.findByText('No bets on this match yet.')).toBeTruthy();
  serving(
    { books: [{ ...winner, bets: 2 }] },
    { [`${path}/bets`]: tickets([{ bettor: { userId: 'u1', name: 'Ada Bell' }, bet: placedBet }]) },
  );
  await userEvent.click(screen.getAllByRole('button', { name: 'Refresh' })[0] ?? document.body);
  const card = within(screen.getByRole('region', { name: 'Tickets' }));
  expect(await card.findByText('2 new bets')).toBeTruthy();
  expect(card.queryByText('No bets on this match yet.')).toBeNull();
  // Reading a name is recorded, so it takes a press.
  expect(reads).toEqual(['tickets']);
  await userEvent.click(card.getByRole('button', { name: 'Show' }));
  expect(await card.findByRole('link', { name: 'Ada Bell' })).toBeTruthy();
  expect(card.queryByText('2 new bets')).toBeNull();
});

test('a settled market without outcomes says so in place of an empty table', async () => {
  const [winner] = matchDetail.books;
  if (!winner) throw new Error('the sample has a market');
  serving({ status: 'finished', books: [{ ...winner, staked: 0, margin: null, outcomes: [] }] });
  show();
  const books = within(await screen.findByRole('region', { name: 'Prices and positions' }));
  expect(books.getByText('No prices and no open bets.')).toBeTruthy();
  expect(books.queryByRole('table')).toBeNull();
});

test('suspends a market only with a reason', async () => {
  const asked = serving({}, { [`${path}/suspend`]: answers(matchDetail) });
  show();
  await screen.findByRole('region', { name: 'Markets' });
  await press('Suspend Match winner');
  const asks = inDialog().getByRole<HTMLTextAreaElement>('textbox', {
    name: 'Reason',
    description: 'At least 5 characters. It is recorded in the audit log.',
  });
  const suspend = inDialog().getByRole<HTMLButtonElement>('button', { name: 'Suspend' });
  await userEvent.type(asks, ' four ');
  expect([suspend.disabled, asks.maxLength]).toEqual([true, 500]);
  await userEvent.clear(asks);
  await giveReason();
  await pressThere('Suspend');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ path: to }) => to === `${path}/suspend`)?.body).toEqual({ market: 'h2h', reason });
  const paths = () => asked.map((request) => request.path);
  await expect.poll(() => paths().lastIndexOf(path)).toBeGreaterThan(paths().indexOf(`${path}/suspend`));
});

describe('a result', () => {
  const check = async () => {
    await screen.findByRole('region', { name: 'Result' });
    await press('Enter result or void');
    await userEvent.type(inDialog().getByLabelText('Goals of Arsenal'), '2');
    await userEvent.type(inDialog().getByLabelText('Goals of Chelsea'), '1');
    await pressThere('Preview changes');
  };
  test('is previewed, then entered with a reason', async () => {
    const entered = answers({ outcome: 'done', dryRun: smallRun, match: matchDetail });
    const asked = serving({}, { [`${path}/dry-run`]: answers(smallRun), [`${path}/result`]: entered });
    show();
    await check();
    expect(await inDialog().findByText('3 bets are settled.')).toBeTruthy();
    expect(inDialog().getByText('Decides $73.41 in stakes and payouts.')).toBeTruthy();
    expect(
      inDialog().getByText('You have decided $120.00 alone in the last 24 hours; the limit is $1,000.00.'),
    ).toBeTruthy();
    expect(asked.some(({ path: to }) => to === `${path}/result`)).toBe(false);
    await giveReason();
    await pressThere('Enter result');
    expect(await screen.findByRole('dialog', { name: 'Result entered' })).toBeTruthy();
    expect(asked.find(({ path: to }) => to === `${path}/result`)?.body).toEqual({
      result: { kind: 'score', home: 2, away: 1, halfTime: null },
      reason,
    });
  });
  test('above the limit is proposed for a second admin to confirm', async () => {
    const proposed = answers({ outcome: 'proposed', dryRun: largeRun, match: matchDetail });
    serving({}, { [`${path}/dry-run`]: answers(largeRun), [`${path}/result`]: proposed });
    show();
    await check();
    expect(await inDialog().findByText(/^2 balances fall below zero/)).toBeTruthy();
    expect(inDialog().getByText(/the limit is \$1,000\.00\. A second admin must confirm\.$/)).toBeTruthy();
    await giveReason();
    await pressThere('Propose this result');
    expect(await screen.findByRole('dialog', { name: 'Awaiting a second admin' })).toBeTruthy();
    await pressThere('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('bets of a period', () => {
  const typeTime = async (label: string, text: string) =>
    fireEvent.change(inDialog().getByLabelText(label), { target: { value: text } });
  const iso = (text: string) => new Date(text).toISOString();
  test('are voided after a preview, with a reason shown to the bettors', async () => {
    const entered = answers({ outcome: 'done', dryRun: windowRun, match: matchDetail });
    const asked = serving({}, { [`${path}/dry-run`]: answers(windowRun), [`${path}/result`]: entered });
    show();
    await screen.findByRole('region', { name: 'Result' });
    await press('Void bets by time');
    await typeTime('Placed from', '2026-11-20T20:02:10');
    await typeTime('Placed until (this second included)', '2026-11-20T20:02:09');
    expect(inDialog().getByText('The end must not be before the start.')).toBeTruthy();
    expect(inDialog().getByRole<HTMLButtonElement>('button', { name: 'Preview changes' }).disabled).toBe(true);
    await typeTime('Placed until (this second included)', '2026-11-20T20:03:40');
    await pressThere('Preview changes');
    expect(await inDialog().findByText('Open bets can pay $412.50 less at most.')).toBeTruthy();
    expect(inDialog().getByText('1 bet stays open: one of the selections changes.')).toBeTruthy();
    expect(inDialog().getByText('All markets, Nov 20, 2026, 20:02:10 – 20:03:40')).toBeTruthy();
    expect(
      inDialog().getByText('At least 5 characters. It is recorded in the audit log and shown to the bettors.'),
    ).toBeTruthy();
    await giveReason();
    await pressThere('Void these bets');
    expect(await screen.findByRole('dialog', { name: 'These bets are void' })).toBeTruthy();
    const result = { kind: 'window', from: iso('2026-11-20T20:02:10'), until: iso('2026-11-20T20:03:41') };
    expect(asked.find(({ path: to }) => to === `${path}/result`)?.body).toEqual({ result, reason });
  });
  test('are listed with the reason, and can be reinstated', async () => {
    const window = { market: 'h2h' as const, from: iso('2026-11-20T20:02:10'), until: iso('2026-11-20T20:03:41') };
    const ruling = {
      version: 1,
      decision: {
        kind: 'open' as const,
        score: null,
        halfTime: null,
        voidBets: [{ ...window, reason: 'a price of 21 for 2.1' }],
      },
      reason: 'a price of 21 for 2.1',
      actor: 'admin:a1',
      confirmedBy: null,
      decidedAt: '2026-11-20T20:05:00.000Z',
    };
    const asked = serving({ rulings: [ruling] }, { [`${path}/dry-run`]: answers(smallRun) });
    show();
    const list = within(await screen.findByRole('region', { name: 'Void bets' }));
    expect(list.getByText('Match winner, Nov 20, 2026, 20:02:10 – 20:03:40')).toBeTruthy();
    await userEvent.click(list.getByRole('button', { name: /^Undo/ }));
    await pressThere('Preview changes');
    await expect
      .poll(() => asked.find(({ path: to }) => to === `${path}/dry-run`)?.body)
      .toEqual({ result: { kind: 'lift', ...window } });
  });
});

describe('a proposal', () => {
  test('of another admin can be confirmed or rejected; no other result can be entered', async () => {
    const confirm = `/markets/proposals/${proposal.id}/confirm`;
    const asked = serving({ proposal }, { [confirm]: answers(matchDetail) });
    show();
    await screen.findByRole('region', { name: 'Proposed decision' });
    expect(screen.queryByRole('button', { name: 'Enter result or void' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy();
    await press('Confirm');
    expect(asked.some(({ path: to }) => to === confirm)).toBe(false);
    expect(inDialog().getByText('Decides $10,063.21 in stakes and payouts.')).toBeTruthy();
    await pressThere('Confirm');
    await expect.poll(() => asked.some(({ path: to }) => to === confirm)).toBe(true);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
  test.each([
    ['withdrawn', 'Cleo withdrew it. Nothing was settled.'],
    ['confirmed', 'Cleo confirmed it. The bets are being settled.'],
  ] as const)('that is %s while another admin confirms it says who decided', async (outcome, text) => {
    serving({ proposal });
    const { push } = show();
    await screen.findByRole('region', { name: 'Proposed decision' });
    await press('Confirm');
    serving({ lastProposal: { id: proposal.id, outcome, by: proposal.proposedBy } });
    act(() => push({ type: 'market pushed', change: { matchId: matchDetail.matchId } }));
    expect(await screen.findByRole('dialog', { name: 'Already decided' })).toBeTruthy();
    expect(inDialog().getByText(text)).toBeTruthy();
    expect(inDialog().queryByRole('button', { name: 'Confirm' })).toBeNull();
    await pressThere('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  test('of the same admin can be withdrawn but not confirmed', async () => {
    serving({ proposal: { ...proposal, isMine: true } });
    show();
    expect(await screen.findByText('You proposed this, so another admin must confirm it.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Withdraw proposal' })).toBeTruthy();
  });
});

test('a review explains itself and is resolved with a reason', async () => {
  const resolve = `/markets/reviews/${changedId.id}/resolve`;
  const asked = serving({ reviews: [changedId] }, { [resolve]: refuses(409, 'The old match has ended.') });
  show();
  expect(await screen.findByText(/its bets continue under the new listing/)).toBeTruthy();
  await press('Same match');
  await giveReason();
  await pressThere('Same match');
  expect((await inDialog().findByRole('alert')).textContent).toBe('The old match has ended.');
  expect(asked.find(({ path: to }) => to === resolve)?.body).toEqual({ resolution: 'same', reason });
});

const halfTimes: OperatedMatchDetail['reviews'][number] = { ...changedId, kind: 'half-time-differs', facts: {} };
test.each([
  ['unless one is entered', [], /the last one that a provider reports decides the first half\.$/],
  ['but not the one entered', [half(1, 0)], /^Bets and results stay unchanged\./],
])('resolving a review of half-time scores leaves the first half to the providers, %s', async (_, rulings, text) => {
  serving({ reviews: [halfTimes], rulings });
  show();
  await screen.findByText('Half-time scores differ');
  await press('Mark as resolved');
  expect(inDialog().getByText(text)).toBeTruthy();
});

test('shows an admin with a bet on the match why they decide nothing, in place of the buttons', async () => {
  const windows = [{ reason, from: '2026-11-20T20:00:00.000Z', until: '2026-11-20T20:05:00.000Z' }];
  const ruling = half(1, 0);
  const reviews = ['id-changed', 'half-time-differs', 'result-late'].map((kind) => ({
    ...{ id: kind, kind, facts: {} },
    createdAt: '2026-11-20T22:00:00.000Z',
  }));
  serving({ hasOwnBet: true, reviews, rulings: [{ ...ruling, decision: { ...ruling.decision, voidBets: windows } }] });
  show();
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  expect(result.getByText('You have a bet on this match. Another admin has to decide it.')).toBeTruthy();
  expect(result.queryByRole('button')).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Void bets' })).queryByRole('button')).toBeNull();
  // A late result that is only seen decides no bet.
  const reviewed = within(screen.getByRole('region', { name: 'Reviews' }));
  expect(reviewed.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Mark as resolved']);
});

test('an admin with a bet on the match can reject a proposal about it, but not confirm it', async () => {
  serving({ hasOwnBet: true, proposal });
  show();
  const proposed = within(await screen.findByRole('region', { name: 'Proposed decision' }));
  expect(proposed.getByText('You have a bet on this match. Another admin has to decide it.')).toBeTruthy();
  expect(proposed.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reject']);
});

test('lists every order with who gave it and why, newest first, and more on request', async () => {
  const bo = { userId: 'a1', role: 'admin', name: 'Bo', email: 'bo@touchline.test' };
  const order = (id: number, action: string, reason: string, after: object) =>
    ({
      id,
      at: `2026-11-20T14:00:0${id}.000000Z`,
      actor: bo,
      action,
      subject: '',
      reason,
      before: null,
      after,
      requestId: 'r',
    }) as const;
  const suspended = { market: 'h2h', status: 'suspended' };
  const pages = [
    [
      order(4, 'market-suspended', 'it leaked again', suspended),
      order(3, 'cash-out-limited', 'too much at stake', { maxPayment: 100 }),
      order(2, 'market-opened', 'it was wrong', { market: 'all', status: 'open' }),
    ],
    [order(1, 'market-suspended', 'a line-up leaked', suspended)],
  ];
  const queries: string[] = [];
  serving(
    {},
    {
      '/audit': (query) => {
        queries.push(query.toString());
        return answers(query.has('before') ? { actions: pages[1], next: null } : { actions: pages[0], next: 2 });
      },
    },
  );
  show();
  const history = within(await screen.findByRole('region', { name: 'History' }));
  await history.findByText('it leaked again');
  await userEvent.click(history.getByRole('button', { name: 'Load more' }));
  await history.findByText('a line-up leaked');
  expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Match winner: suspendedit leaked again.*Bo$/),
    expect.stringMatching(/^Cash out limitedtoo much at stake.*Bo$/),
    expect.stringMatching(/^All markets: openit was wrong.*Bo$/),
    expect.stringMatching(/^Match winner: suspendeda line-up leaked.*Bo$/),
  ]);
  expect(queries).toContain(`subject=match%3A${matchDetail.matchId}&limit=50`);
});

test('refreshes at once when this match changes, not when another does', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = serving({});
  const { push } = show();
  const pass = async (ms: number) => {
    for (const step of [ms, 0, 0, 0]) await act(() => vi.advanceTimersByTimeAsync(step));
  };
  const pushChange = async (matchId: string | null) => {
    act(() => push({ type: 'market pushed', change: { matchId } }));
    await pass(0);
  };
  await pass(500);
  await pushChange('another match');
  expect(asked.filter(({ path: to }) => to === path)).toHaveLength(1);
  serving({ proposal });
  await pushChange(matchDetail.matchId);
  expect(screen.getByRole('region', { name: 'Proposed decision' })).toBeTruthy();
  await pass(1_000);
  serving({ proposal: null });
  await pushChange(null);
  expect(screen.queryByRole('region', { name: 'Proposed decision' })).toBeNull();
});
