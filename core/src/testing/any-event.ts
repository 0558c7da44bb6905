import fc from 'fast-check';
import type { LegStatus } from '../betting/index.ts';
import type { Verdict } from '../markets/index.ts';
import { cents } from '../money/index.ts';
import { adjustmentCauses, type WalletEvent, type WalletEventType } from '../wallet/index.ts';
import { betId, transactionId } from './sample-ids.ts';

const amount = fc.integer({ min: 1, max: 10 ** 12 }).map(cents);
const anyAmount = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map(cents);
const text = fc.string({ maxLength: 12 });
const transaction = text.map(transactionId);
const bet = text.map(betId);
const settlement = fc.integer({ min: 1, max: 5 });
const graded = fc.array(fc.constantFrom<LegStatus>('pending', 'won', 'lost', 'void', 'half-won', 'half-lost'));

const named = <const Type extends WalletEventType>(type: Type) => ({ type: fc.constant(type) });
const deposit = { amount, transactionId: transaction, provider: text, providerPaymentId: text };
const settled = { betId: bet, settlement };
const shared = { toBonus: amount, forfeited: amount, wagered: amount, bonusId: text };

/** One arbitrary per type of event. A type without one does not compile. */
export const anyEventOf: { readonly [Type in WalletEventType]: fc.Arbitrary<WalletEvent & { readonly type: Type }> } = {
  DepositCredited: fc.record({ ...named('DepositCredited'), ...deposit }),
  DepositReversed: fc.record({ ...named('DepositReversed'), ...deposit, reversalId: text }),
  WithdrawalRequested: fc.record({ ...named('WithdrawalRequested'), amount, transactionId: transaction }),
  WithdrawalPaid: fc.record({ ...named('WithdrawalPaid'), amount, transactionId: transaction, reference: text }),
  WithdrawalReleased: fc.record({ ...named('WithdrawalReleased'), amount, transactionId: transaction, reason: text }),
  StakeTaken: fc.record(
    { ...named('StakeTaken'), amount, betId: bet, terms: text, fromBonus: amount, bonusId: text },
    { requiredKeys: ['type', 'amount', 'betId', 'terms'] },
  ),
  BetAccepted: fc.record({ ...named('BetAccepted'), amount: fc.constant(cents(0)), betId: bet, terms: text }),
  BetRejected: fc.record(
    {
      ...named('BetRejected'),
      amount,
      betId: bet,
      reason: fc.constantFrom(
        'score-changed',
        'betting-suspended',
        'betting-closed',
        'line-changed',
        'stale',
        'event-closed',
      ),
      toBonus: amount,
      forfeited: amount,
      bonusId: text,
    },
    { requiredKeys: ['type', 'amount', 'betId', 'reason'] },
  ),
  CashedOut: fc.record({
    ...named('CashedOut'),
    amount,
    stake: amount,
    betId: bet,
    quote: fc.record({
      margin: fc.constantFrom('0', '0.05'),
      legs: fc.array(
        fc.oneof(
          fc.record({ verdict: fc.constantFrom<Verdict>('won', 'void', 'half-won', 'half-lost') }),
          fc.record({ chances: fc.constantFrom({}, { won: '0.5', void: '0.25' }, { 'half-lost': '0.125' }) }),
        ),
      ),
    }),
  }),
  WinningsPaid: fc.record(
    { ...named('WinningsPaid'), amount, stake: amount, ...settled, legs: graded, ...shared },
    { requiredKeys: ['type', 'amount', 'stake', 'betId', 'settlement', 'legs'] },
  ),
  StakeLost: fc.record(
    { ...named('StakeLost'), amount, ...settled, legs: graded, wagered: amount, bonusId: text },
    { requiredKeys: ['type', 'amount', 'betId', 'settlement', 'legs'] },
  ),
  StakeRefunded: fc.record(
    { ...named('StakeRefunded'), amount, ...settled, legs: graded, ...shared },
    { requiredKeys: ['type', 'amount', 'betId', 'settlement', 'legs'] },
  ),
  SettlementRolledBack: fc.record(
    {
      ...named('SettlementRolledBack'),
      amount,
      stake: amount,
      ...settled,
      reverses: fc.constantFrom('WinningsPaid', 'StakeLost', 'StakeRefunded'),
      reason: text,
      ...shared,
    },
    { requiredKeys: ['type', 'amount', 'stake', 'betId', 'settlement', 'reverses', 'reason'] },
  ),
  BonusGranted: fc.record({ ...named('BonusGranted'), amount, bonusId: text }),
  BonusConverted: fc.record({ ...named('BonusConverted'), amount, bonusId: text }),
  BonusTakenBack: fc.record({ ...named('BonusTakenBack'), amount, bonusId: text }),
  BonusForfeited: fc.record({ ...named('BonusForfeited'), amount, bonusId: text }),
  AdjustmentMade: fc.record({
    ...named('AdjustmentMade'),
    amount: anyAmount,
    adjustmentId: text,
    reason: fc.constantFrom(...adjustmentCauses),
    requestedBy: text,
    approvedBy: text,
  }),
};

export const anyEvent: fc.Arbitrary<WalletEvent> = fc.oneof(...Object.values(anyEventOf));
