import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { fails, pends, resolves } from '../testing/remote-actors.ts';
import { limitsMachine } from './limits-machine.ts';
import { noLimits } from './samples.ts';

const change = { kind: 'limit', input: { body: { kind: 'stake', period: 'day', amount: 50 } } } as const;
const samples = [
  { type: 'change', change },
  { type: 'xstate.done.actor.0.limits.loading', output: noLimits },
  { type: 'xstate.error.actor.0.limits.loading', error: new Error('broken') },
  { type: 'xstate.done.actor.0.limits.open.saving', output: noLimits },
  { type: 'xstate.error.actor.0.limits.open.saving', error: new Error('broken') },
];
const actions = { publish: () => {} };
const pending = limitsMachine.provide({ actors: { load: pends(), save: pends() }, actions });
const reached = reachableStates(pending, { samples });
test.each(allStates(limitsMachine))('the limits can reach "%s"', (state) => expect(reached).toContain(state));

test('a refused change leaves the current limits on the screen, with the reason', async () => {
  const machine = limitsMachine.provide({
    actors: { load: resolves(noLimits), save: fails({ kind: 'network' }) },
    actions,
  });
  const actor = createActor(machine).start();
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'shown' }));
  actor.send({ type: 'change', change });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ open: 'refused' }));
  expect([context.view, context.message]).toEqual([noLimits, 'Network error. Please check your internet connection.']);
});
