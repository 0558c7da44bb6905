import { expect, test } from 'vitest';
import type { MatchId } from '../ids.ts';
import { builderOutcome } from '../markets/index.ts';
import { cents, Decimal } from '../money/index.ts';
import { sampleMatch } from '../testing/sample-match.ts';
import type { Bet } from './bet.ts';
import { type CashOutLimit, cashOutRoom, type PaidCashOuts } from './cash-out-limits.ts';

const match = sampleMatch();
const winner = { market: 'h2h', pick: 'home' } as const;
const bothScore = { market: 'btts', pick: 'yes' } as const;
const parts = builderOutcome([winner, bothScore]);
const legOn = (outcome: object, more: object = {}) =>
  ({ matchId: match.id, outcome, status: 'pending', odds: new Decimal(2), ...more }) as unknown as Bet['legs'][number];
const limit = (scope: string, maxPayment: number | null, maxMatchDay: number | null = null): CashOutLimit => ({
  scope,
  maxPayment: maxPayment === null ? null : cents(maxPayment),
  maxMatchDay: maxMatchDay === null ? null : cents(maxMatchDay),
});
const paid = (amount: number, outcome: object = winner, matchId: MatchId = match.id) =>
  ({ matchId, outcome, amount: cents(amount) }) as PaidCashOuts;
const room = (limits: CashOutLimit[], paidInDay: PaidCashOuts[] = [], legs = [legOn(winner)]) =>
  cashOutRoom({ legs }, { limits, paidInDay, match: (id) => (id === match.id ? match : undefined) });

test('the tightest of the limits that concern an open selection applies', () => {
  expect(room([])).toBeUndefined();
  expect(room([limit('totals', 5), limit('another-match', 5), limit(`${match.id}/totals`, 5)])).toBeUndefined();
  for (const scope of ['all', match.leagueKey, match.id, 'h2h', `${match.id}/h2h`]) {
    expect(room([limit('all', 900), limit(scope, 500)])).toBe(500);
  }
  expect(room([limit('all', 5)], [], [legOn(winner, { status: 'won' })])).toBeUndefined();
});

test('what was paid for open selections in the scope on the same match counts for a day', () => {
  const another = 'another-match' as MatchId;
  const spent = [paid(300), paid(100, { market: 'btts', pick: 'yes' }), paid(800, winner, another)];
  expect(room([limit('all', null, 1_000)], spent)).toBe(600);
  expect(room([limit('h2h', null, 1_000)], spent)).toBe(700);
  expect(room([limit('h2h', 650, 1_000)], spent)).toBe(650);
  expect(room([limit('all', null, 350)], spent)).toBe(0);
});

test('a bet builder counts on each of its markets', () => {
  expect(room([limit('btts', 5)], [], [legOn(parts)])).toBe(5);
  expect(room([limit('btts', null, 100)], [paid(40, parts)], [legOn(parts)])).toBe(60);
});
