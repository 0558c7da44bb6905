import { type BetView, betHistoryPage } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { placedBet } from '../../slip/samples.ts';
import { type BetList, emptyList, refreshed, refreshLimit, withPage, withPushed } from './bet-list.ts';

/** A bet placed so many minutes after noon. */
const betAt = (minute: number, different: Partial<BetView> = {}): BetView => ({
  ...placedBet,
  _id: `bet-${minute}`,
  createdAt: new Date(Date.parse('2026-11-21T12:00:00Z') + minute * 60_000).toISOString(),
  ...different,
});
const settled = { status: 'lost', payout: 0, version: 2 } as const;
const fullPage = Array.from({ length: betHistoryPage }, (_, index) => betAt(1_000 - index));
const idsOf = ({ bets }: BetList) => bets.map((bet) => bet._id);

test('after a full page there may be more, starting from its last bet', () => {
  const list = withPage(emptyList('all'), fullPage);
  expect([list.hasMore, list.cursor?._id]).toEqual([true, 'bet-951']);
  const whole = withPage(list, [betAt(950), betAt(949)]);
  expect([whole.hasMore, idsOf(whole).length, idsOf(whole).at(-1)]).toEqual([false, 52, 'bet-949']);
});
test('a pushed bet replaces its older version and never a newer one', () => {
  const list = withPage(emptyList('all'), [betAt(2), betAt(1)]);
  const pushed = withPushed(withPushed(list, betAt(1, settled)), betAt(1));
  expect(pushed.bets).toEqual([betAt(2), betAt(1, settled)]);
});
test('a new bet is put on top; an old one beyond the loaded pages is ignored', () => {
  const list = withPage(emptyList('all'), fullPage);
  expect(idsOf(withPushed(list, betAt(2_000)))[0]).toBe('bet-2000');
  expect(withPushed(list, betAt(5))).toBe(list);
});
test('a list of open bets takes no settled bet, but keeps one that is settled while it is shown', () => {
  const list = withPage(emptyList('open'), [betAt(1)]);
  expect(withPushed(list, betAt(2, settled))).toBe(list);
  expect(withPushed(list, betAt(1, settled)).bets).toEqual([betAt(1, settled)]);
  expect(withPushed(emptyList('settled'), betAt(1)).bets).toEqual([]);
});
test('a refresh removes bets missing from the answer, the newest one too', () => {
  const list = withPage(emptyList('open'), [betAt(3), betAt(2), betAt(1)]);
  expect(idsOf(refreshed(list, [betAt(2), betAt(1)]))).toEqual(['bet-2', 'bet-1']);
  expect(idsOf(refreshed(list, [betAt(3), betAt(1)]))).toEqual(['bet-3', 'bet-1']);
  expect(idsOf(refreshed(list, []))).toEqual([]);
});
test('a refresh requests as many bets as are shown', () => {
  expect(refreshLimit(emptyList('all'))).toBe(betHistoryPage);
  expect(refreshLimit(withPage(withPage(emptyList('all'), fullPage), [betAt(1), betAt(0)]))).toBe(52);
});
