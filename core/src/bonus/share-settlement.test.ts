import { describe, expect, test } from 'vitest';
import { cents, Decimal } from '../money/index.ts';
import { dayOfBonus, sampleBonus } from '../testing/sample-bonus.ts';
import { betId } from '../testing/sample-ids.ts';
import { emptyWallet, type Settlement } from '../wallet/index.ts';
import type { Bonus } from './bonus.ts';
import { shareSettlement } from './share-settlement.ts';

const now = dayOfBonus(3);
const wallet = { ...emptyWallet, bonus: cents(2_000), staked: cents(4_000) };
// $40 at 2.50, of which $30 were the bettor's own and $10 bonus money.
const bet = { stake: cents(4_000), bonusStake: cents(1_000), totalOdds: new Decimal('2.5'), legs: [] };
const of = { betId: betId('b1'), settlement: 1, legs: ['won'] } as const;
const won: Settlement = { type: 'WinningsPaid', ...of, stake: cents(4_000), amount: cents(10_000) };
const lost: Settlement = { type: 'StakeLost', ...of, legs: ['lost'], amount: cents(4_000) };
const refunded: Settlement = { type: 'StakeRefunded', ...of, legs: ['void'], amount: cents(4_000) };
const staked = (but: Partial<Bonus> = {}) => sampleBonus({ version: 4, onBets: cents(1_000), ...but });

describe('a payout is divided as the stake was', () => {
  test('of $100 won with $30 own and $10 bonus money, $75 are cash, $25 are bonus, and the whole $40 count', () => {
    expect(shareSettlement(won, bet, { bonus: staked(), wallet, now })).toEqual({
      event: { ...won, toBonus: 2_500, wagered: 4_000, bonusId: 't1' },
      also: [],
      bonus: staked({ version: 5, wagered: cents(4_000), onBets: cents(0) }),
    });
  });

  test("the bonus share is rounded down, in favour of the bettor's cash", () => {
    const odd = { ...won, amount: cents(10_003) };
    expect(shareSettlement(odd, bet, { bonus: staked(), wallet, now }).event).toMatchObject({ toBonus: 2_500 });
  });

  test('a void bet refunds exactly the staked bonus money and does not count', () => {
    expect(shareSettlement(refunded, bet, { bonus: staked(), wallet, now })).toEqual({
      event: { ...refunded, toBonus: 1_000, bonusId: 't1' },
      also: [],
      bonus: staked({ version: 5, onBets: cents(0) }),
    });
  });

  test('a lost bet loses its bonus money, and counts', () => {
    expect(shareSettlement(lost, bet, { bonus: staked(), wallet, now })).toEqual({
      event: { ...lost, wagered: 4_000, bonusId: 't1' },
      also: [],
      bonus: staked({ version: 5, wagered: cents(4_000), onBets: cents(0) }),
    });
  });

  test('after the conversion the bonus share is cash and counts as converted', () => {
    const bonus = staked({ status: 'converted', wagered: cents(50_000), converted: cents(300), endedAt: now });
    expect(shareSettlement(won, bet, { bonus, wallet, now })).toEqual({
      event: won,
      also: [],
      bonus: { ...bonus, version: 5, onBets: 0, converted: 2_800 },
    });
    expect(shareSettlement(lost, bet, { bonus, wallet, now }).bonus).toEqual({ ...bonus, version: 5, onBets: 0 });
  });

  test.each(['forfeited', 'expired'] as const)('after the bonus was %s its share goes to the operator', (status) => {
    const bonus = staked({ status, endedAt: now });
    expect(shareSettlement(won, bet, { bonus, wallet, now })).toEqual({
      event: { ...won, forfeited: 2_500, bonusId: 't1' },
      also: [],
      bonus: { ...bonus, version: 5, onBets: 0 },
    });
  });

  test('an expired bonus is lost from its expiry on, even before it is ended', () => {
    const settled = (at: number) => shareSettlement(won, bet, { bonus: staked(), wallet, now: dayOfBonus(at) }).event;
    expect(settled(29.999)).toMatchObject({ toBonus: 2_500, wagered: 4_000 });
    expect(settled(30)).toEqual({ ...won, forfeited: 2_500, bonusId: 't1' });
  });

  test('without a bonus a settlement stays as it is', () => {
    const own = { ...bet, bonusStake: cents(0) };
    expect(shareSettlement(won, own, { bonus: undefined, wallet, now })).toEqual({ event: won, also: [] });
  });
});

describe('the wagering', () => {
  const own = { ...bet, bonusStake: cents(0) };

  test('own money counts as well', () => {
    expect(shareSettlement(lost, own, { bonus: sampleBonus(), wallet, now })).toEqual({
      event: { ...lost, wagered: 4_000, bonusId: 't1' },
      also: [],
      bonus: sampleBonus({ version: 2, wagered: cents(4_000) }),
    });
  });

  test('a bet counts at the minimum odds, and not below', () => {
    const at = (odds: string) =>
      shareSettlement(lost, { ...own, totalOdds: new Decimal(odds) }, { bonus: sampleBonus(), wallet, now });
    expect(at('1.5').event).toMatchObject({ wagered: 4_000 });
    expect(at('1.4999')).toEqual({ event: lost, also: [] });
  });

  test('a system counts by what its stake pays, not by the sum of its lines', () => {
    // Three doubles and a treble at 1.01 each.
    const trixie = { ...own, totalOdds: new Decimal('4.09'), legs: [1, 2, 3], system: { sizes: [2, 3], bankers: [] } };
    expect(shareSettlement(lost, trixie, { bonus: sampleBonus(), wallet, now })).toEqual({ event: lost, also: [] });
  });

  test("when it is met, the whole bonus becomes cash at once, including the bet's share", () => {
    const bonus = staked({ wagered: cents(48_000) });
    expect(shareSettlement(won, bet, { bonus, wallet, now })).toEqual({
      event: { ...won, toBonus: 2_500, wagered: 2_000, bonusId: 't1' },
      also: [{ key: 'bonus:t1:converted', event: { type: 'BonusConverted', amount: 4_500, bonusId: 't1' } }],
      bonus: {
        ...bonus,
        version: 5,
        wagered: 50_000,
        onBets: 0,
        status: 'converted',
        converted: 4_500,
        endedAt: now,
      },
    });
  });

  test('an empty bonus is converted too, without cash', () => {
    const bonus = sampleBonus({ wagered: cents(48_000) });
    const empty = { ...wallet, bonus: cents(0) };
    expect(shareSettlement(lost, own, { bonus, wallet: empty, now }).also).toEqual([
      { key: 'bonus:t1:converted', event: { type: 'BonusConverted', amount: 0, bonusId: 't1' } },
    ]);
  });
});
