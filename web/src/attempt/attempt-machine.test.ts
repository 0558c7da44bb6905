import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, setup, waitFor } from 'xstate';
import { CallFailed } from '../api/call.ts';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends } from '../testing/remote-actors.ts';
import { type Attempt, type AttemptInput, attemptMachine, isCertainlyRefused, unsureState } from './attempt-machine.ts';

const lost: ApiFailure = { kind: 'network' };
const refusal: ApiFailure = {
  kind: 'refused',
  status: 409,
  view: { code: 'balance-too-low', error: 'Not enough money.' },
};
const loggedOut: ApiFailure = { kind: 'refused', status: 401, view: { code: 'session-over', error: 'Log in again.' } };
const fallback = 'An error occurred. Please try again later.';
const machine = attemptMachine<number, string>(fallback);
const attempt = { key: 'k1', request: 50 };

const samples = [
  { type: 'submit', attempt },
  { type: 'xstate.done.actor.send', output: 'tr_1' },
  { type: 'xstate.error.actor.send', error: new CallFailed(refusal) },
  { type: 'xstate.error.actor.send', error: new CallFailed(lost) },
];
const pending = machine.provide({ actors: { send: pends() } });
// The search ignores the number of attempts; without automatic retries it reaches `asking`.
const withoutRetries = pending.provide({ guards: { 'retries automatically': () => false } });
const reached = new Set([pending, withoutRetries].flatMap((each) => [...reachableStates(each, { samples })]));
const lasting = allStates(machine).filter((state) => state !== 'starting');
test.each(lasting)('an attempt can reach "%s"', (state) => expect(reached).toContain(state));

function sendingWith(replies: readonly (string | ApiFailure)[]) {
  const left = [...replies];
  const keys: string[] = [];
  const answers: string[] = [];
  const provided = machine.provide({
    actors: {
      send: fromPromise<string, Attempt<number>>(async ({ input }) => {
        keys.push(input.key);
        const reply = left.shift() ?? lost;
        if (typeof reply === 'string') return reply;
        throw new CallFailed(reply);
      }),
    },
    actions: { succeed: ({ context }) => answers.push(context.answer ?? '') },
  });
  return { provided, keys, answers, clock: new SimulatedClock() };
}

const firstAttempt = { attempt, attempts: 0 };
function begin(replies: readonly (string | ApiFailure)[], input: AttemptInput<number> = firstAttempt) {
  const { provided, ...rest } = sendingWith(replies);
  return { ...rest, actor: createActor(provided, { clock: rest.clock, input }).start() };
}

test('after a lost answer the request is sent again under the same key', async () => {
  const { actor, keys, answers, clock } = begin([lost, 'tr_1']);
  await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'waiting' }));
  clock.increment(2_000);
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect({ keys, answers }).toEqual({ keys: ['k1', 'k1'], answers: ['tr_1'] });
});
test('a lost answer shows the failure at once, and during the retries', async () => {
  const { actor, clock } = begin([]);
  const shown: unknown[] = [];
  actor.subscribe((snapshot) => shown.push([unsureState(snapshot), snapshot.context.message]));
  for (const _ of [1, 2, 3]) {
    await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'waiting' }));
    clock.increment(2_000);
  }
  await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'asking' }));
  expect(shown).toEqual([...Array.from({ length: 5 }, () => ['waiting', fallback]), ['asking', fallback]]);
});
test('after three attempts the bettor is asked, and a retry still uses the same key', async () => {
  const { actor, keys, clock } = begin([]);
  for (const _ of [1, 2, 3]) {
    await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'waiting' }));
    clock.increment(2_000);
  }
  await waitFor(actor, (snapshot) => snapshot.matches({ unsure: 'asking' }));
  actor.send({ type: 'retry' });
  await waitFor(actor, (snapshot) => snapshot.matches('unsure'));
  expect(keys).toEqual(['k1', 'k1', 'k1', 'k1']);
});
test('a second submission while the first is pending is ignored', async () => {
  const { actor, keys } = begin(['tr_1']);
  actor.send({ type: 'submit', attempt: { key: 'k2', request: 50 } });
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(keys).toEqual(['k1']);
});
test('a refusal says why, and the form can be submitted again under a new key', async () => {
  const { actor, keys } = begin([refusal, 'tr_2']);
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('Not enough money.');
  actor.send({ type: 'submit', attempt: { key: 'k2', request: 20 } });
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(keys).toEqual(['k1', 'k2']);
});
test('an unreachable payment provider is a refusal: nothing was started', async () => {
  const view = { code: 'provider-unavailable', error: 'Payments are unavailable right now.' };
  const { actor } = begin([{ kind: 'refused', status: 503, view }]);
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('Payments are unavailable right now.');
});
test('a refusal without a text shows the fallback', async () => {
  const { actor } = begin([{ kind: 'refused', status: 422, view: { code: 'x', error: '' } }]);
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe(fallback);
});

test('without an attempt the form opens', () => {
  expect(createActor(pending).start().getSnapshot().value).toBe('editing');
});
test('an attempt from before a reload waits, and being logged out does not count as its refusal', async () => {
  const { actor, keys, clock } = begin([loggedOut], { attempt, attempts: 1 });
  expect(actor.getSnapshot().value).toEqual({ unsure: 'waiting' });
  clock.increment(2_000);
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('unsure') && snapshot.context.attempts === 2);
  expect({ keys, message: context.message }).toEqual({ keys: ['k1'], message: 'Log in again.' });
});
test('a machine that invokes it follows its snapshots', async () => {
  const { provided } = sendingWith(['tr_1']);
  const parent = setup({ actors: { attempt: provided } }).createMachine({
    initial: 'placing',
    states: {
      placing: {
        invoke: {
          src: 'attempt',
          input: { attempt, attempts: 0 },
          onSnapshot: { guard: ({ event }) => event.snapshot.matches('done'), target: 'placed' },
        },
      },
      placed: {},
    },
  });
  await waitFor(createActor(parent).start(), (snapshot) => snapshot.matches('placed'));
});

const answered = (status: number): ApiFailure => ({ kind: 'refused', status, view: { code: 'x', error: 'x' } });

test.each([{ kind: 'timeout' }, { kind: 'network' }, answered(500), answered(502), answered(408)] as const)(
  'no clear answer (%o) leaves the outcome unknown',
  (failure) => expect(isCertainlyRefused(failure, 1)).toBe(false),
);
test.each([400, 409, 422])('status %i refuses every attempt under the key', (status) => {
  expect([isCertainlyRefused(answered(status), 1), isCertainlyRefused(answered(status), 3)]).toEqual([true, true]);
});
test.each([401, 403, 429])('status %i says nothing about an earlier attempt', (status) => {
  expect([isCertainlyRefused(answered(status), 1), isCertainlyRefused(answered(status), 2)]).toEqual([true, false]);
});
