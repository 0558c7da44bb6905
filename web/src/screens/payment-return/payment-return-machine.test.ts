import type { TransactionView, VerifyPaymentAnswer } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { arrivedDeposit, failedDeposit, openDeposit } from '../../payments/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { paymentReturnMachine } from './payment-return-machine.ts';

type Verified = Result<VerifyPaymentAnswer, ApiFailure>;
const id = openDeposit._id;
const became = (different: Partial<TransactionView>): TransactionView => ({
  ...openDeposit,
  version: 2,
  ...different,
});
const told = (transaction: TransactionView): Verified =>
  ok({ status: transaction.status === 'canceled' ? 'cancelled' : transaction.status, transaction });
const open = told(openDeposit);
const noAnswer: Verified = refused({ kind: 'network' });
const unknown: Verified = refused({ kind: 'refused', status: 404, view: { code: 'x', error: 'No such payment.' } });

const bare = paymentReturnMachine.provide({
  actors: { verifyPayment: fromPromise<Verified, string>(() => new Promise(() => {})) },
  actions: { 'go to the wallet': () => {} },
});
const samples = [
  ...[open, told(became({ status: 'completed' })), unknown].map((output) => ({
    type: 'xstate.done.actor.verifyPayment',
    output,
  })),
  { type: 'xstate.error.actor.verifyPayment', error: new Error('broken') },
  ...(['completed', 'failed', 'canceled'] as const).map((status) => ({
    type: 'transaction pushed',
    transaction: became({ status }),
  })),
];
const reached = reachableStates(bare, { samples, input: { id } });
// Left at once, so nobody ever sees it.
const seen = allStates(paymentReturnMachine).filter((state) => state !== 'judging');
test.each(seen)('a return from paying can reach "%s"', (state) => expect(reached).toContain(state));

function begin(replies: readonly Verified[]) {
  const left = [...replies];
  let asked = 0;
  const went: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    paymentReturnMachine.provide({
      actors: {
        verifyPayment: fromPromise<Verified, string>(() => {
          asked += 1;
          return Promise.resolve(left.shift() ?? open);
        }),
      },
      actions: { 'go to the wallet': () => went.push('wallet') },
    }),
    { clock, input: { id } },
  ).start();
  const settled = (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, clock, went, settled, asked: () => asked };
}

test('an open payment is asked for again, with growing pauses, until it is decided', async () => {
  const { clock, settled, asked } = begin([open, open, told(became({ status: 'failed' }))]);
  await settled({ checking: 'waiting' });
  clock.increment(1_500);
  await settled({ checking: 'waiting' });
  expect(asked()).toBe(2);
  clock.increment(1_500);
  expect(asked()).toBe(2);
  clock.increment(1_000);
  const { context } = await settled('failed');
  expect(context.transaction?.status).toBe('failed');
});
test('three seconds after it is completed the way leads to the wallet', async () => {
  const { clock, settled, went } = begin([told(became({ status: 'completed' }))]);
  await settled('completed');
  clock.increment(2_999);
  expect(went).toEqual([]);
  clock.increment(1);
  expect(went).toEqual(['wallet']);
});
test('a push decides it at once; one about another payment says nothing', async () => {
  const { actor, settled } = begin([]);
  await settled({ checking: 'waiting' });
  actor.send({ type: 'transaction pushed', transaction: failedDeposit });
  expect(actor.getSnapshot().matches('checking')).toBe(true);
  actor.send({ type: 'transaction pushed', transaction: became({ status: 'canceled' }) });
  expect(actor.getSnapshot().matches('cancelled')).toBe(true);
});
test('an older push does not take a decision back', async () => {
  const { actor, settled } = begin([told(became({ status: 'failed', version: 3 }))]);
  await settled('failed');
  actor.send({ type: 'transaction pushed', transaction: became({ status: 'pending' }) });
  expect(actor.getSnapshot().matches('failed')).toBe(true);
});
test('a line that is broken for a moment is tried again; for long it is an error, from which it can be checked again', async () => {
  const { actor, clock, settled } = begin([
    noAnswer,
    noAnswer,
    noAnswer,
    noAnswer,
    told({ ...arrivedDeposit, _id: id }),
  ]);
  for (const _ of [1, 2, 3]) {
    await settled({ checking: 'waiting' });
    clock.increment(15_000);
  }
  const { context } = await settled('error');
  expect(context.message).toBe('An error occurred while verifying your payment');
  actor.send({ type: 'check pressed' });
  await settled('completed');
});
test('what the server says about it is shown', async () => {
  const { settled } = begin([unknown]);
  expect((await settled('error')).context.message).toBe('No such payment.');
});
