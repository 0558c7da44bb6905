import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { attemptMachine, type MoneyAttempt } from './attempt-machine.ts';

type Sent = Result<string, ApiFailure>;
const lost: Sent = refused({ kind: 'network' });
const no: Sent = refused({ kind: 'refused', status: 409, view: { code: 'balance-too-low', error: 'Too little.' } });
const machine = attemptMachine<number, string>('An error occurred. Please try again later.');
const attempt = { key: 'k1', request: 50 };

const samples = [
  { type: 'sent', attempt },
  { type: 'xstate.done.actor.send', output: ok('tr_1') },
  { type: 'xstate.done.actor.send', output: no },
  { type: 'xstate.done.actor.send', output: lost },
  { type: 'xstate.error.actor.send', error: new Error('broken') },
];
const waiting = machine.provide({
  actors: { send: fromPromise<Sent, MoneyAttempt<number>>(() => new Promise(() => {})) },
  actions: { 'go on with the answer': () => {} },
});
// How often it was tried is no state of its own: once it may not be tried by itself any more, the bettor is asked.
const tiredOut = waiting.provide({ guards: { 'it may be tried again by itself': () => false } });
const reached = new Set([waiting, tiredOut].flatMap((each) => [...reachableStates(each, { samples })]));
test.each(allStates(machine))('moving money can reach "%s"', (state) => expect(reached).toContain(state));

function begin(replies: readonly Sent[]) {
  const left = [...replies];
  const keys: string[] = [];
  const went: string[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    machine.provide({
      actors: {
        send: fromPromise<Sent, MoneyAttempt<number>>(({ input }) => {
          keys.push(input.key);
          return Promise.resolve(left.shift() ?? lost);
        }),
      },
      actions: { 'go on with the answer': ({ context }) => went.push(context.answer ?? '') },
    }),
    { clock },
  ).start();
  actor.send({ type: 'sent', attempt });
  return { actor, keys, went, clock };
}

test('a lost answer is asked for again under the same key, and the money moves once', async () => {
  const { actor, keys, went, clock } = begin([lost, ok('tr_1')]);
  await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'waiting' }));
  clock.increment(2_000);
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect({ keys, went }).toEqual({ keys: ['k1', 'k1'], went: ['tr_1'] });
});
test('after three tries the bettor is asked, and a check still uses the same key', async () => {
  const { actor, keys, clock } = begin([]);
  for (const _ of [1, 2, 3]) {
    await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'waiting' }));
    clock.increment(2_000);
  }
  const asking = await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'asking' }));
  expect(asking.context.message).toBe('An error occurred. Please try again later.');
  actor.send({ type: 'check pressed' });
  await waitFor(actor, (snapshot) => snapshot.matches('unsure'));
  expect(keys).toEqual(['k1', 'k1', 'k1', 'k1']);
});
test('a second press while the first is on its way sends nothing', async () => {
  const { actor, keys } = begin([ok('tr_1')]);
  actor.send({ type: 'sent', attempt: { key: 'k2', request: 50 } });
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(keys).toEqual(['k1']);
});
test('a refusal says why, and the form can be sent again under a new key', async () => {
  const { actor, keys } = begin([no, ok('tr_2')]);
  const refusal = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(refusal.context.message).toBe('Too little.');
  actor.send({ type: 'sent', attempt: { key: 'k2', request: 20 } });
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(keys).toEqual(['k1', 'k2']);
});
test('a provider that cannot be reached is a refusal: nothing was begun', async () => {
  const view = { code: 'provider-unavailable', error: 'Payments cannot be made just now.' };
  const { actor } = begin([refused({ kind: 'refused', status: 503, view })]);
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('Payments cannot be made just now.');
});
test('a refusal without words gets ours', async () => {
  const { actor } = begin([refused({ kind: 'refused', status: 422, view: { code: 'x', error: '' } })]);
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('An error occurred. Please try again later.');
});
