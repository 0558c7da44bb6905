import { expect, test } from 'vitest';
import { hours, instant, minutes } from '../instant.ts';
import { cents } from '../money/index.ts';
import { sampleDeposit } from '../testing/sample-deposit.ts';
import { followReturn, nextReturnCheckMs } from './return-part.ts';
import type { RefundReport } from './return-refund.ts';
import type { ReturnedPart, Transaction } from './transaction.ts';

const part: ReturnedPart = {
  depositId: sampleDeposit.id,
  method: 'ideal',
  amount: cents(1_000),
  charge: { currency: 'EUR', amount: 920 },
  state: 'waiting',
  round: 1,
  refundId: null,
};
const withdrawal = (changes: Partial<ReturnedPart> = {}): Transaction => ({
  ...sampleDeposit,
  type: 'withdrawal',
  status: 'completed',
  payoutPlan: { payableFrom: null, firstApproval: null, route: [{ ...part, ...changes }] },
});
const routeOf = ({ payoutPlan }: Transaction) => payoutPlan?.route[0];
const reported = (status: Extract<RefundReport, { kind: 'reported' }>['status']): RefundReport => ({
  kind: 'reported',
  refundId: 're_1',
  status,
  currency: 'EUR',
  amount: 920,
});

test.each([
  ['an unreachable provider', { kind: 'unreachable' }, 'The provider could not be reached.'],
  [
    'a balance that is too low',
    { kind: 'refused', detail: 'The balance is too low.', isTransient: true },
    'The balance is too low.',
  ],
] as const)('%s is retried less and less often for a day, then an admin must act', (_, word, detail) => {
  let now = instant(1_000_000);
  let current = withdrawal();
  const waits: number[] = [];
  for (;;) {
    const known = routeOf(current) ?? part;
    const step = followReturn(current, part, word, now);
    current = step.withdrawal;
    if (step.hasFailed) break;
    const waitMs = nextReturnCheckMs(word, known);
    waits.push(waitMs / minutes(1));
    now = instant(now + waitMs);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360, 360]);
  expect(routeOf(current)).toMatchObject({ state: 'failed', reason: `${detail} Requested 11 times within a day.` });
  expect(current).toMatchObject({
    flags: ['refund-failed'],
    metadata: { 'Not returned': '$10.00 could not go back and is still to be paid.' },
  });
});

test('a permanent refusal fails at once, and a successful request clears the notes of earlier ones', () => {
  const refused = followReturn(withdrawal(), part, { kind: 'refused', detail: 'Too late.' }, instant(0));
  expect([refused.hasFailed, routeOf(refused.withdrawal)]).toMatchObject([
    true,
    { state: 'failed', reason: 'Too late.' },
  ]);
  const tried = withdrawal({ attempts: 2, since: instant(0), reason: 'The provider could not be reached.' });
  const made = routeOf(followReturn(tried, part, reported('pending'), instant(hours(1))).withdrawal);
  expect([made?.state, made?.refundId, made?.reason]).toEqual(['asked', 're_1', undefined]);
});

test('a refund that is under way waits for an unreachable provider, however long', () => {
  const asked = withdrawal({ state: 'asked', refundId: 're_1', since: instant(0) });
  const step = followReturn(asked, part, { kind: 'unreachable' }, instant(hours(100)));
  expect(step).toEqual({ withdrawal: asked, hasFailed: false, isPaidTwice: false });
});

test('a requested refund that the provider does not know any more fails; one that ended stays as it is', () => {
  const asked = withdrawal({ state: 'asked', refundId: 're_1' });
  const step = followReturn(asked, part, { kind: 'unknown' }, instant(0));
  const reason = 'The provider does not know the refund re_1.';
  expect([step.hasFailed, routeOf(step.withdrawal)]).toMatchObject([true, { state: 'failed', reason }]);
  const returned = withdrawal({ state: 'returned', refundId: 're_1' });
  expect(followReturn(returned, part, { kind: 'unknown' }, instant(0)).withdrawal).toBe(returned);
});

test.each(['pending', 'refunded'] as const)(
  'a part of which nothing is left (%s) fails: an admin decides',
  (status) => {
    const report = { ...reported(status), refundId: null } as RefundReport;
    expect(followReturn(withdrawal(), part, report, instant(0))).toMatchObject({ hasFailed: true });
  },
);

test('a part that was paid in another way stays paid, and a refund for it is detected', () => {
  const paid = withdrawal({ state: 'paid', refundId: 're_1' });
  expect(followReturn(paid, part, reported('failed'), instant(0))).toMatchObject({
    withdrawal: paid,
    isPaidTwice: false,
  });
  expect(followReturn(paid, part, reported('refunded'), instant(0))).toMatchObject({
    withdrawal: paid,
    isPaidTwice: true,
  });
});
