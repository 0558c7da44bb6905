import { describe, expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { sampleBonus } from '../testing/sample-bonus.ts';
import { betId } from '../testing/sample-ids.ts';
import { apply, emptyWallet, type Settlement, type WalletEvent } from '../wallet/index.ts';
import { rollBackShares } from './roll-back.ts';

const of = { betId: betId('b1'), settlement: 1, legs: ['won'] } as const;
const won: Settlement = {
  type: 'WinningsPaid',
  ...of,
  stake: cents(4_000),
  amount: cents(10_000),
  toBonus: cents(2_500),
  wagered: cents(4_000),
  bonusId: 't1',
};
const bet = { stake: cents(4_000), bonusStake: cents(1_000) };
/** As it is written once the bonus is cash: its part is paid like the rest. */
const { toBonus: _part, wagered: _all, bonusId: _of, ...wonAsCash } = won;
const rolledBack = (shares: object): WalletEvent => ({
  type: 'SettlementRolledBack',
  betId: betId('b1'),
  settlement: 1,
  reverses: 'WinningsPaid',
  amount: cents(10_000),
  stake: cents(4_000),
  reason: 'wrong score',
  ...shares,
});
const wallet = { ...emptyWallet, cash: cents(7_500), bonus: cents(4_500) };

describe('a settlement that is rolled back', () => {
  test('takes its share from the active bonus and undoes its wagering', () => {
    const bonus = sampleBonus({ version: 5, wagered: cents(4_000) });
    const back = rollBackShares(won, bet, { bonus, wallet });
    expect(back).toEqual({
      shares: { toBonus: 2_500, wagered: 4_000, bonusId: 't1' },
      bonus: sampleBonus({ version: 6, wagered: cents(0), onBets: cents(1_000) }),
    });
    expect(apply(wallet, rolledBack(back.shares))).toEqual({ cash: 0, held: 0, bonus: 2_000, staked: 4_000 });
  });

  test('takes from cash what the bonus no longer has; the bonus never becomes negative', () => {
    const bonus = sampleBonus({ wagered: cents(4_000) });
    const spent = { ...wallet, bonus: cents(500) };
    const back = rollBackShares(won, bet, { bonus, wallet: spent });
    expect(back.shares).toMatchObject({ toBonus: 500 });
    expect(apply(spent, rolledBack(back.shares))).toEqual({ cash: -2_000, held: 0, bonus: 0, staked: 4_000 });
  });

  test.each([
    ['went to the bonus', won],
    ['was cash already', wonAsCash],
  ])(
    'takes everything from the cash once the bonus became cash, and a part that %s is not there any more to be taken back',
    (_, settled) => {
      const bonus = sampleBonus({ status: 'converted', wagered: cents(50_000), converted: cents(6_000) });
      const back = rollBackShares(settled, bet, { bonus, wallet: { ...wallet, bonus: cents(0) } });
      expect(back).toEqual({ shares: {}, bonus: { ...bonus, version: 2, onBets: 1_000, converted: 3_500 } });
    },
  );

  test("takes a converted share from the operator's bonus account after it was taken back", () => {
    const bonus = sampleBonus({ status: 'forfeited', converted: cents(6_000), chargedBack: cents(10_000) });
    const back = rollBackShares(wonAsCash, bet, { bonus, wallet: { ...wallet, bonus: cents(0) } });
    expect(back.shares).toEqual({ forfeited: 2_500, bonusId: 't1' });
  });

  test.each(['forfeited', 'expired'] as const)(
    "takes its share from the operator's bonus account once the bonus was %s",
    (status) => {
      const bonus = sampleBonus({ status, wagered: cents(4_000) });
      const back = rollBackShares(won, bet, { bonus, wallet: { ...wallet, bonus: cents(0) } });
      expect(back).toEqual({
        shares: { forfeited: 2_500, bonusId: 't1' },
        bonus: { ...bonus, version: 2, onBets: 1_000 },
      });
    },
  );

  test('does not change an unrelated bonus', () => {
    const own = { ...bet, bonusStake: cents(0) };
    expect(rollBackShares(wonAsCash, own, { bonus: sampleBonus(), wallet })).toEqual({
      shares: {},
    });
  });
});
