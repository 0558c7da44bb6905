import type { LedgerEventsPage, LedgerEventsQuery, LedgerEventView } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { CallFailed } from '../api/call.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { EventFilter } from './event-filter.ts';
import { eventListMachine } from './event-list-machine.ts';
import { staked } from './samples.ts';

const eventAt = (seq: number): LedgerEventView => ({ ...staked, seq });
const pageOf = (seqs: readonly number[], next: number | null = null): LedgerEventsPage => ({
  events: seqs.map(eventAt),
  next,
});

describe('the chart', () => {
  const samples = ['firstPage', 'olderPage', 'news', 'renewal'].flatMap((id) => [
    { type: `xstate.done.actor.${id}`, output: pageOf([12], 12) },
    { type: `xstate.error.actor.${id}`, error: new Error('broken') },
  ]);
  const reached = reachableStates(eventListMachine, {
    input: { filter: {} },
    samples: [...samples, { type: 'ledger grew', n: 20 }, { type: 'toggle row', seq: 12 }],
  });
  test.each(allStates(eventListMachine))('reaches "%s"', (state) => expect(reached).toContain(state));
});

/** A list whose server answers when the test does. */
async function listOf(first: LedgerEventsPage, filter: EventFilter = {}) {
  const asked: { readonly query: LedgerEventsQuery; readonly answer: PromiseWithResolvers<LedgerEventsPage> }[] = [];
  const fetchEvents = fromPromise<LedgerEventsPage, LedgerEventsQuery>(({ input }) => {
    const answer = Promise.withResolvers<LedgerEventsPage>();
    asked.push({ query: input, answer });
    return answer.promise;
  });
  const actor = createActor(eventListMachine.provide({ actors: { fetchEvents } }), {
    input: { filter },
  }).start();
  const answer = async (page: LedgerEventsPage | CallFailed) => {
    const last = asked.at(-1)?.answer;
    if (page instanceof CallFailed) last?.reject(page);
    else last?.resolve(page);
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
  };
  await answer(first);
  const seqs = () => actor.getSnapshot().context.events.map(({ seq }) => seq);
  return { actor, answer, asked, seqs, queries: () => asked.map(({ query }) => query) };
}

test('fetches a filtered list page by page, with older events below', async () => {
  const list = await listOf(pageOf([12, 11], 11), { type: 'StakeTaken' });
  list.actor.send({ type: 'load older' });
  await list.answer(pageOf([11, 10]));
  expect(list.seqs()).toEqual([12, 11, 10]);
  expect(list.queries()).toEqual([
    { type: 'StakeTaken', limit: 50 },
    { type: 'StakeTaken', limit: 50, before: 11 },
  ]);
  list.actor.send({ type: 'load older' });
  expect(list.asked).toHaveLength(2);
});
test('shows new events at the top while the reader is at the top', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'ledger grew', n: 14 });
  await list.answer(pageOf([12, 13, 14]));
  expect(list.seqs()).toEqual([14, 13, 12]);
});
test.each([
  ['has scrolled away', {}, { type: 'scrolled away' }],
  ['has a row open', {}, { type: 'toggle row', seq: 12 }],
  ['has filtered', { type: 'StakeTaken' }, { type: 'scrolled to top' }],
] as const)('holds new events while the reader %s', async (_, filter, event) => {
  const list = await listOf(pageOf([12]), filter);
  list.actor.send(event);
  list.actor.send({ type: 'ledger grew', n: 14 });
  await list.answer(pageOf([13, 14]));
  expect(list.seqs()).toEqual([12]);
  expect(list.actor.getSnapshot().context.held).toHaveLength(2);
  list.actor.send({ type: 'show new' });
  expect(list.seqs()).toEqual([14, 13, 12]);
});
test('fetches again when the ledger grew during a fetch', async () => {
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
test('loads the top again when there are too many new events', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'ledger grew', n: 900 });
  await list.answer(pageOf([13, 14], 14));
  await list.answer(pageOf([900, 899], 899));
  expect(list.seqs()).toEqual([900, 899]);
});
test('offers the top to a reader who has scrolled, without moving them', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'scrolled away' });
  list.actor.send({ type: 'ledger grew', n: 900 });
  await list.answer(pageOf([13, 14], 14));
  expect(list.seqs()).toEqual([12]);
  list.actor.send({ type: 'show new' });
  await list.answer(pageOf([900, 899], 899));
  expect(list.seqs()).toEqual([900, 899]);
});
test('keeps the list when new events cannot be fetched, and retries', async () => {
  const list = await listOf(pageOf([12]));
  list.actor.send({ type: 'ledger grew', n: 13 });
  await list.answer(new CallFailed({ kind: 'network' }));
  expect(list.actor.getSnapshot().matches({ shown: { news: 'missed' } })).toBe(true);
  list.actor.send({ type: 'retry' });
  await list.answer(pageOf([13]));
  expect(list.seqs()).toEqual([13, 12]);
});
test('cuts a list that grew too long; the rest can be loaded again', async () => {
  const list = await listOf(pageOf(Array.from({ length: 400 }, (_, row) => 400 - row)));
  list.actor.send({ type: 'ledger grew', n: 401 });
  await list.answer(pageOf([401]));
  expect(list.seqs()).toHaveLength(200);
  expect(list.actor.getSnapshot().context.next).toBe(202);
});
