import type { LedgerEventView } from '@touchline/core/contract';
import { ok, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { EventsQuery } from '../api/ledger.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { EventFilter } from './event-filter.ts';
import { eventListMachine } from './event-list-machine.ts';
import { staked } from './samples.ts';

const eventAt = (seq: number): LedgerEventView => ({ ...staked, seq });
const pageOf = (seqs: readonly number[], next: number | null = null) => ok({ events: seqs.map(eventAt), next });
const network = refused({ kind: 'network' });

describe('the chart', () => {
  const samples = ['firstPage', 'olderPage', 'news', 'renewal'].flatMap((id) => [
    { type: `xstate.done.actor.${id}`, output: pageOf([12], 12) },
    { type: `xstate.done.actor.${id}`, output: network },
    { type: `xstate.error.actor.${id}`, error: new Error('broken') },
  ]);
  const reached = reachableStates(eventListMachine, {
    input: { filter: {} },
    samples: [...samples, { type: 'ledger grew', n: 20 }, { type: 'row toggled', seq: 12 }],
  });
  test.each(allStates(eventListMachine))('a list of events can reach "%s"', (state) =>
    expect(reached).toContain(state),
  );
});

/** A list whose server answers when the test says so. */
async function listOf(first: ReturnType<typeof pageOf> | typeof network, filter: EventFilter = {}) {
  const asked: { readonly query: EventsQuery; readonly answer: (output: unknown) => void }[] = [];
  const fetchEvents = fromPromise(({ input }: { input: EventsQuery }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    asked.push({ query: input, answer: resolve });
    return promise;
  });
  const actor = createActor(eventListMachine.provide({ actors: { fetchEvents: fetchEvents as never } }), {
    input: { filter },
  }).start();
  const answer = async (output: unknown) => {
    asked.at(-1)?.answer(output);
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  };
  await answer(first);
  const seqs = () => actor.getSnapshot().context.events.map(({ seq }) => seq);
  return { actor, answer, asked, seqs, queries: () => asked.map(({ query }) => query) };
}

test('a filter is asked for as it is, a page at a time, and older events follow below', async () => {
  const list = await listOf(pageOf([12, 11], 11), { type: 'StakeTaken' });
  list.actor.send({ type: 'more pressed' });
  await list.answer(pageOf([11, 10]));
  expect(list.seqs()).toEqual([12, 11, 10]);
  expect(list.queries()).toEqual([
    { type: 'StakeTaken', limit: 50 },
    { type: 'StakeTaken', limit: 50, before: 11 },
  ]);
  list.actor.send({ type: 'more pressed' });
  expect(list.asked).toHaveLength(2);
});
test('new events go on top by themselves while the reader looks at the top of everything', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'ledger grew', n: 14 });
  await list.answer(pageOf([12, 13, 14]));
  expect(list.seqs()).toEqual([14, 13, 12]);
});
test.each([
  ['has scrolled away', {}, { type: 'scrolled away' }],
  ['has a row open', {}, { type: 'row toggled', seq: 12 }],
  ['has filtered', { type: 'StakeTaken' }, { type: 'came to the top' }],
] as const)('new events wait for a press while the reader %s', async (_, filter, event) => {
  const list = await listOf(pageOf([12]), filter);
  list.actor.send(event);
  list.actor.send({ type: 'ledger grew', n: 14 });
  await list.answer(pageOf([13, 14]));
  expect(list.seqs()).toEqual([12]);
  expect(list.actor.getSnapshot().context.held).toHaveLength(2);
  list.actor.send({ type: 'news pressed' });
  expect(list.seqs()).toEqual([14, 13, 12]);
});
test('a ledger that grows while the news are fetched is asked once more', async () => {
  const list = await listOf(pageOf([112]));
  list.actor.send({ type: 'ledger grew', n: 113 });
  list.actor.send({ type: 'ledger grew', n: 115 });
  await list.answer(pageOf([113]));
  expect(list.queries().slice(1)).toEqual([
    { limit: 200, after: 62 },
    { limit: 200, after: 65 },
  ]);
  await list.answer(pageOf([114, 115]));
  expect(list.seqs()).toEqual([115, 114, 113, 112]);
  expect(list.asked).toHaveLength(3);
});
test('when more happened than can be followed the top is read again', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'ledger grew', n: 900 });
  await list.answer(pageOf([13, 14], 14));
  await list.answer(pageOf([900, 899], 899));
  expect(list.seqs()).toEqual([900, 899]);
});
test('a reader elsewhere is offered the top, and not moved to it', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'scrolled away' });
  list.actor.send({ type: 'ledger grew', n: 900 });
  await list.answer(pageOf([13, 14], 14));
  expect(list.seqs()).toEqual([12]);
  list.actor.send({ type: 'news pressed' });
  await list.answer(pageOf([900, 899], 899));
  expect(list.seqs()).toEqual([900, 899]);
});
test('news that could not be fetched are asked for again, and nothing is lost of the list', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'ledger grew', n: 13 });
  await list.answer(network);
  expect(list.actor.getSnapshot().matches({ shown: { news: 'missed' } })).toBe(true);
  list.actor.send({ type: 'try again pressed' });
  await list.answer(pageOf([13]));
  expect(list.seqs()).toEqual([13, 12]);
});
test('a list that grew long under the eyes is cut back, and the rest can be loaded again', async () => {
  const list = await listOf(pageOf(Array.from({ length: 400 }, (_, row) => 400 - row)));
  list.actor.send({ type: 'ledger grew', n: 401 });
  await list.answer(pageOf([401]));
  expect(list.seqs()).toHaveLength(200);
  expect(list.actor.getSnapshot().context.next).toBe(202);
});
