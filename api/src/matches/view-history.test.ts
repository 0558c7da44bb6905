import type { MatchMoment } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { instant, minutes } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { PastPrice } from '@touchline/store/matches';
import { describe, expect, test } from 'vitest';
import { type RuledHistory, viewHistory } from './view-history.ts';

const start = instant(Date.parse('2026-11-20T12:00:00Z'));
const minute = (count: number) => instant(start + minutes(count));
const id = '00000000-0000-4000-8000-000000000000' as MatchId;

const quiet: RuledHistory = {
  record: {
    seq: 7,
    match: {
      id,
      leagueKey: 'soccer_epl',
      homeTeam: 'Arsenal',
      awayTeam: 'Chelsea',
      kickoffAt: minute(60),
      status: 'open',
      score: null,
      markets: { h2h: null, totals: null },
    },
    provider: 'p',
    providerEventId: 'one',
    firstKickoffAt: minute(60),
    endedAt: null,
  },
  gradedAt: null,
  prices: { h2h: [], totals: [] },
  changes: 0,
  states: [],
  rulings: [],
};
const price = (at: number, home: number, state: PastPrice['state'], before?: PastPrice): PastPrice => ({
  at: minute(at),
  state,
  point: null,
  prices: [home, 3.4, 3.6],
  before: before ?? null,
});
const momentsOf = (different: Partial<RuledHistory>) => viewHistory({ ...quiet, ...different }).moments;
const iso = (at: number) => new Date(minute(at)).toISOString();

describe('the history of a match', () => {
  test('begins with the first price; shows a market that is suspended and reopens, and a price that jumps', () => {
    const first = price(0, 2.1, 'open');
    const locked = price(5, 2.1, 'suspended', first);
    const open = price(6, 1.4, 'open', locked);
    const jumped = price(9, 3, 'open', open);
    const drifted = price(12, 3.05, 'open', jumped);
    expect(momentsOf({ prices: { h2h: [first, locked, open, jumped, drifted], totals: [] } })).toEqual<MatchMoment[]>([
      { kind: 'listed', at: iso(0) },
      { kind: 'market', at: iso(5), market: 'h2h', state: 'suspended' },
      { kind: 'market', at: iso(6), market: 'h2h', state: 'open' },
      { kind: 'jump', at: iso(9), market: 'h2h', outcome: 0, before: 1.4, price: 3 },
    ]);
  });

  test('shows goals and a moved kick-off once each; 0-0 is no goal', () => {
    const [kickoffAt, later] = [minute(60), minute(75)];
    const states = [
      { at: minute(10), kickoffAt: later, score: null },
      { at: minute(76), kickoffAt: later, score: { home: 0, away: 0 } },
      { at: minute(90), kickoffAt: later, score: { home: 1, away: 0 } },
    ];
    expect(momentsOf({ states })).toEqual<MatchMoment[]>([
      { kind: 'moved', at: iso(10), before: new Date(kickoffAt).toISOString(), commenceTime: iso(75) },
      { kind: 'score', at: iso(90), before: { home: 0, away: 0 }, score: { home: 1, away: 0 } },
    ]);
  });

  test('ends with the result, its corrections and the settlement time; omits who decided and why, and the half-time score', () => {
    const ruling = { matchId: id, reason: 'a reason', actor: 'admin:x', confirmedBy: null };
    const result = (home: number, halfTime?: Score) => ({
      result: { kind: 'score', score: { home, away: 0 }, ...(halfTime && { halfTime }) } as const,
      voidBets: [],
    });
    const none = { home: 0, away: 0 };
    const moments = momentsOf({
      record: { ...quiet.record, endedAt: minute(170) },
      states: [
        { at: minute(170), kickoffAt: minute(60), score: { home: 1, away: 0 } },
        { at: minute(200), kickoffAt: minute(60), score: { home: 2, away: 0 } },
      ],
      rulings: [
        { ...ruling, version: 1, decision: result(1), decidedAt: minute(170) },
        { ...ruling, version: 2, decision: result(1, none), decidedAt: minute(180) },
        { ...ruling, version: 3, decision: result(2, none), decidedAt: minute(200) },
      ],
      gradedAt: minute(201),
    });
    expect(moments).toEqual<MatchMoment[]>([
      { kind: 'score', at: iso(170), before: null, score: { home: 1, away: 0 } },
      { kind: 'ended', at: iso(170), status: 'finished', score: { home: 1, away: 0 } },
      { kind: 'result', at: iso(200), version: 2, decision: 'score', score: { home: 2, away: 0 } },
      { kind: 'settled', at: iso(201) },
    ]);
  });
});

test('sends only what a chart needs of a price', () => {
  const first = { ...price(0, 2.1, 'open'), point: 2.5, prices: [1.9, 1.95] };
  const closed = { ...first, at: minute(1), state: 'closed' as const };
  expect(viewHistory({ ...quiet, prices: { h2h: [], totals: [first, closed] } }).prices.totals).toEqual([
    { at: iso(0), prices: [1.9, 1.95], point: 2.5 },
    { at: iso(1), prices: [1.9, 1.95], point: 2.5, state: 'closed' },
  ]);
});
