import { ok, type Result, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { ApiFailure } from './client.ts';
import { loadMachine } from './load-machine.ts';

type Loading = Result<string[], ApiFailure>;
const machineOf = (load: () => Promise<Loading>) => loadMachine<string[]>(load, 'Failed to fetch matches');
const begin = (load: () => Promise<Loading>) => createActor(machineOf(load)).start();
const silence: Loading = refused({ kind: 'refused', status: 500, view: { code: 'x', error: '' } });

describe('every state of loading can be reached', () => {
  const samples = [
    { type: 'xstate.done.actor.0.load.loading', output: ['a'] },
    { type: 'xstate.error.actor.0.load.loading', error: new Error('broken') },
  ];
  const waiting = machineOf(() => new Promise(() => {}));
  const reached = reachableStates(waiting, { samples });
  // `idle` is left at once.
  const seen = allStates(waiting).filter((state) => state !== 'idle');
  test.each(seen)('%s', (state) => expect(reached).toContain(state));
});

test('the value is stored with the time of the fetch', async () => {
  const loading = begin(() => Promise.resolve(ok(['a'])));
  const { context } = await waitFor(loading, (snapshot) => snapshot.matches('succeeded'));
  expect(context).toMatchObject({
    value: ['a'],
    error: undefined,
    lastFetched: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('a refusal without a sentence shows the fallback, and refresh fetches again', async () => {
  const answers: Loading[] = [silence, ok(['b'])];
  const loading = begin(() => Promise.resolve(answers.shift() ?? silence));
  const failed = await waitFor(loading, (snapshot) => snapshot.matches('failed'));
  expect(failed.context.error).toBe('Failed to fetch matches');
  loading.send({ type: 'refresh' });
  const succeeded = await waitFor(loading, (snapshot) => snapshot.matches('succeeded'));
  expect(succeeded.context.value).toEqual(['b']);
});

test('a load that throws is an unknown error, not a broken screen', async () => {
  const loading = begin(() => Promise.reject(new Error('bug')));
  const { context } = await waitFor(loading, (snapshot) => snapshot.matches('failed'));
  expect(context.error).toBe('Unknown error occurred');
});

test('clear drops the value', async () => {
  const loading = begin(() => Promise.resolve(ok(['a'])));
  await waitFor(loading, (snapshot) => snapshot.matches('succeeded'));
  loading.send({ type: 'clear' });
  expect(loading.getSnapshot().context.value).toBeUndefined();
});

test('what is outdated is fetched again after a random pause, and never while a fetch is under way', async () => {
  const answers: ((answer: Loading) => void)[] = [];
  const clock = new SimulatedClock();
  const machine = machineOf(() => new Promise((answer) => answers.push(answer)));
  const loading = createActor(machine, { clock }).start();
  for (const _ of ['a push', 'another push']) loading.send({ type: 'outdated' });
  expect(answers).toHaveLength(1);
  answers[0]?.(ok(['old']));
  await waitFor(loading, (snapshot) => snapshot.context.value !== undefined);
  expect(answers).toHaveLength(1);
  clock.increment(5_000);
  expect(answers).toHaveLength(2);
  answers[1]?.(ok(['new']));
  const { context } = await waitFor(loading, (snapshot) => snapshot.matches('succeeded'));
  expect(context.value).toEqual(['new']);
  for (const _ of ['a push', 'another push']) loading.send({ type: 'outdated' });
  expect(answers).toHaveLength(2);
  clock.increment(5_000);
  expect(answers).toHaveLength(3);
});
