import { act, screen } from '@testing-library/react';
import type { MatchRow } from '@touchline/core/contract';
import { Toaster } from 'react-hot-toast';
import { expect, onTestFinished, test, vi } from 'vitest';
import { arsenalRow, interRow, placedBet } from '../slip/samples.ts';
import { answering, answers } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { followGoals } from './follow-goals.tsx';

const session = {
  accessToken: 'tok',
  user: { id: 'u1', name: 'Ada', email: 'ada@example.com', role: 'bettor' },
} as const;

test('notifies of goals in matches with an accepted open bet only, and fetches the bets once', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const awaiting = {
    ...{ ...placedBet, _id: 'awaiting', acceptance: { state: 'pending' } },
    matches: placedBet.matches.map((leg) => ({ ...leg, matchId: interRow.id })),
  };
  const asked = answering({ '/bet/history': answers([placedBet, awaiting]) });
  const rows: readonly MatchRow[] = [arsenalRow, interRow];
  const { session: actor, live, push } = renderScreen(<Toaster />, { session, rows });
  followGoals({ session: actor, live, before: [], spreadMs: 0 });
  const tick = (n: number, row: MatchRow) =>
    act(() => push({ type: 'tick', tick: { e: 'test', p: n - 1, n, t: 0, d: [{ ...row, s: 100 + n }] } }));
  tick(2, { ...interRow, score: { home: 0, away: 1 } });
  tick(3, { ...arsenalRow, score: { home: 1, away: 0 } });
  expect(await screen.findByText('Goal: Arsenal')).toBeTruthy();
  expect(screen.getByText('Arsenal 1:0 Chelsea')).toBeTruthy();
  expect(screen.getByText('You have Arsenal Win')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the match' }).getAttribute('href')).toBe(`/match/${arsenalRow.id}`);
  expect(screen.queryByText(/Inter/)).toBeNull();
  expect(asked.map(({ path }) => path)).toEqual(['/bet/history']);
  tick(4, { ...arsenalRow, score: { home: 0, away: 0 } });
  expect(await screen.findByText('The score was corrected')).toBeTruthy();
});

test('an admin has no bets, and asks for none after a goal', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = answering({ '/bet/history': answers([]) });
  const admin = { ...session, user: { ...session.user, role: 'admin' } } as const;
  const { session: actor, live, push } = renderScreen(<Toaster />, { session: admin, rows: [arsenalRow] });
  followGoals({ session: actor, live, before: [], spreadMs: 0 });
  const scored = { ...arsenalRow, s: 102, score: { home: 1, away: 0 } };
  act(() => push({ type: 'tick', tick: { e: 'test', p: 1, n: 2, t: 0, d: [scored] } }));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked).toEqual([]);
});
