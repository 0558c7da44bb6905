import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MatchBook } from '@touchline/core/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Route } from 'wouter';
import { SlipProvider } from '../../slip/index.ts';
import { answering, answers, refuses } from '../../testing/answering.ts';
import { matchRowOf } from '../../testing/match-rows.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MatchScreen } from './match-screen.tsx';
import { openHistory, scoredHistory } from './samples.ts';

/** Always in the future. */
const toCome = { homeTeam: 'Arsenal', awayTeam: 'Chelsea', commenceTime: '2096-11-20T20:00:00Z' };
const rowToCome = matchRowOf({ s: 5, match: toCome });
const history = { ...openHistory, row: rowToCome };

const btts = {
  key: 'btts',
  title: 'Both teams to score',
  group: 'Popular',
  source: 'derived',
  quotedAt: '2096-11-20T19:00:00Z',
  state: 'open',
  selections: ['Yes', 'No'].map((pick) => ({ label: `Both teams to score: ${pick}`, odds: 1.9, fair: 0.5 })),
};

const path = '/events/m1/history';
const noMarkets = { '/events/m1/markets': answers({ markets: [] }) };
const show = (rows = [rowToCome]) =>
  renderScreen(
    <SlipProvider>
      <Route path="/match/:matchId" component={MatchScreen} />
    </SlipProvider>,
    { path: '/match/m1', rows },
  );

test('loading: shows a placeholder', () => {
  answering({});
  show([]);
  expect(screen.getByText('Loading match...')).toBeTruthy();
});

test('shown: prices, price history and timeline', async () => {
  answering({ [path]: answers(history), ...noMarkets });
  show();
  const match = within(screen.getByRole('article', { name: 'Arsenal vs Chelsea' }));
  expect(
    match.getAllByRole('button', { name: /\d$/ }).map((button) => button.querySelector('.sr-only')?.textContent),
  ).toEqual(['1, Arsenal Win, 1.85', 'X, Draw, 3.60', '2, Chelsea Win, 4.20', 'Over 2.5, 1.90', 'Under 2.5, 1.95']);
  const summary = (await screen.findByRole('img', { name: /^Prices over time/ })).textContent;
  expect(summary).toContain('Arsenal from 1.80 to 1.85, between 1.80 and 1.85; Draw from 3.60 to 3.60');
  expect(within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem').length).toBe(2);
  expect(document.title).toBe('Arsenal vs Chelsea · Touchline');
});

test('shown: what is below the markets waits for their height, also if they could not be loaded', async () => {
  answering({ [path]: answers(history) });
  const { unmount } = show();
  expect(await screen.findByRole('region', { name: 'Timeline' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Price history' })).toBeNull();
  unmount();
  answering({ [path]: answers(history), '/events/m1/markets': refuses(503, 'No.') });
  show();
  expect(await screen.findByRole('region', { name: 'Price history' })).toBeTruthy();
});

test('more markets: what could not be loaded is loaded again on request', async () => {
  let reply = refuses(503, 'Our service is busy.');
  answering({ [path]: answers(history), '/events/m1/markets': () => reply });
  show();
  expect(await screen.findByText('The markets could not be loaded.')).toBeTruthy();
  expect(screen.getByText('Our service is busy.')).toBeTruthy();
  reply = answers({ markets: [btts] });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('region', { name: 'More markets' })).toBeTruthy();
  expect(screen.queryByText('The markets could not be loaded.')).toBeNull();
});

test('shown: switches markets, and shows the chart as a table', async () => {
  answering({ [path]: answers(history), ...noMarkets });
  show();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Total goals' }));
  expect(screen.getByRole('img', { name: /^Prices over time: Over 2.5 from 1.90/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Match winner' }));
  await user.click(screen.getByText('Prices as a table'));
  const rows = await screen.findAllByRole('row');
  expect(rows.map((row) => row.textContent).map((text) => text?.slice(-19))).toEqual(
    expect.arrayContaining([expect.stringContaining('1.853.604.20open')]),
  );
});

test('a pushed price updates its button and line without requesting the history again', async () => {
  const asked = answering({ [path]: answers(history), ...noMarkets });
  const { push } = show();
  await screen.findByRole('img', { name: /^Prices over time/ });
  const requests = () => asked.filter((request) => request.path === path).length;
  const before = requests();
  const row = matchRowOf({ s: 6, match: toCome, odds: { homeWin: 1.7, draw: 3.6, awayWin: 4.2, overUnder: null } });
  act(() => push({ type: 'tick', tick: { e: 'test', p: 1, n: 2, t: 0, d: [row] } }));
  expect(screen.getByText('1, Arsenal Win, 1.70')).toBeTruthy();
  expect(screen.getByRole('img', { name: /Arsenal from 1.80 to 1.70/ })).toBeTruthy();
  expect(requests()).toBe(before);
});

test('unknown: an unknown match shows the not-found screen', async () => {
  answering({ [path]: refuses(404, 'Match not found.') });
  show([]);
  expect(await screen.findByText('There is no page at this address')).toBeTruthy();
});

test('failed: shows live odds and a retry', async () => {
  answering({ [path]: refuses(503, 'The history is unavailable'), ...noMarkets });
  show();
  expect(await screen.findByText('Error: The history is unavailable')).toBeTruthy();
  expect(screen.getByText('1, Arsenal Win, 1.85')).toBeTruthy();
  answering({ [path]: answers({ ...history, moments: scoredHistory.moments }) });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Goal: Arsenal')).toBeTruthy();
});

test('more markets: a pushed book changes the prices without a request', async () => {
  const asked = answering({ [path]: answers(history), '/events/m1/markets': answers({ markets: [btts] }) });
  const { push } = show();
  const region = within(await screen.findByRole('region', { name: 'More markets' }));
  const requests = asked.length;
  const book = (s: number, odds: number): MatchBook => ({
    id: 'm1',
    s,
    lines: [['btts', null, 1, Date.now(), [odds, 0.48, 1.8, 0.52]]],
  });
  act(() => push({ type: 'book pushed', book: book(20, 2.04) }));
  expect(region.getByText('Yes, Both teams to score: Yes, 2.04')).toBeTruthy();
  act(() => push({ type: 'book pushed', book: book(19, 3) }));
  act(() => push({ type: 'book pushed', book: { ...book(21, 3), id: 'm2' } }));
  expect(region.getByText('Yes, Both teams to score: Yes, 2.04')).toBeTruthy();
  expect(asked).toHaveLength(requests);
});

test('more markets: a pushed book with a new market is answered by one request after a pause', async () => {
  const asked = answering({ [path]: answers(history), '/events/m1/markets': answers({ markets: [btts] }) });
  const requests = () => asked.filter((request) => request.path === '/events/m1/markets').length;
  const { push } = show();
  await screen.findByRole('region', { name: 'More markets' });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const s of [20, 21])
    act(() =>
      push({
        type: 'book pushed',
        book: { id: 'm1', s, lines: [['spreads', 0.5, 1, Date.now(), [1.9, 0.5, 1.9, 0.5]]] },
      }),
    );
  expect(requests()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1_200));
  expect(requests()).toBe(2);
});

test.each([
  ['load the markets if no book arrives', () => undefined, 2],
  ['load nothing while their books arrive, each after the next change', (s: number) => s - 1, 1],
])('more markets: changes in quick succession %s', async (_, bookAfter, expected) => {
  const asked = answering({ [path]: answers(history), '/events/m1/markets': answers({ markets: [btts] }) });
  const requests = () => asked.filter((request) => request.path === '/events/m1/markets').length;
  const { push } = show();
  await screen.findByRole('region', { name: 'More markets' });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const s of [6, 7, 8]) {
    const row = matchRowOf({ s, match: toCome });
    act(() => push({ type: 'tick', tick: { e: 'test', p: s - 5, n: s - 4, t: 0, d: [row] } }));
    const book = bookAfter(s);
    if (book !== undefined) act(() => push({ type: 'book pushed', book: { id: 'm1', s: book, lines: [] } }));
    await act(() => vi.advanceTimersByTimeAsync(900));
  }
  expect(requests()).toBe(expected);
});

test('bet builder: selections have one price together, a reason if they have none, and go to the slip', async () => {
  const markets = { '/events/m1/markets': answers({ markets: [btts] }) };
  const builder = '/events/m1/builder';
  answering({
    [path]: answers(history),
    ...markets,
    [builder]: refuses(422, 'Both teams to score: No cannot win together with the others.'),
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Build a bet' }));
  const region = within(screen.getByRole('region', { name: 'Bet builder' }));
  expect(region.getByText(/^Choose 2 to 6 selections/)).toBeTruthy();
  await userEvent.click(region.getByRole('button', { name: /^Yes, / }));
  await userEvent.click(region.getByRole('button', { name: /^No, / }));
  await region.findByText('Both teams to score: No cannot win together with the others.');
  const label = 'Builder: Both teams to score: Yes + Over 2.5';
  const asked = answering({ ...markets, [builder]: answers({ label, odds: 2.31, fair: 0.39, state: 'open' }) });
  await userEvent.click(region.getByRole('button', { name: 'Both teams to score: No: remove it' }));
  await userEvent.click(region.getByRole('button', { name: /^No, / }));
  expect(asked.filter((one) => one.path === builder)).toMatchObject([
    { body: { selections: ['Both teams to score: Yes', 'Both teams to score: No'] } },
  ]);
  await region.findByText('Chance 39.0%, our margin 9.9%');
  await userEvent.click(region.getByRole('button', { name: 'Add to bet slip · 2.31' }));
  expect(await screen.findByRole('region', { name: 'More markets' })).toBeTruthy();
});

/** The page of a match with the bet builder open, and both outcomes of "Both teams to score" chosen. */
async function showBuilder() {
  const shown = show();
  await userEvent.click(await screen.findByRole('button', { name: 'Build a bet' }));
  const region = within(screen.getByRole('region', { name: 'Bet builder' }));
  for (const pick of ['Yes', 'No'])
    await userEvent.click(region.getByRole('button', { name: new RegExp(`^${pick}, `) }));
  return { ...shown, region };
}

test('bet builder: a change of the match reaches all viewers at once, so each asks after a pause of its own', async () => {
  const builder = '/events/m1/builder';
  const label = 'Builder: Both teams to score: Yes + Both teams to score: No';
  const asked = answering({
    [path]: answers(history),
    '/events/m1/markets': answers({ markets: [btts] }),
    [builder]: answers({ label, odds: 2.31, fair: 0.39, state: 'open' }),
  });
  const requests = () => asked.filter((request) => request.path === builder).length;
  const { push, region } = await showBuilder();
  await region.findByRole('button', { name: 'Add to bet slip · 2.31' });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const change = (s: number) =>
    act(() =>
      push({ type: 'tick', tick: { e: 'test', p: s - 5, n: s - 4, t: 0, d: [matchRowOf({ s, match: toCome })] } }),
    );
  change(6);
  change(7);
  expect(requests()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(requests()).toBe(2);
  // With time alone, the book changes without the match.
  const lines: MatchBook['lines'] = [['btts', null, 1, Date.now(), [1.9, 0.5, 1.9, 0.5]]];
  const book = (s: number) => act(() => push({ type: 'book pushed', book: { id: 'm1', s, lines } }));
  book(7);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(requests()).toBe(3);
  book(6);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(requests()).toBe(3);
});

test('after a lost connection, markets and the bet builder are fetched once more: their prices change with time alone', async () => {
  const builder = '/events/m1/builder';
  const label = 'Builder: Both teams to score: Yes + Both teams to score: No';
  const answersAt = (odds: number) => ({
    [path]: answers(history),
    '/events/m1/markets': answers({
      markets: [{ ...btts, selections: btts.selections.map((selection) => ({ ...selection, odds })) }],
    }),
    [builder]: answers({ label, odds: odds * 2, fair: 0.39, state: 'open' }),
  });
  answering(answersAt(2));
  const { push, region } = await showBuilder();
  await region.findByRole('button', { name: 'Add to bet slip · 4.00' });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = answering(answersAt(1.9));
  const requests = (to: string) => asked.filter((request) => request.path === to).length;
  act(() => push({ type: 'disconnected' }));
  act(() => push({ type: 'connected' }));
  const d = [matchRowOf({ s: 7, match: toCome })];
  act(() =>
    push({
      type: 'subscription answered',
      answer: {
        ok: true,
        tick: { e: 'test', p: 1, n: 2, t: 0, d },
        hb: { e: 'test', n: 2, t: 0, feed: 'ok', stale: [] },
      },
      at: 0,
    }),
  );
  await act(() => vi.advanceTimersByTimeAsync(1_200));
  expect(region.getByText('Yes, Both teams to score: Yes, 1.90')).toBeTruthy();
  expect(region.getByRole('button', { name: 'Add to bet slip · 3.80' })).toBeTruthy();
  // The new version of the match is no reason to ask again.
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect([requests('/events/m1/markets'), requests(builder)]).toEqual([1, 1]);
});

test('more markets: correct scores are a grid, and a score that is no longer possible has no button', async () => {
  const scores = ['1-0', '1-1', '2-0', 'Any other'];
  const market = {
    key: 'correct_score',
    title: 'Correct score',
    group: 'Scores',
    source: 'derived',
    quotedAt: '2096-11-20T19:00:00Z',
    state: 'open',
    selections: scores.map((score) => ({ label: `Correct score: ${score}`, odds: 8, fair: 0.12 })),
  };
  answering({ [path]: answers(history), '/events/m1/markets': answers({ markets: [market] }) });
  show();
  const region = within(await screen.findByRole('region', { name: 'More markets' }));
  await userEvent.click(region.getByRole('button', { name: 'Scores' }));
  expect(region.getAllByRole('button', { name: /, 8\.00/ }).map((button) => button.textContent)).toEqual(
    scores.map((score) => expect.stringContaining(`${score}, Correct score: ${score}, 8.00`)),
  );
});

test('more markets: one group at a time, the most even line first, and a search through all of them', async () => {
  const market = (
    title: string,
    group: string,
    line: number | undefined,
    fair: readonly number[],
    labels: readonly string[],
  ) => ({
    key: title.toLowerCase().replaceAll(' ', '_'),
    title,
    group,
    ...(line !== undefined && { line }),
    source: 'derived',
    quotedAt: '2096-11-20T19:00:00Z',
    state: 'open',
    selections: labels.map((label, at) => ({ label, odds: 0.95 / (fair[at] ?? 1), fair: fair[at] ?? 1 })),
  });
  const goals = (line: number, over: number) =>
    market('Goals', 'Goals', line, [over, 1 - over], [`Goals: Over ${line}`, `Goals: Under ${line}`]);
  const score = ['Both teams to score: Yes', 'Both teams to score: No'];
  const markets = [
    market('Both teams to score', 'Popular', undefined, [0.5, 0.5], score),
    goals(1.5, 0.75),
    goals(2.5, 0.5),
  ];
  answering({ [path]: answers(history), '/events/m1/markets': answers({ markets }) });
  show();
  const user = userEvent.setup();
  const region = within(await screen.findByRole('region', { name: 'More markets' }));
  const prices = () => region.getAllByRole('button', { name: /, \d/ }).map((button) => button.textContent);
  expect(prices()).toEqual([
    expect.stringContaining('Yes, Both teams to score: Yes, 1.90'),
    expect.stringContaining('No'),
  ]);
  await user.click(region.getByRole('button', { name: 'Goals' }));
  expect(prices()).toEqual([expect.stringContaining('Over 2.5'), expect.stringContaining('Under 2.5')]);
  await user.click(region.getByRole('button', { name: 'More lines (1)' }));
  expect(prices()).toHaveLength(4);
  await user.type(region.getByRole('searchbox', { name: 'Search markets' }), 'both');
  expect(prices()).toHaveLength(2);
  await user.click(region.getByRole('button', { name: 'Pin Both teams to score' }));
  await user.clear(region.getByRole('searchbox', { name: 'Search markets' }));
  await user.click(region.getByRole('button', { name: 'Pinned' }));
  expect(prices()).toHaveLength(2);
  expect(JSON.parse(localStorage.getItem('pinnedMarkets') ?? '')).toEqual(['both_teams_to_score']);
  await user.click(region.getByText('How this price is made'));
  expect(region.getByText(/Our margin is 5\.3%/)).toBeTruthy();
});
