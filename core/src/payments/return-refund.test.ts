import { expect, test } from 'vitest';
import type { UserId } from '../ids.ts';
import { hours, instant } from '../instant.ts';
import { sampleDeposit } from '../testing/sample-deposit.ts';
import {
  type DepositRefund,
  followRefund,
  hasFailedRefund,
  newRefund,
  type RefundReport,
  retryRefund,
  withRefundRequested,
} from './return-refund.ts';
import type { Transaction } from './transaction.ts';

const at = instant(10_000_000);
const returned: Transaction = withRefundRequested({
  ...sampleDeposit,
  version: 4,
  status: 'canceled',
  reason: 'Too late.',
  decision: { by: 'u' as string as UserId, at },
  metadata: { Paid: '€9.20' },
  updatedAt: at,
});
const told = (
  status: Extract<RefundReport, { kind: 'reported' }>['status'],
  refundId: string | null = 're_1',
): RefundReport => ({
  kind: 'reported',
  refundId,
  status,
  currency: 'EUR',
  amount: 920,
});
const after = (...words: readonly RefundReport[]) =>
  words.reduce(({ refund, transaction }, word) => followRefund(refund, transaction, word, at), {
    refund: newRefund(returned, at),
    transaction: returned,
  } as Pick<ReturnType<typeof followRefund>, 'refund' | 'transaction'>);
const stateOf = ({ refund, transaction }: ReturnType<typeof after>) => [
  refund.state,
  transaction.metadata['Refund'],
  transaction.flags,
];

test('a refund goes from being asked for to given back, the deposit says so, and nothing else of it changes', () => {
  expect(stateOf(after(told('pending')))).toEqual(['asked', '€9.20 is going back (re_1).', []]);
  expect(stateOf(after(told('pending'), told('processing')))[1]).toBe('€9.20 is on its way back (re_1).');
  const done = after(told('queued'), told('processing'), told('refunded'));
  expect(stateOf(done)).toEqual(['refunded', '€9.20 was given back (re_1).', []]);
  expect(done.transaction).toEqual({
    ...returned,
    version: 7,
    metadata: { Paid: '€9.20', Refund: '€9.20 was given back (re_1).' },
  });
});

test('the same word again changes nothing', () => {
  expect(after(told('refunded'), told('refunded')).transaction.version).toBe(5);
});

test('what was all given back before is given back no more', () => {
  expect(stateOf(after(told('refunded', null)))).toEqual([
    'refunded',
    'The provider had given back all of it already.',
    [],
  ]);
});

test.each([
  [
    'fails at the bank, also when it was taken for given',
    told('failed'),
    '€9.20 could not be given back: the refund re_1 failed.',
  ],
  ['is canceled', told('canceled'), '€9.20 could not be given back: the refund re_1 was canceled.'],
  ['is refused', { kind: 'refused', detail: 'No balance.' }, 'The provider does not give it back: No balance.'],
] as const)('a refund that %s is flagged for the desk once', (_, word, note) => {
  const first = followRefund({ ...newRefund(returned, at), state: 'refunded', refundId: 're_1' }, returned, word, at);
  expect([first.hasFailed, first.transaction.flags, first.transaction.metadata['Refund']]).toEqual([
    true,
    ['refund-failed'],
    note,
  ]);
  expect(hasFailedRefund(first.transaction)).toBe(true);
  const second = followRefund(first.refund, first.transaction, word, at);
  expect([second.hasFailed, second.transaction]).toEqual([false, first.transaction]);
});

test('a provider out of reach is asked ever less often, and a person is told after a day', () => {
  const waits: number[] = [];
  let refund: DepositRefund = newRefund(returned, at);
  let now = at;
  for (;;) {
    const step = followRefund(refund, returned, { kind: 'unreachable' }, now);
    if (step.hasFailed) {
      expect([now - at > hours(24), step.transaction.flags]).toEqual([true, ['refund-failed']]);
      break;
    }
    expect(step.transaction).toBe(returned);
    waits.push((step.refund.nextAt - now) / 1_000);
    refund = step.refund;
    now = refund.nextAt;
  }
  expect(waits.slice(0, 9)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_800]);
});

test('only what failed is tried again, as a refund of its own', () => {
  expect(retryRefund(after(told('refunded')).refund, at)).toBeUndefined();
  expect(retryRefund(after(told('failed')).refund, at)).toMatchObject({ round: 2, state: 'waiting', refundId: null });
});
