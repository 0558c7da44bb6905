import { act, screen } from '@testing-library/react';
import type { BetView } from '@touchline/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering } from '../testing/answering.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { AcceptanceNote, useAcceptance } from './acceptance-note.tsx';

const hourMs = 3_600_000;
const serverNow = Date.parse('2026-11-20T15:00:00.000Z');

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

function Receipt({ bet }: { readonly bet: BetView }) {
  useAcceptance([bet], () => {});
  return <AcceptanceNote bet={bet} />;
}

/** A bet that the server decides in so many seconds, on a device whose clock is off. */
function show(seconds: number, clockErrorMs: number) {
  const asked = answering({});
  const bet: BetView = {
    _id: 'b1',
    version: 1,
    status: 'pending',
    createdAt: new Date(serverNow).toISOString(),
    settledAt: null,
    payout: null,
    stake: 10,
    potentialPayout: 20,
    totalOdds: 2,
    matches: [],
    acceptance: { state: 'pending', until: new Date(serverNow + seconds * 1_000).toISOString() },
  };
  vi.setSystemTime(serverNow + clockErrorMs);
  const { push } = renderScreen(<Receipt bet={bet} />, { rows: [] });
  const heartbeat = { e: 'test', n: 1, t: serverNow, feed: 'ok', stale: [] } as const;
  act(() => push({ type: 'heartbeat', heartbeat, at: Date.now() }));
  return asked;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test.each([-hourMs, 0, hourMs])(
  'a decision that was not pushed is fetched when it is due, on a clock off by %d ms',
  async (error) => {
    const asked = show(8, error);
    await pass(6_000);
    expect(asked).toEqual([]);
    expect(screen.getByText(/2 s$/)).toBeTruthy();
    await pass(3_000);
    expect(asked.map(({ path }) => path)).toEqual(['/bet/b1']);
  },
);
