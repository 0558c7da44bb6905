import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering, answers, refuses } from '../testing/answering.ts';
import { withModalDialogs } from '../testing/modal-dialogs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { durationText, RealityCheck } from './reality-check.tsx';
import { RealityCheckGate } from './reality-check-gate.tsx';
import { noLimits } from './samples.ts';

withModalDialogs();
const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const wallet = { version: 1, balance: 0, held: 0, bonus: 0, staked: 0 };
const profile = { ...user, balance: 0, emailVerified: true, createdAt: '2026-03-04T12:00:00Z', wallet };
const noon = Date.UTC(2026, 10, 20, 12);
const minutesAgo = (minutes: number) => noon - minutes * 60_000;

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(noon);
});
afterEach(() => vi.restoreAllMocks());

/** Opens the screen of a bettor who has played for so long without a reality check. */
function open(minutesPlayed: number) {
  localStorage.setItem('playing', JSON.stringify({ user: 'u1', since: minutesAgo(minutesPlayed), seen: noon - 1_000 }));
  return reopen();
}
const reopen = () =>
  renderScreen(<RealityCheck user="u1" minutes={30} />, { session: { accessToken: 't', user }, profile });
const stored = (): object => JSON.parse(localStorage.getItem('playing') ?? '{}');
const play = answers({ since: new Date(minutesAgo(90)).toISOString(), staked: 120, net: -49.5 });

test('shows nothing before the interval is over', () => {
  answering({});
  const { container } = open(29);
  expect(container.textContent).toBe('');
});
test('shows the time played, the stakes and the net result, and can be dismissed', async () => {
  const asked = answering({ '/limits/play': play });
  open(90);
  const dialog = await screen.findByRole('dialog', { name: 'Reality check' });
  expect(dialog.textContent).toContain('You have been playing for 1 hour and 30 minutes.');
  for (const figure of ['$120.00', '-$49.50']) expect(screen.getByText(figure)).toBeTruthy();
  expect(asked).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Keep playing' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
test('is read again when the server is reachable again', async () => {
  const beat = { e: 'test', n: 1, t: noon, feed: 'ok', stale: [] } as const;
  let isReachable = false;
  const limits = answers({ ...noLimits, realityCheckMinutes: 30 });
  answering({ '/limits': () => (isReachable ? limits : 'network failure'), '/limits/play': play });
  localStorage.setItem('playing', JSON.stringify({ user: 'u1', since: minutesAgo(90), seen: noon - 1_000 }));
  const { push } = renderScreen(<RealityCheckGate />, { session: { accessToken: 't', user } });
  isReachable = true;
  push({ type: 'connected' });
  push({
    type: 'subscription answered',
    answer: { ok: true, tick: { ...beat, p: 0, full: true, d: [] }, hb: beat },
    at: noon,
  });
  expect(await screen.findByRole('dialog', { name: 'Reality check' })).toBeTruthy();
});
test('once dismissed, is not shown by a reload or another tab before another interval', async () => {
  answering({ '/limits/play': play });
  const { unmount } = open(90);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep playing' }));
  unmount();
  const asked = answering({ '/limits/play': play });
  const { container, unmount: leave } = reopen();
  expect([container.textContent, asked]).toEqual(['', []]);
  leave();
  vi.spyOn(Date, 'now').mockReturnValue(noon + 30 * 60_000);
  localStorage.setItem('playing', JSON.stringify({ ...stored(), seen: noon + 29 * 60_000 }));
  reopen();
  expect((await screen.findByRole('dialog')).textContent).toContain('You have been playing for 2 hours.');
});
test('a reload does not dismiss it', async () => {
  answering({ '/limits/play': play });
  const { unmount } = open(90);
  await screen.findByRole('dialog', { name: 'Reality check' });
  unmount();
  reopen();
  expect(await screen.findByRole('dialog', { name: 'Reality check' })).toBeTruthy();
});
test('is shown even if the figures could not be loaded', async () => {
  answering({ '/limits/play': 'network failure' });
  open(30);
  expect((await screen.findByRole('dialog')).textContent).toContain('could not be loaded');
});
test('a break is confirmed, started, announced, and fetched with the profile', async () => {
  const asked = answering({ '/limits/play': play, '/limits/exclusion': answers(noLimits) });
  const { session } = open(30);
  await userEvent.click(await screen.findByRole('button', { name: 'Take a break' }));
  await expect.poll(() => session.getSnapshot().matches({ member: 'loaded' })).toBe(true);
  let loads = 0;
  session.subscribe((snapshot) => {
    if (snapshot.matches({ member: 'loading' })) loads += 1;
  });
  await userEvent.click(screen.getByRole('button', { name: 'Start now' }));
  expect(await screen.findByRole('dialog', { name: 'Your time-out has started' })).toBeTruthy();
  expect(loads).toBe(1);
  expect(asked.at(-1)?.body).toEqual({ kind: 'time-out', days: 1 });
});
test('a break that could not be started shows the reason', async () => {
  answering({ '/limits/play': play, '/limits/exclusion': refuses(409, 'You are excluded already.') });
  open(30);
  await userEvent.click(await screen.findByRole('button', { name: 'Take a break' }));
  await userEvent.click(screen.getByRole('button', { name: 'Start now' }));
  expect((await screen.findByRole('alert')).textContent).toContain('You are excluded already.');
});
test('logging out from it ends the session', async () => {
  answering({ '/limits/play': play });
  const { session } = open(30);
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(session.getSnapshot().value).toBe('guest');
});
test.each([
  [60_000, '1 minute'],
  [3_600_000, '1 hour'],
  [7_260_000, '2 hours and 1 minute'],
])('%s ms are shown as %s', (ms, text) => expect(durationText(ms)).toBe(text));
