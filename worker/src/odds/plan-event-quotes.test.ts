import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, instant, minutes, seconds } from '@touchline/core/instant';
import { describe, expect, test } from 'vitest';
import { type EventCandidate, type EventPlanInput, eventReserve, planEventQuotes } from './plan-event-quotes.ts';

// The 15th of a month of 30 days: half of the credits are set aside.
const now = instant(Date.parse('2026-11-15T15:00:00Z'));
const candidate = (id: string, inMs: number, but: Partial<EventCandidate> = {}): EventCandidate => ({
  matchId: id as MatchId,
  kickoffAt: instant(now + inMs),
  askedAt: undefined,
  staked: 0,
  ...but,
});
const planned = (candidates: readonly EventCandidate[], but: Partial<EventPlanInput> = {}, at: Instant = now) => {
  const { due, skipped } = planEventQuotes({ candidates, cost: 14, reserved: null, used: 0, ...but }, at);
  return { due: due.map(({ matchId }) => matchId), skipped: skipped.map(({ matchId, why }) => `${matchId} ${why}`) };
};

describe('further markets', () => {
  test('are asked for from an hour before kick-off until the match has ended', () => {
    const candidates = [
      candidate('early', hours(1) + 1),
      candidate('near', hours(1)),
      candidate('in play', -hours(1)),
      candidate('over', -hours(3)),
    ];
    expect(planned(candidates).due).toEqual(['in play', 'near']);
  });

  test('are asked for again after five minutes, in play after one, and once more at kick-off', () => {
    const ago = (ms: number) => ({ askedAt: instant(now - ms) });
    expect(planned([candidate('a', minutes(30), ago(minutes(4)))]).due).toEqual([]);
    expect(planned([candidate('a', minutes(30), ago(minutes(5)))]).due).toEqual(['a']);
    expect(planned([candidate('a', -minutes(30), ago(seconds(59)))]).due).toEqual([]);
    expect(planned([candidate('a', -minutes(30), ago(minutes(1)))]).due).toEqual(['a']);
    expect(planned([candidate('a', -seconds(5), ago(seconds(10)))]).due).toEqual(['a']);
  });

  test('go to the matches with the highest open stakes first', () => {
    const candidates = [
      candidate('none', minutes(10)),
      candidate('some', minutes(30), { staked: 500 }),
      candidate('most', minutes(50), { staked: 9_000 }),
    ];
    expect(planned(candidates).due).toEqual(['most', 'some', 'none']);
  });

  test('cost no more than is set aside until now, and half of it only for matches with bets', () => {
    const candidates = [candidate('none', minutes(10)), candidate('some', minutes(30), { staked: 500 })];
    // 100 of 200 are set aside.
    expect(planned(candidates, { reserved: 200, used: 86 })).toEqual({ due: ['some'], skipped: ['none credits'] });
    expect(planned(candidates, { reserved: 200, used: 60 })).toEqual({ due: ['some'], skipped: ['none kept'] });
    expect(planned(candidates, { reserved: 200, used: 22 })).toEqual({ due: ['some', 'none'], skipped: [] });
    expect(planned(candidates, { reserved: 200, used: 87 }).due).toEqual([]);
  });

  test('take a tenth of a budget', () => expect([eventReserve(20_000), eventReserve(null)]).toEqual([2_000, null]));
});
