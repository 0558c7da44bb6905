import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { ApiFailure } from './client.ts';
import { saveMachine } from './save-machine.ts';

type Saved = Result<number, ApiFailure>;
const machine = saveMachine<string, number>('It could not be saved.');
const samples = [
  { type: 'sent', request: 'a' },
  { type: 'xstate.done.actor.save', output: ok(1) },
  { type: 'xstate.done.actor.save', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.save', error: new Error('broken') },
];
const quiet = machine.provide({
  actors: { save: fromPromise<Saved, { request: string }>(() => new Promise(() => {})) },
  actions: { 'go on with the answer': () => {} },
});
const reached = reachableStates(quiet, { samples });
test.each(allStates(machine))('a change can reach "%s"', (state) => expect(reached).toContain(state));

test('what was refused can be sent again, and what follows happens once', async () => {
  const asked: string[] = [];
  const followed: unknown[] = [];
  const answers: Saved[] = [refused({ kind: 'network' }), ok(7)];
  const actor = createActor(
    machine.provide({
      actors: {
        save: fromPromise<Saved, { request: string }>(({ input }) => {
          asked.push(input.request);
          return Promise.resolve(answers.shift() ?? ok(0));
        }),
      },
      actions: { 'go on with the answer': ({ context }) => followed.push(context.answer) },
    }),
  ).start();
  actor.send({ type: 'sent', request: 'a' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('Network error. Please check your internet connection.');
  actor.send({ type: 'sent', request: 'b' });
  actor.send({ type: 'sent', request: 'c' });
  await waitFor(actor, (snapshot) => snapshot.matches('saved'));
  expect({ asked, followed }).toEqual({ asked: ['a', 'b'], followed: [7] });
});
