import { act, screen } from '@testing-library/react';
import { Toaster } from 'react-hot-toast';
import { expect, test, vi } from 'vitest';
import { openTimeline } from '../screens/bet/samples.ts';
import { answering, answers } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { followResults } from './follow-results.tsx';

const won = { ...openTimeline.bet, _id: '3f2a1b9c-bet', version: 5, status: 'won', payout: 30 } as const;
const session = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Ada', email: 'ada@example.com', role: 'bettor' },
} as const;
const joined = {
  type: 'subscription answered',
  answer: {
    ok: true,
    tick: { e: 'test', p: 0, n: 1, t: 0, full: true, d: [] },
    hb: { e: 'test', n: 1, t: Date.now(), feed: 'ok', stale: [] },
  },
} as const;

test('after a reconnection, shows bets settled during the outage once, with a link', async () => {
  const settled = { ...won, settledAt: new Date().toISOString() };
  const long = { ...won, _id: 'long ago', settledAt: '2026-01-01T00:00:00Z' };
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const requests = answering({ '/bet/history': answers([settled, long]) });
  const { session: actor, live, push } = renderScreen(<Toaster />, { session, rows: [] });
  followResults({ session: actor, live }, { pushed: [], lostAt: undefined });
  act(() => {
    push({ type: 'disconnected' });
    push({ type: 'connected' });
    push({ ...joined, at: Date.now() });
  });
  const notices = await screen.findAllByText('Bet 3f2a1b9c... won');
  expect(notices.length).toBe(1);
  expect(screen.getByText('+$30.00')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the bet' }).getAttribute('href')).toBe('/history/3f2a1b9c-bet');
  expect(requests.map(({ path }) => path)).toEqual(['/bet/history']);
});

test.each(['admin', 'auditor'] as const)('an %s has no bets, and asks for none after a reconnection', async (role) => {
  const requests = answering({ '/bet/history': answers([]) });
  const staff = { ...session, user: { ...session.user, role } };
  const { session: actor, live, push } = renderScreen(<Toaster />, { session: staff, rows: [] });
  followResults({ session: actor, live }, { pushed: [], lostAt: undefined });
  await act(async () => {
    push({ type: 'disconnected' });
    push({ type: 'connected' });
    push({ ...joined, at: Date.now() });
  });
  expect(requests).toEqual([]);
});

test('shows bets pushed or missed before this code loaded, each once', async () => {
  const settledAt = new Date().toISOString();
  const missed = { ...won, _id: '7c0d-missed', settledAt };
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const requests = answering({ '/bet/history': answers([{ ...won, settledAt }, missed]) });
  const { session: actor, live } = renderScreen(<Toaster />, { session, rows: [] });
  followResults({ session: actor, live }, { pushed: [won], lostAt: Date.now() - 1_000 });
  expect((await screen.findAllByText('2 bets settled: 2 won')).length).toBe(1);
  expect(requests.map(({ path }) => path)).toEqual(['/bet/history']);
});
