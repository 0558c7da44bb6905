import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pagedListMachine, type RowsPage } from './paged-list-machine.ts';

type Fetched = Result<RowsPage<string>, ApiFailure>;
const no: Fetched = refused({ kind: 'network' });
const samples = ['firstPage', 'olderPage'].flatMap((id) => [
  { type: `xstate.done.actor.${id}`, output: ok({ rows: ['a'], next: 7 }) },
  { type: `xstate.done.actor.${id}`, output: no },
  { type: `xstate.error.actor.${id}`, error: new Error('broken') },
]);
const machine = pagedListMachine<string>();
const reached = reachableStates(
  machine.provide({ actors: { fetchPage: fromPromise(() => new Promise<Fetched>(() => {})) } }),
  { samples },
);
test.each(allStates(machine))('a paged list can reach "%s"', (state) => expect(reached).toContain(state));

test('older rows come below, from where the page before ended, and not beyond the last', async () => {
  const asked: (number | undefined)[] = [];
  const actor = createActor(
    machine.provide({
      actors: {
        fetchPage: fromPromise(async ({ input }): Promise<Fetched> => {
          asked.push(input.before);
          return input.before === undefined ? ok({ rows: ['c', 'b'], next: 2 }) : ok({ rows: ['a'], next: null });
        }),
      },
    }),
  ).start();
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'more pressed' });
  const { context } = await waitFor(actor, (now) => now.context.next === null && now.matches({ shown: 'still' }));
  actor.send({ type: 'more pressed' });
  expect(context.rows).toEqual(['c', 'b', 'a']);
  expect(asked).toEqual([undefined, 2]);
});

test('older rows that do not come leave those that are there', async () => {
  const actor = createActor(
    machine.provide({
      actors: {
        fetchPage: fromPromise(
          async ({ input }): Promise<Fetched> => (input.before === undefined ? ok({ rows: ['c'], next: 3 }) : no),
        ),
      },
    }),
  ).start();
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'more pressed' });
  const { context } = await waitFor(actor, (now) => now.matches({ shown: 'short' }));
  expect(context).toEqual({ rows: ['c'], next: 3, message: 'Network error. Please check your internet connection.' });
});
