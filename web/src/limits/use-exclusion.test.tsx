import { act, screen } from '@testing-library/react';
import type { ProfileView } from '@touchline/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { excludedUntil } from './samples.ts';
import { useExclusion } from './use-exclusion.ts';

const user = { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } as const;
const wallet = { version: 1, balance: 0, held: 0, bonus: 0, staked: 0 };
const profile: ProfileView = { ...user, balance: 0, emailVerified: true, createdAt: '2026-03-04T12:00:00Z', wallet };
const noon = Date.UTC(2026, 10, 20, 12);

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon }));
afterEach(() => vi.useRealTimers());

const Shown = () => <p>{useExclusion()?.kind ?? 'none'}</p>;

test('an exclusion ends by itself at its time', async () => {
  const exclusion = excludedUntil(new Date(noon + 60_000).toISOString());
  renderScreen(<Shown />, { session: { accessToken: 't', user }, profile: { ...profile, exclusion } });
  await screen.findByText('time-out');
  act(() => void vi.advanceTimersByTime(59_000));
  expect(screen.getByText('time-out')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByText('none')).toBeTruthy();
});
test('an exclusion for good does not end', async () => {
  renderScreen(<Shown />, {
    session: { accessToken: 't', user },
    profile: { ...profile, exclusion: { ...excludedUntil(null), kind: 'self-exclusion' } },
  });
  await screen.findByText('self-exclusion');
  act(() => void vi.advanceTimersByTime(86_400_000));
  expect(screen.getByText('self-exclusion')).toBeTruthy();
});
