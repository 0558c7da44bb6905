import type { SavedFilter } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { savedFiltersMachine } from './saved-filters-machine.ts';

const deposits = { id: 'f1', name: 'Deposits', search: 'type=DepositCredited' };
const samples = [
  { type: 'save', name: 'Deposits', search: '' },
  { type: 'delete', id: 'f1' },
  { type: 'xstate.done.actor.listFilters', output: [] },
  { type: 'xstate.error.actor.listFilters', error: new Error('broken') },
] as const;

test('reaches every state', () => {
  expect(reachableStates(savedFiltersMachine, { samples })).toEqual(new Set(allStates(savedFiltersMachine)));
});

test('saves under a name, and keeps the form open with the reason when that fails', async () => {
  let isBroken = true;
  const saved: unknown[] = [];
  const actor = createActor(
    savedFiltersMachine.provide({
      actors: {
        listFilters: fromPromise(async (): Promise<SavedFilter[]> => []),
        saveFilter: fromPromise<SavedFilter[], Omit<SavedFilter, 'id'>>(async ({ input }) => {
          if (isBroken) throw new Error('broken');
          saved.push(input);
          return [deposits];
        }),
        deleteFilter: fromPromise<SavedFilter[], string>(async () => []),
      },
    }),
  ).start();
  const at = (state: 'shown' | 'naming') => waitFor(actor, (snapshot) => snapshot.matches(state));
  await at('shown');
  actor.send({ type: 'begin' });
  actor.send({ type: 'save', name: 'Deposits', search: 'type=DepositCredited' });
  expect((await at('naming')).context.message).toBe('Your saved filters could not be changed.');
  isBroken = false;
  actor.send({ type: 'save', name: 'Deposits', search: 'type=DepositCredited' });
  expect((await at('shown')).context).toEqual({ filters: [deposits], message: '' });
  expect(saved).toEqual([{ name: 'Deposits', search: 'type=DepositCredited' }]);
  actor.send({ type: 'delete', id: 'f1' });
  expect((await at('shown')).context.filters).toEqual([]);
});
