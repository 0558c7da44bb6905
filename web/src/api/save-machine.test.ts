import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends } from '../testing/remote-actors.ts';
import { CallFailed } from './call.ts';
import { saveMachine } from './save-machine.ts';

const machine = saveMachine<string, number>('It could not be saved.');
const samples = [
  { type: 'submit', request: 'a' },
  { type: 'xstate.done.actor.0.save.saving', output: 1 },
  { type: 'xstate.error.actor.0.save.saving', error: new Error('broken') },
];
const pending = machine.provide({ actors: { save: pends() }, actions: { 'notify the screen': () => {} } });
const reached = reachableStates(pending, { samples });
test.each(allStates(machine))('a change can reach "%s"', (state) => expect(reached).toContain(state));

test('a refused change can be submitted again, and the screen is notified once', async () => {
  const requests: string[] = [];
  const notified: unknown[] = [];
  const actor = createActor(
    machine.provide({
      actors: {
        save: fromPromise<number, { request: string }>(async ({ input }) => {
          requests.push(input.request);
          if (requests.length === 1) throw new CallFailed({ kind: 'network' });
          return 7;
        }),
      },
      actions: { 'notify the screen': ({ context }) => notified.push(context.value) },
    }),
  ).start();
  actor.send({ type: 'submit', request: 'a' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('Network error. Please check your internet connection.');
  actor.send({ type: 'submit', request: 'b' });
  actor.send({ type: 'submit', request: 'c' });
  await waitFor(actor, (snapshot) => snapshot.matches('saved'));
  expect({ requests, notified }).toEqual({ requests: ['a', 'b'], notified: [7] });
});
