import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, Decimal } from '../money/index.ts';
import { dayOfBonus, sampleBonus } from '../testing/sample-bonus.ts';
import { betId } from '../testing/sample-ids.ts';
import { apply, emptyWallet, type Settlement, type WalletEvent } from '../wallet/index.ts';
import { chargedBackPart } from './bonus.ts';
import { endByReversal } from './end-bonus.ts';
import { rollBackShares } from './roll-back.ts';
import { shareSettlement } from './share-settlement.ts';

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

  test('takes from the operator what a partial chargeback took of it, so that its part of the cash is taken in the end', () => {
    const cash = { status: 'converted', converted: cents(10_000), chargedBack: cents(5_000) } as const;
    const bonus = sampleBonus({ ...cash, takenBack: cents(5_000) });
    expect(rollBackShares(wonAsCash, bet, { bonus, wallet })).toEqual({
      shares: { forfeited: 1_250, bonusId: 't1' },
      bonus: { ...bonus, version: 2, onBets: 1_000, converted: 7_500, takenBack: 3_750 },
    });
  });

  test('leaves, with any later payouts, corrections and partial chargebacks, exactly their part taken', () => {
    const odd = fc.integer({ min: 1, max: 20_001 });
    const step = fc.oneof(
      fc.record({ do: fc.constant('settle' as const), amount: odd }),
      fc.record({ do: fc.constant('roll back' as const) }),
      fc.record({ do: fc.constant('charge back' as const), amount: fc.integer({ min: 1, max: 1_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 9 }), odd, (steps, became) => {
        let bonus = sampleBonus({ status: 'converted', converted: cents(became), onBets: cents(9_000) });
        let taken = 0;
        const settled: Settlement[] = [];
        for (const [at, one] of steps.entries()) {
          const held = { bonus, wallet: emptyWallet, now: dayOfBonus(3) };
          if (one.do === 'settle') {
            const event: Settlement = { type: 'WinningsPaid', ...of, stake: cents(4_000), amount: cents(one.amount) };
            const shared = shareSettlement(event, { ...bet, totalOdds: new Decimal(2), legs: [] }, held);
            settled.push(shared.event);
            taken += shared.event.forfeited ?? 0;
            bonus = shared.bonus ?? bonus;
          } else if (one.do === 'roll back') {
            const event = settled.pop();
            const back = event && rollBackShares(event, bet, held);
            taken -= back?.shares.forfeited ?? 0;
            bonus = back?.bonus ?? bonus;
          } else {
            const reversal = { kind: 'chargeback', amount: cents(one.amount), reversalId: `${at}` } as const;
            const lost = endByReversal(held, reversal);
            taken += lost?.event.amount ?? 0;
            bonus = lost?.bonus ?? bonus;
          }
          expect([bonus.takenBack ?? 0, taken]).toEqual([chargedBackPart(bonus), chargedBackPart(bonus)]);
        }
      }),
    );
  });

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
