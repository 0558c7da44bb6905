import type { LimitsView, PlayView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { realityCheckMachine } from './reality-check-machine.ts';
import { noLimits } from './samples.ts';

const minute = 60_000;
const input = { everyMs: 30 * minute, since: 0, now: 0 };
const play: PlayView = { since: '1970-01-01T00:00:00.000Z', staked: 20, net: -5 };
const looking = () => fromPromise<Result<PlayView, ApiFailure>, { readonly since: number }>(async () => ok(play));
const never = realityCheckMachine.provide({
  actors: {
    look: fromPromise<Result<PlayView, ApiFailure>, { readonly since: number }>(() => new Promise(() => {})),
    pause: fromPromise<Result<LimitsView, ApiFailure>>(() => new Promise(() => {})),
  },
  actions: { 'log out': () => {} },
});
const samples = [
  { type: 'minute passed', now: 30 * minute, since: 0 },
  { type: 'xstate.done.actor.look', output: ok(play) },
  { type: 'xstate.error.actor.look', error: new Error('broken') },
  { type: 'xstate.done.actor.pause', output: ok(noLimits) },
  { type: 'xstate.done.actor.pause', output: refused({ kind: 'network' }) },
];
const reached = reachableStates(never, { samples, input });
// Nobody stays where they are logged out.
const places = allStates(realityCheckMachine).filter((state) => state !== 'leaving');
test.each(places)('the reality check can reach "%s"', (state) => expect(reached).toContain(state));

test('is told when the time is up, not before, and again only after as long', async () => {
  const actor = createActor(realityCheckMachine.provide({ actors: { look: looking() } }), { input }).start();
  const states: unknown[] = [];
  for (const at of [29, 30, 45, 59, 60]) {
    actor.send({ type: 'minute passed', now: at * minute, since: 0 });
    if (actor.getSnapshot().matches('looking')) {
      const { context } = await waitFor(actor, (snapshot) => snapshot.matches('telling'));
      states.push([at, context.play]);
      actor.send({ type: 'keep playing' });
    }
  }
  expect(states).toEqual([
    [30, play],
    [60, play],
  ]);
});

test('whoever made a pause is told as long after it', () => {
  const actor = createActor(never, { input }).start();
  actor.send({ type: 'minute passed', now: 40 * minute, since: 30 * minute });
  expect(actor.getSnapshot().value).toBe('playing');
});

test('logging out from it logs out once', async () => {
  let times = 0;
  const actor = createActor(
    realityCheckMachine.provide({
      actors: { look: looking() },
      actions: {
        'log out': () => {
          times += 1;
        },
      },
    }),
    { input },
  ).start();
  actor.send({ type: 'minute passed', now: 30 * minute, since: 0 });
  await waitFor(actor, (snapshot) => snapshot.matches('telling'));
  actor.send({ type: 'log out pressed' });
  expect([actor.getSnapshot().value, times]).toEqual(['playing', 1]);
});
