import type { TransactionView, VerifyPaymentAnswer } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { orThrow } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { arrivedDeposit, failedDeposit, openDeposit } from '../../payments/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { paymentReturnMachine } from './payment-return-machine.ts';

type Verified = Result<VerifyPaymentAnswer, ApiFailure>;
const id = openDeposit._id;
const became = (different: Partial<TransactionView>): TransactionView => ({
  ...openDeposit,
  version: 2,
  ...different,
});
const answer = (transaction: TransactionView): Verified =>
  ok({ status: transaction.status === 'canceled' ? 'cancelled' : transaction.status, transaction });
const open = answer(openDeposit);
const noAnswer: Verified = refused({ kind: 'network' });
const unknown: Verified = refused({ kind: 'refused', status: 404, view: { code: 'x', error: 'No such payment.' } });

const bare = paymentReturnMachine.provide({
  actors: { verify: pends() },
  actions: { 'open the wallet': () => {} },
});
const samples = [
  ...[openDeposit, became({ status: 'completed' })].map((transaction) => ({
    type: 'xstate.done.actor.verify',
    output: { transaction },
  })),
  { type: 'xstate.error.actor.verify', error: new Error('broken') },
  ...(['completed', 'failed', 'canceled'] as const).map((status) => ({
    type: 'transaction pushed',
    transaction: became({ status }),
  })),
];
const reached = reachableStates(bare, { samples, input: { id } });
// A transient state.
const seen = allStates(paymentReturnMachine).filter((state) => state !== 'deciding');
test.each(seen)('a return from paying can reach "%s"', (state) => expect(reached).toContain(state));

function begin(replies: readonly Verified[]) {
  const left = [...replies];
  let asked = 0;
  const went: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    paymentReturnMachine.provide({
      actors: {
        verify: fromPromise<VerifyPaymentAnswer, string>(() => {
          asked += 1;
          return orThrow(Promise.resolve(left.shift() ?? open));
        }),
      },
      actions: { 'open the wallet': () => went.push('wallet') },
    }),
    { clock, input: { id } },
  ).start();
  const settled = (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
    waitFor(actor, (snapshot) => snapshot.matches(state));
  return { actor, clock, went, settled, asked: () => asked };
}

test('an open payment is checked again with growing delays until it is decided', async () => {
  const { clock, settled, asked } = begin([open, open, answer(became({ status: 'failed' }))]);
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
test('the wallet opens three seconds after completion', async () => {
  const { clock, settled, went } = begin([answer(became({ status: 'completed' }))]);
  await settled('completed');
  clock.increment(2_999);
  expect(went).toEqual([]);
  clock.increment(1);
  expect(went).toEqual(['wallet']);
});
test('a push decides it at once; a push for another payment is ignored', async () => {
  const { actor, settled } = begin([]);
  await settled({ checking: 'waiting' });
  actor.send({ type: 'transaction pushed', transaction: failedDeposit });
  expect(actor.getSnapshot().matches('checking')).toBe(true);
  actor.send({ type: 'transaction pushed', transaction: became({ status: 'canceled' }) });
  expect(actor.getSnapshot().matches('cancelled')).toBe(true);
});
test('an older push does not undo a decision', async () => {
  const { actor, settled } = begin([answer(became({ status: 'failed', version: 3 }))]);
  await settled('failed');
  actor.send({ type: 'transaction pushed', transaction: became({ status: 'pending' }) });
  expect(actor.getSnapshot().matches('failed')).toBe(true);
});
test('a short connection loss is retried; a long one is an error, which can be retried', async () => {
  const { actor, clock, settled } = begin([
    noAnswer,
    noAnswer,
    noAnswer,
    noAnswer,
    answer({ ...arrivedDeposit, _id: id }),
  ]);
  for (const _ of [1, 2, 3]) {
    await settled({ checking: 'waiting' });
    clock.increment(15_000);
  }
  const { context } = await settled('error');
  expect(context.message).toBe('An error occurred while verifying your payment');
  actor.send({ type: 'retry' });
  await settled('completed');
});
test('a refusal shows the reason of the server', async () => {
  const { settled } = begin([unknown]);
  expect((await settled('error')).context.message).toBe('No such payment.');
});
