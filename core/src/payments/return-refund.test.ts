import { expect, test } from 'vitest';
import type { UserId } from '../ids.ts';
import { hours, instant } from '../instant.ts';
import { sampleDeposit } from '../testing/sample-deposit.ts';
import {
  type DepositRefund,
  followRefund,
  hasFailedRefund,
  newRefund,
  paidRefund,
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
const reported = (
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

test('a refund is requested and completed, and only the note of the deposit changes', () => {
  expect(stateOf(after(reported('pending')))).toEqual(['asked', '€9.20 is being refunded (re_1).', []]);
  expect(stateOf(after(reported('pending'), reported('processing')))[1]).toBe('€9.20 is on its way (re_1).');
  const done = after(reported('queued'), reported('processing'), reported('refunded'));
  expect(stateOf(done)).toEqual(['refunded', '€9.20 was refunded (re_1).', []]);
  expect(done.transaction).toEqual({
    ...returned,
    version: 7,
    metadata: { Paid: '€9.20', Refund: '€9.20 was refunded (re_1).' },
  });
});

test('a repeated report changes nothing', () => {
  expect(after(reported('refunded'), reported('refunded')).transaction.version).toBe(5);
});

test('a payment that is refunded already is not refunded again', () => {
  expect(stateOf(after(reported('refunded', null)))).toEqual([
    'refunded',
    'The provider had refunded all of it already.',
    [],
  ]);
});

test('another refund under way keeps our own waiting, and ends no round', () => {
  const waiting = after(reported('pending', null));
  expect(stateOf(waiting)).toEqual(['waiting', 'Another refund of the payment is under way.', []]);
  expect(stateOf(after(reported('failed'), reported('pending', null)))).toEqual(stateOf(after(reported('failed'))));
});

test('a provider that is away for a moment while another refund takes days is not taken for one that was away for a day', () => {
  const [first, second] = [instant(at + hours(30)), instant(at + hours(36))];
  const waiting = followRefund(
    after(reported('pending', null)).refund,
    returned,
    reported('pending', null),
    first,
  ).refund;
  expect(followRefund(waiting, returned, { kind: 'unreachable' }, second)).toMatchObject({
    refund: { state: 'waiting' },
    hasFailed: false,
  });
});

test.each(['pending', 'refunded'] as const)(
  'our own %s refund goes on when nothing else is left to refund',
  (status) => {
    const own = after(reported(status));
    expect(after(reported(status), reported('refunded', null))).toMatchObject({
      refund: { state: own.refund.state, refundId: 're_1' },
      transaction: own.transaction,
    });
  },
);

test.each([
  [
    'fails at the bank, even after it was reported as refunded',
    reported('failed'),
    '€9.20 could not be refunded: the refund re_1 failed.',
  ],
  ['is canceled', reported('canceled'), '€9.20 could not be refunded: the refund re_1 was canceled.'],
  ['is refused', { kind: 'refused', detail: 'No balance.' }, 'The provider refused the refund: No balance.'],
] as const)('a refund that %s is flagged once', (_, word, note) => {
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

test('an unreachable provider is asked less and less often, and staff are notified after a day', () => {
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

test('only a failed refund is retried, as a new refund', () => {
  expect(retryRefund(after(reported('refunded')).refund, at)).toBeUndefined();
  expect(retryRefund(after(reported('failed')).refund, at)).toMatchObject({
    round: 2,
    state: 'waiting',
    refundId: null,
  });
});

test('a failed refund ends once it was paid in another way, and a later refund of the provider is reported as a second one', () => {
  const paid = { reference: 'SEPA 17', left: { currency: 'EUR', amount: 920 } };
  expect(paidRefund(after(reported('pending')).refund, returned, paid, at)).toBeUndefined();
  const failed = after(reported('failed'));
  const ended = paidRefund(failed.refund, failed.transaction, paid, at);
  expect(ended).toEqual({
    refund: { ...failed.refund, state: 'paid', paidReference: 'SEPA 17', nextAt: at },
    transaction: {
      ...failed.transaction,
      version: failed.transaction.version + 1,
      flags: [],
      metadata: { Paid: '€9.20', Refund: '€9.20 was paid back in another way (SEPA 17).' },
    },
  });
  if (!ended) return;
  const late = (report: RefundReport) => followRefund(ended.refund, ended.transaction, report, at);
  expect(late(reported('failed'))).toEqual({ ...ended, hasFailed: false, isPaidTwice: false });
  expect(late(reported('refunded'))).toEqual({ ...ended, hasFailed: false, isPaidTwice: true });
});
