import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { MatchRow } from '@touchline/core/contract';
import { type Instant, minutes } from '@touchline/core/instant';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SettingsProvider } from '../api/settings.ts';
import { SlipPanel, SlipProvider } from '../slip/index.ts';
import { slipKey } from '../slip/slip-keys.ts';
import { matchRowOf, playing } from '../testing/match-rows.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { settings } from '../testing/settings.ts';
import { chooseMatches, everyMatch } from './choose-matches.ts';
import { MatchGrid, nextStep } from './match-grid.tsx';
import { useMatches } from './use-matches.ts';

// Ages and minutes are those of the moment in which a test began, however long it takes.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const soon = new Date(Date.now() + 3_600_000).toISOString();
const rowOf = (different: Partial<MatchRow> = {}) =>
  matchRowOf({ match: playing('Arsenal', 'Chelsea', soon), ...different });
const show = (...rows: MatchRow[]) =>
  renderScreen(
    <SlipProvider>
      <MatchGrid ids={rows.map((row) => row.id)} />
    </SlipProvider>,
    { rows },
  );
const stored = { betOutcome: 'Arsenal Win', matchName: 'Arsenal vs Chelsea', odds: '2' };
const frame = (p: number, ...d: MatchRow[]) => ({ type: 'tick', tick: { e: 'test', p, n: p + 1, t: 0, d } }) as const;
const price = (name: RegExp) => screen.getByRole('button', { name });

test('pressing a price adds it to the slip, pressing it again removes it', async () => {
  const user = userEvent.setup();
  show(rowOf());
  const home = price(/Arsenal Win/);
  expect(home.getAttribute('aria-pressed')).toBe('false');
  await user.click(home);
  expect(home.getAttribute('aria-pressed')).toBe('true');
  await user.click(price(/Draw/));
  expect(home.getAttribute('aria-pressed')).toBe('false');
  await user.click(price(/Draw/));
  expect(price(/Draw/).getAttribute('aria-pressed')).toBe('false');
});

test('shows a pushed price at once, with an arrow for its direction', () => {
  const row = rowOf();
  const { push } = show(row);
  act(() => push(frame(1, { ...row, s: 2, odds: { ...row.odds, homeWin: 2.1, awayWin: 3.9 } })));
  expect(price(/Arsenal Win, 2\.10/).textContent).toContain('▲');
  expect(price(/Chelsea Win, 3\.90/).textContent).toContain('▼');
  expect(price(/Draw/).textContent).not.toMatch(/[▲▼]/);
});

test('shows LIVE and the score in play, FT when finished, and an invalid date', () => {
  const begun = new Date(Date.now() - 3_600_000).toISOString();
  show(
    rowOf({ id: 'live', match: playing('Arsenal', 'Chelsea', begun), score: { home: 2, away: 1 } }),
    rowOf({ id: 'over', status: 'finished', score: { home: 0, away: 3 } }),
    rowOf({ id: 'dateless', match: playing('Lyon', 'Nice', 'soon') }),
  );
  const [live, over, dateless] = screen.getAllByRole('article').map((card) => card.textContent);
  expect(live).toMatch(/LIVE.*2:1/);
  expect(over).toMatch(/FT.*0:3/);
  expect(dateless).toMatch(/Invalid date.*VS/);
});

test('shows a suspended market with a lock and announces it', () => {
  show(rowOf({ markets: { h2h: 'suspended', totals: 'open' } }));
  expect(screen.getByText('Suspended')).toBeTruthy();
  expect(price(/Arsenal Win, 1\.85, Suspended/)).toBeTruthy();
  expect(price(/Over 2\.5, 1\.90$/)).toBeTruthy();
});

test('a lost connection shows how old prices are', () => {
  const { push } = show(rowOf({ quotedAt: new Date(Date.now() - 40_000).toISOString() }));
  expect(screen.queryByText(/updated/)).toBeNull();
  act(() => push({ type: 'disconnected' }));
  expect(screen.getByText('updated 40 s ago')).toBeTruthy();
});

test('fresh prices show no age, and a confirmation alone renders nothing', () => {
  const drawn = new Map<string, number>();
  const { push } = show(counted(rowOf(), drawn));
  drawn.clear();
  const confirmed = { soccer_epl: Date.now() };
  act(() => push({ type: 'heartbeat', heartbeat: { e: 'test', n: 1, t: 0, feed: 'ok', stale: [], confirmed }, at: 0 }));
  expect([screen.queryByText(/^updated/), drawn.size]).toEqual([null, 0]);
});

test('a live match shows its minute, as fast as the calendar runs', () => {
  const commenceTime = new Date(Date.now() - minutes(2)).toISOString();
  const row = rowOf();
  renderScreen(
    <SettingsProvider value={{ ...settings, clock: { speed: 12, halfTime: 5 } }}>
      <SlipProvider>
        <MatchGrid ids={[row.id]} />
      </SlipProvider>
    </SettingsProvider>,
    { rows: [{ ...row, match: { ...row.match, commenceTime } }] },
  );
  expect(screen.getByText("25'")).toBeTruthy();
});

test('with forty matches, a change of one renders only its card', async () => {
  const drawn = new Map<string, number>();
  const rows = Array.from({ length: 40 }, (_, index) => counted(rowOf({ id: `m${index}` }), drawn));
  const { push } = renderScreen(
    <SlipProvider>
      <EveryMatch />
    </SlipProvider>,
    { rows },
  );
  await waitFor(() => expect(drawn.size).toBe(40));
  drawn.clear();
  const moved = rowOf({ id: 'm7', s: 2 });
  act(() => push(frame(1, counted({ ...moved, odds: { ...moved.odds, homeWin: 2 } }, drawn))));
  expect([...drawn.keys()]).toEqual(['m7']);
});

const chooseAll = (rows: Iterable<MatchRow>, now: Instant) => chooseMatches(rows, everyMatch, now);

function EveryMatch() {
  const list = useMatches(chooseAll);
  return list.status === 'shown' ? <MatchGrid ids={list.ids} /> : null;
}

/** A row that counts how often its markets are read, which only rendering does. */
function counted(row: MatchRow, drawn: Map<string, number>): MatchRow {
  const { markets } = row;
  return Object.defineProperty({ ...row }, 'markets', {
    get: () => {
      drawn.set(row.id, (drawn.get(row.id) ?? 0) + 1);
      return markets;
    },
  });
}

test('dims only the market that is out of date and shows its age beside the league', () => {
  const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString();
  show(rowOf({ notes: { totals: { confirmedAt } } }));
  expect(screen.getByText('updated 11 min ago')).toBeTruthy();
  expect(screen.getByText(rowOf().league.title)).toBeTruthy();
  const isDimmed = (name: RegExp) => price(name).querySelector('.figures.text-muted') !== null;
  expect([isDimmed(/Arsenal Win/), isDimmed(/Over 2\.5/)]).toEqual([false, true]);
});

test('shows a team’s logo, or its crest if it has none or the logo fails to load', () => {
  show(rowOf({ homeTeamLogo: '/teams/arsenal.jpg' }));
  const card = screen.getByRole('article');
  const pictures = () => [...card.querySelectorAll('a img')].map((image) => image.getAttribute('src'));
  const crests = () => [...card.querySelectorAll('a svg')].map((crest) => crest.textContent);
  expect([pictures(), crests()]).toEqual([['/teams/arsenal.jpg'], ['CHE']]);
  fireEvent.error(card.querySelector('a img') ?? card);
  expect([pictures(), crests()]).toEqual([[], ['ARS', 'CHE']]);
});

test('links to the match page', () => {
  show(rowOf({ score: { home: 1, away: 0 } }));
  expect(screen.getByRole('link').getAttribute('href')).toBe('/match/m1');
});

test.each(['admin', 'auditor'] as const)('attack: an %s cannot take a price and has no slip', async (role) => {
  localStorage.setItem(slipKey, JSON.stringify({ entries: [{ ...stored, matchId: rowOf().id }], attempt: null }));
  const session = { accessToken: 't', user: { id: 's1', name: 'Bo', email: 'bo@touchline.test', role } } as const;
  renderScreen(
    <SlipProvider>
      <MatchGrid ids={[rowOf().id]} />
      <SlipPanel />
    </SlipProvider>,
    { rows: [rowOf()], session },
  );
  expect(screen.getByRole('article').textContent).toContain('1, Arsenal Win, 1.85');
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('complementary', { name: 'Bet slip' })).toBeNull();
  await userEvent.click(screen.getByText('1, Arsenal Win, 1.85'));
  expect(screen.queryAllByRole('button')).toEqual([]);
  // A guest's earlier selections stay for the next bettor.
  expect(localStorage.getItem(slipKey)).toContain(stored.betOutcome);
});

const ids = Array.from({ length: 30 }, (_, index) => `m${index}`);

test('a long list starts with its first twelve', () => expect(nextStep(ids, new Set())).toEqual(ids.slice(0, 12)));
test('each step adds twelve', () => expect(nextStep(ids, new Set(ids.slice(0, 12)))).toEqual(ids.slice(0, 24)));
test('ids that were rendered before do not count', () => expect(nextStep(ids, new Set(ids.slice(0, 20)))).toEqual(ids));
test('a short list renders at once', () => expect(nextStep(ids.slice(0, 5), new Set())).toEqual(ids.slice(0, 5)));
