import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pagedListMachine } from './paged-list-machine.ts';

const samples = ['firstPage', 'olderPage', 'shownRows'].flatMap((id) => [
  { type: `xstate.done.actor.${id}`, output: { rows: ['a'], next: 7 } },
  { type: `xstate.error.actor.${id}`, error: new Error('broken') },
]);
const machine = pagedListMachine<string>(() => new Promise(() => {}));
const reached = reachableStates(machine, { samples });
test.each(allStates(machine))('reaches "%s"', (state) => expect(reached).toContain(state));

test('adds older rows below until the last page', async () => {
  const asked: (number | undefined)[] = [];
  const actor = createActor(
    pagedListMachine<string>(async (before) => {
      asked.push(before);
      return ok(before === undefined ? { rows: ['c', 'b'], next: 2 } : { rows: ['a'], next: null });
    }),
  ).start();
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'load more' });
  const { context } = await waitFor(actor, (now) => now.context.next === null && now.matches({ shown: 'idle' }));
  actor.send({ type: 'load more' });
  expect(context.rows).toEqual(['c', 'b', 'a']);
  expect(asked).toEqual([undefined, 2]);
});

test('keeps its rows when older ones cannot be loaded', async () => {
  const actor = createActor(
    pagedListMachine<string>(async (before) =>
      before === undefined ? ok({ rows: ['c'], next: 3 }) : refused({ kind: 'network' }),
    ),
  ).start();
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'load more' });
  const { context } = await waitFor(actor, (now) => now.matches({ shown: 'failed' }));
  expect(context).toEqual({ rows: ['c'], next: 3, message: 'Network error. Please check your internet connection.' });
});

test('fetches all shown rows again, and keeps them when that fails', async () => {
  let answer: 'rows' | 'changed' | 'failure' = 'rows';
  const pages = {
    rows: [
      ['d', 'c'],
      ['b', 'a'],
    ],
    changed: [
      ['e', 'd'],
      ['b', 'a'],
    ],
    failure: [],
  };
  const actor = createActor(
    pagedListMachine<string>(async (before) => {
      const rows = pages[answer][before === undefined ? 0 : 1];
      return rows ? ok({ rows, next: before === undefined ? 2 : null }) : refused({ kind: 'network' });
    }),
  ).start();
  const idle = () => waitFor(actor, (now) => now.matches({ shown: 'idle' }));
  await idle();
  actor.send({ type: 'load more' });
  await idle();
  answer = 'changed';
  actor.send({ type: 'refresh' });
  expect((await idle()).context).toEqual({ rows: ['e', 'd', 'b', 'a'], next: null, message: '' });
  answer = 'failure';
  actor.send({ type: 'refresh' });
  expect((await idle()).context.rows).toEqual(['e', 'd', 'b', 'a']);
});
