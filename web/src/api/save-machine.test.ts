import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { saveMachine } from './save-machine.ts';

const fallback = 'It could not be saved.';
const machine = saveMachine<string, number>({ save: () => new Promise(() => {}), fallback });
const samples = [
  { type: 'submit', request: 'a' },
  { type: 'xstate.done.actor.0.save.saving', output: 1 },
  { type: 'xstate.error.actor.0.save.saving', error: new Error('broken') },
];
const reached = reachableStates(machine, { samples });
test.each(allStates(machine))('a change can reach "%s"', (state) => expect(reached).toContain(state));

test('a refused change can be submitted again, and the screen is notified once of each outcome', async () => {
  const requests: string[] = [];
  const notified: unknown[] = [];
  const actor = createActor(
    saveMachine<string, number>({
      save: async (request) => {
        requests.push(request);
        return requests.length === 1 ? refused({ kind: 'network' }) : ok(7);
      },
      fallback,
      onSaved: (value) => notified.push(value),
      onRefused: (message) => notified.push(message),
    }),
  ).start();
  actor.send({ type: 'submit', request: 'a' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('refused'));
  expect(context.message).toBe('Network error. Please check your internet connection.');
  actor.send({ type: 'submit', request: 'b' });
  actor.send({ type: 'submit', request: 'c' });
  await waitFor(actor, (snapshot) => snapshot.matches('saved'));
  expect({ requests, notified }).toEqual({ requests: ['a', 'b'], notified: [context.message, 7] });
});
