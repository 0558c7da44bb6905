import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadTranslations } from '@touchline/core/catalogues';
import { adminRoom } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answering, answers } from '../../testing/answering.ts';
import { withModalDialogs } from '../../testing/modal-dialogs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MarketsScreen } from './markets-screen.tsx';
import { changedId, operatedMatch, proposal } from './samples.ts';

withModalDialogs();

const doubtful = { ...operatedMatch, matchId: 'm2', homeTeam: 'Leeds', exposure: [], reviews: [changedId], proposal };
const show = (path = '/markets') =>
  renderScreen(<MarketsScreen />, {
    path,
    session: { accessToken: 't', user: { id: 'a1', name: 'Bo', email: 'bo@touchline.test', role: 'admin' } },
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const furtherMarkets = { used: 0, reserved: null, skipped: [] };
const credits = { budget: null, inPlayStretch: 1, skipped: [], furtherMarkets };

test('names the play that is without prices because the credits do not cover it', async () => {
  const from = '2026-11-21T11:30:00.000Z';
  const skipped = [{ leagueKey: 'soccer_epl', from, to: '2026-11-21T20:30:00.000Z', matches: 4 }];
  const short = { budget: 20_000, inPlayStretch: 5, skipped, furtherMarkets };
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [], credits: short }) });
  show();
  const card = within(await screen.findByRole('region', { name: 'Odds credits' }));
  expect(
    card.getByText(/The 20,000 credits of this month .* 1 period is without; .* 5\.0 times slower\./),
  ).toBeTruthy();
  expect(card.getByText(/^Premier League: .* 4 matches at a time$/)).toBeTruthy();
});

test('each match shows its state, its bets and what needs attention, and links to its page', async () => {
  answering({
    '/markets': answers({ matches: [operatedMatch, doubtful], closures: [], limits: [], names: [], credits }),
  });
  show();
  const [first, second] = await screen
    .findAllByRole('listitem')
    .then((items) => items.filter((item) => item.querySelector('a')));
  if (!first || !second) throw new Error('two matches are listed');
  for (const text of ['Total goals 2.5: suspended', '$40.30', '$33.11']) {
    expect(within(first).getByText(text)).toBeTruthy();
  }
  for (const text of ['1 review', 'Awaiting a second admin', 'No open bets']) {
    expect(within(second).getByText(text)).toBeTruthy();
  }
  expect(within(first).getByRole('link').getAttribute('href')).toBe(`/markets/${operatedMatch.matchId}`);
});

test('keeps the filters in the address', async () => {
  answering({
    '/markets': answers({ matches: [operatedMatch, doubtful], closures: [], limits: [], names: [], credits }),
  });
  const { history } = show('/markets?show=attention');
  expect(await screen.findByRole('link', { name: 'Leeds – Chelsea' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Arsenal – Chelsea' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Team'), 'zzz{Enter}');
  expect(history.at(-1)).toBe('/markets?show=attention&search=zzz');
  await press('Clear filters');
  expect(history.at(-1)).toBe('/markets');
});

test('a failed refresh keeps the matches and shows a warning', async () => {
  answering({ '/markets': 'network failure' });
  show();
  await screen.findByText('Network error. Please check your internet connection.');
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [], credits }) });
  await press('Try Again');
  await screen.findByRole('link', { name: 'Arsenal – Chelsea' });
  answering({ '/markets': 'network failure' });
  await press('Refresh');
  expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
  expect(screen.getByRole('link', { name: 'Arsenal – Chelsea' })).toBeTruthy();
});

test('betting is closed with a reason, which is shown with the admin until it is opened', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [], credits }) });
  show();
  await screen.findByText('Betting is open.');
  await press('Close betting');
  const dialog = await screen.findByRole('dialog', { name: 'Close all betting?' });
  const sure = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close betting' });
  expect(sure.disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'the feed is wrong');
  const closure = {
    closes: 'betting',
    scope: 'all',
    reason: 'the feed is wrong',
    closedAt: '2026-11-20T12:00:00Z',
    by: { userId: 'a1', name: 'Bo', email: 'bo@touchline.test' },
  };
  const requests = answering({
    '/markets/close-betting': answers({ closures: [closure], limits: [] }),
    '/markets': answers({ matches: [operatedMatch], closures: [closure], limits: [], names: [], credits }),
  });
  await userEvent.click(sure);
  expect(await screen.findByText('All betting is closed')).toBeTruthy();
  expect(screen.getByText('the feed is wrong')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close betting' }).disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Open all betting' })).toBeTruthy();
  expect(requests.find(({ path }) => path === '/markets/close-betting')?.body).toEqual({ reason: 'the feed is wrong' });
});

test('cash-out is closed on a market of all matches while betting stays open', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [], credits }) });
  show();
  await screen.findByText('Betting is open.');
  await userEvent.selectOptions(screen.getByLabelText('Close'), 'Cash-out');
  await userEvent.selectOptions(screen.getByLabelText('Cash-out on'), 'Correct score');
  await press('Close cash-out');
  const dialog = await screen.findByRole('dialog', { name: 'Close cash-out on Correct score?' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'the model is wrong');
  const closure = {
    closes: 'cash-out',
    scope: 'correct_score',
    reason: 'the model is wrong',
    closedAt: '2026-11-20T12:00:00Z',
    by: { userId: 'a1', name: 'Bo', email: 'bo@touchline.test' },
  };
  const requests = answering({
    '/markets/close-cash-out': answers({ closures: [closure], limits: [] }),
    '/markets': answers({ matches: [operatedMatch], closures: [closure], limits: [], names: [], credits }),
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close cash-out' }));
  expect(await screen.findByText('Cash-out on Correct score is closed')).toBeTruthy();
  expect(screen.getByText('Betting is open.')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/markets/close-cash-out')?.body).toEqual({
    market: 'correct_score',
    reason: 'the model is wrong',
  });
});

test('in German a limit of "1.000" is a thousand dollars, and a text that is no amount is not sent', async () => {
  const list = { matches: [operatedMatch], closures: [], limits: [], names: [], credits };
  const asked = answering({ '/markets': answers(list) });
  loadTranslations('de');
  setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  show();
  await userEvent.selectOptions(await screen.findByLabelText('Schließen'), 'Cash-out');
  await press('Cash-out begrenzen');
  const dialog = within(await screen.findByRole('dialog'));
  const each = dialog.getByLabelText<HTMLInputElement>('Höchstens je Cash-out');
  await userEvent.type(dialog.getByLabelText('Grund'), 'a leaked line-up');
  await userEvent.type(each, '1,000.5');
  await userEvent.click(dialog.getByRole('button', { name: 'Grenze speichern' }));
  expect(each.validationMessage).toBe('Bitte gib einen gültigen Betrag ein');
  await userEvent.clear(each);
  await userEvent.type(each, '1.000');
  await userEvent.click(dialog.getByRole('button', { name: 'Grenze speichern' }));
  expect(asked.flatMap(({ body }) => body ?? [])).toEqual([
    { maxPayment: 1_000, maxMatchDay: null, reason: 'a leaked line-up' },
  ]);
});

test('cash-out is limited on a league, and the limit is shown with its reason', async () => {
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [], credits }) });
  show();
  await screen.findByText('Betting is open.');
  await userEvent.selectOptions(screen.getByLabelText('Close'), 'Cash-out');
  await userEvent.selectOptions(screen.getByLabelText('Cash-out on'), 'Premier League');
  await press('Limit cash-out');
  const dialog = within(await screen.findByRole('dialog', { name: 'Limit cash-out on Premier League?' }));
  await userEvent.type(dialog.getByLabelText('Maximum per cash-out'), '250.5');
  await userEvent.type(dialog.getByLabelText('Reason'), 'a leaked line-up');
  const limit = {
    scope: 'soccer_epl',
    maxPayment: 250.5,
    maxMatchDay: null,
    reason: 'a leaked line-up',
    setAt: '2026-11-20T12:00:00Z',
    by: { userId: 'a1', name: 'Bo', email: 'bo@touchline.test' },
  };
  const requests = answering({
    '/markets/limit-cash-out': answers({ closures: [], limits: [limit] }),
    '/markets': answers({ matches: [operatedMatch], closures: [], limits: [limit], names: [], credits }),
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save limit' }));
  expect(await screen.findByText('Cash-out on Premier League is limited')).toBeTruthy();
  expect(screen.getByText('$250.50 each')).toBeTruthy();
  expect(requests.find(({ path }) => path === '/markets/limit-cash-out')?.body).toEqual({
    league: 'soccer_epl',
    maxPayment: 250.5,
    maxMatchDay: null,
    reason: 'a leaked line-up',
  });
});

test('the list refreshes automatically while visible, and shows a failure', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  answering({ '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [], credits }) });
  show();
  await screen.findByText('$40.30');
  const [home] = operatedMatch.exposure;
  answering({
    '/markets': answers({
      matches: [{ ...operatedMatch, exposure: home ? [home] : [] }],
      closures: [],
      limits: [],
      names: [],
      credits,
    }),
  });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText('$30.10')).toBeTruthy();
  answering({ '/markets': 'network failure' });
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect((await screen.findByRole('alert')).textContent).toContain('may be out of date');
});

describe('a change of a match', () => {
  /** Opens the screen with fake time, which only `pass` advances. `answered` answers the current request. */
  async function open() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const requests: string[] = [];
    let answer = () => {};
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return Response.json({ matches: [operatedMatch], closures: [], limits: [], names: [], credits });
    });
    const shown = show();
    const pass = async (ms: number) => {
      for (const step of [ms, 0, 0, 0]) await act(() => vi.advanceTimersByTimeAsync(step));
    };
    const pushChange = async (matchId: string | null = operatedMatch.matchId) => {
      act(() => shown.push({ type: 'market pushed', change: { matchId } }));
      await pass(0);
    };
    const answered = async () => {
      answer();
      await pass(0);
    };
    await pass(0);
    await answered();
    await pass(500);
    expect(requests).toHaveLength(1);
    return { ...shown, requests, pass, pushChange, answered };
  }
  const setVisibility = (is: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(is);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };

  test('is fetched at once, and a burst of changes once a second', async () => {
    const { requests, pass, pushChange, answered } = await open();
    await pushChange();
    expect(requests).toHaveLength(2);
    await answered();
    for (const matchId of ['m2', 'm3', null]) await pushChange(matchId);
    await pass(900);
    expect(requests).toHaveLength(2);
    await pass(100);
    expect(requests).toHaveLength(3);
    await answered();
    await pass(2_900);
    expect(requests).toHaveLength(3);
  });

  test('during a request is fetched once after it', async () => {
    const { requests, pass, pushChange, answered } = await open();
    await pushChange();
    for (const _ of 'abc') await pushChange();
    await pass(2_000);
    expect(requests).toHaveLength(2);
    await answered();
    await pass(2_000);
    expect(requests).toHaveLength(3);
    await answered();
    await pass(1_900);
    expect(requests).toHaveLength(3);
  });

  test('on a hidden page is fetched when it becomes visible', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const { requests, pass, pushChange } = await open();
    setVisibility('hidden');
    await pushChange();
    await pass(500);
    expect(requests).toHaveLength(1);
    setVisibility('visible');
    await pass(0);
    expect(requests).toHaveLength(2);
  });

  test('that was not pushed is fetched within half a minute, even after a slow answer', async () => {
    const { requests, pass, answered } = await open();
    await pass(2_500);
    expect(requests).toHaveLength(2);
    await pass(8_000);
    await answered();
    await pass(21_900);
    expect(requests).toHaveLength(2);
    await pass(200);
    expect(requests).toHaveLength(3);
  });

  test('is pushed in the admin room, which the screen joins and leaves', async () => {
    const { live, unmount } = await open();
    const rooms = () => live.getSnapshot().context.rooms;
    expect(rooms()).toEqual([adminRoom]);
    unmount();
    expect(rooms()).toEqual([]);
  });
});

test('a name of the second results provider waits for an admin, who confirms it with a reason', async () => {
  const name = {
    id: 'n1',
    source: 'football-data.org',
    leagueKey: 'soccer_epl',
    name: 'Wolves',
    team: 'Wolverhampton Wanderers',
    theirs: 'Wolves – Leeds United FC',
    ours: 'Wolverhampton Wanderers – Leeds United',
    kickoffAt: '2026-11-21T15:00:00Z',
  };
  const requests = answering({
    '/markets/names/n1/decide': answers({ names: [] }),
    '/markets': answers({ matches: [operatedMatch], closures: [], limits: [], names: [name], credits }),
  });
  show();
  const card = within(await screen.findByRole('region', { name: 'Team names' }));
  expect(card.getByText('Wolves → Wolverhampton Wanderers')).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: 'Same team: Wolves' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Is this the same team?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'the club is called so');
  await userEvent.click(dialog.getByRole('button', { name: 'Same team' }));
  await vi.waitFor(() =>
    expect(requests.find(({ path }) => path === '/markets/names/n1/decide')?.body).toEqual({
      verdict: 'same',
      reason: 'the club is called so',
    }),
  );
});
