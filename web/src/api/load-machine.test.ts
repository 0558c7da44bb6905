import { ok, type Result, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { ApiFailure } from './client.ts';
import { loadMachine } from './load-machine.ts';

type Loading = Result<string[], ApiFailure>;
const machine = loadMachine<string[]>('Failed to fetch matches');
const begin = (load: () => Promise<Loading>) =>
  createActor(machine.provide({ actors: { load: fromPromise(load) } })).start();
const silence: Loading = refused({ kind: 'refused', status: 500, view: { code: 'x', error: '' } });

describe('every state of loading can be reached', () => {
  const samples = [
    { type: 'xstate.done.actor.0.load.loading', output: ok(['a']) },
    { type: 'xstate.done.actor.0.load.loading', output: silence },
  ];
  const waiting = machine.provide({ actors: { load: fromPromise<Loading>(() => new Promise(() => {})) } });
  const reached = reachableStates(waiting, { samples });
  // Left at once for loading, so nobody ever sees it.
  const seen = allStates(machine).filter((state) => state !== 'idle');
  test.each(seen)('%s', (state) => expect(reached).toContain(state));
});

test('what came is kept with the time it came', async () => {
  const loading = begin(() => Promise.resolve(ok(['a'])));
  const { context } = await waitFor(loading, (snapshot) => snapshot.matches('succeeded'));
  expect(context).toEqual({ value: ['a'], error: undefined, lastFetched: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test('a refusal without words gets ours, and refresh asks again', async () => {
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

test('clear lets go of what was loaded', async () => {
  const loading = begin(() => Promise.resolve(ok(['a'])));
  await waitFor(loading, (snapshot) => snapshot.matches('succeeded'));
  loading.send({ type: 'clear' });
  expect(loading.getSnapshot().context.value).toBeUndefined();
});
