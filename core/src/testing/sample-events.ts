import { cents } from '../money/index.ts';
import type { WalletEvent, WalletEventType } from '../wallet/index.ts';
import { betId, transactionId } from './sample-ids.ts';

const deposit = { transactionId: transactionId('t1'), provider: 'mollie', providerPaymentId: 'tr_1' };
const withdrawal = { transactionId: transactionId('t2') };
const settled = { betId: betId('b1'), settlement: 1 };

/** One event of every type. A type that is missing does not compile. */
export const sampleEvents: { readonly [Type in WalletEventType]: WalletEvent & { readonly type: Type } } = {
  DepositCredited: { type: 'DepositCredited', amount: cents(10_000), ...deposit },
  DepositReversed: { type: 'DepositReversed', amount: cents(10_000), ...deposit, reversalId: 'chb_1' },
  WithdrawalRequested: { type: 'WithdrawalRequested', amount: cents(2_000), ...withdrawal },
  WithdrawalPaid: { type: 'WithdrawalPaid', amount: cents(2_000), reference: 'PO-1', ...withdrawal },
  WithdrawalReleased: {
    type: 'WithdrawalReleased',
    amount: cents(2_000),
    reason: 'The account name differs.',
    ...withdrawal,
  },
  StakeTaken: { type: 'StakeTaken', amount: cents(1_000), betId: betId('b1'), terms: 'ab'.repeat(32) },
  BetAccepted: { type: 'BetAccepted', amount: cents(0), betId: betId('b1'), terms: 'cd'.repeat(32) },
  BetRejected: { type: 'BetRejected', amount: cents(1_000), betId: betId('b1'), reason: 'score-changed' },
  CashedOut: {
    type: 'CashedOut',
    amount: cents(700),
    stake: cents(400),
    betId: betId('b1'),
    quote: { margin: '0.05', legs: [{ chances: { won: '0.500000' } }] },
  },
  WinningsPaid: { type: 'WinningsPaid', amount: cents(2_500), stake: cents(1_000), ...settled, legs: ['won'] },
  StakeLost: { type: 'StakeLost', amount: cents(1_000), ...settled, legs: ['lost'] },
  StakeRefunded: { type: 'StakeRefunded', amount: cents(1_000), ...settled, legs: ['void'] },
  SettlementRolledBack: {
    type: 'SettlementRolledBack',
    amount: cents(2_500),
    stake: cents(1_000),
    ...settled,
    reverses: 'WinningsPaid',
    reason: 'wrong score',
  },
  BonusGranted: { type: 'BonusGranted', amount: cents(500), bonusId: 'welcome' },
  BonusConverted: { type: 'BonusConverted', amount: cents(500), bonusId: 'welcome' },
  BonusTakenBack: { type: 'BonusTakenBack', amount: cents(500), bonusId: 'welcome' },
  BonusForfeited: { type: 'BonusForfeited', amount: cents(500), bonusId: 'welcome' },
  AdjustmentMade: {
    type: 'AdjustmentMade',
    amount: cents(-300),
    adjustmentId: 'adjustment',
    reason: 'payment',
    requestedBy: 'admin:1',
    approvedBy: 'admin:2',
  },
};
