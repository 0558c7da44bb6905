import type { PlayerSheet } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { playerMachine } from './player-machine.ts';
import { excludedPlayer, player } from './samples.ts';

type Fetched = Result<PlayerSheet, ApiFailure>;
const refusedWith = (status: number): Fetched =>
  refused({ kind: 'refused', status, view: { code: 'refused', error: 'No.' } });
const never = playerMachine.provide({ actors: { fetchPlayer: fromPromise<Fetched>(() => new Promise(() => {})) } });
const samples = ['firstLook', 'laterLook'].flatMap((look) => [
  { type: `xstate.done.actor.${look}`, output: ok(player) },
  { type: `xstate.done.actor.${look}`, output: refusedWith(404) },
  { type: `xstate.done.actor.${look}`, output: refusedWith(500) },
  { type: `xstate.error.actor.${look}`, error: new Error('broken') },
]);
const reached = reachableStates(never, { samples });
test.each(allStates(playerMachine))('the player can reach "%s"', (state) => expect(reached).toContain(state));

function begin(...replies: Fetched[]) {
  const fetchPlayer = fromPromise<Fetched>(() => Promise.resolve(replies.shift() ?? refused({ kind: 'network' })));
  return createActor(playerMachine.provide({ actors: { fetchPlayer } })).start();
}

test('what is told of the player is looked up, and what is shown stays while that fails', async () => {
  const actor = begin(ok(player), ok(excludedPlayer));
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'player told' });
  expect(actor.getSnapshot().context.sheet).toEqual(player);
  await waitFor(actor, (now) => now.matches('shown') && now.context.sheet === excludedPlayer);
  actor.send({ type: 'line joined' });
  const { context } = await waitFor(actor, (now) => now.matches('stale'));
  expect(context.sheet).toEqual(excludedPlayer);
});

test.each([404, 400])(
  'an id that nobody has, or that is none (%s), is no failure to be tried again',
  async (status) => {
    await waitFor(begin(refusedWith(status)), (now) => now.matches('missing'));
  },
);

test('what failed can be tried again', async () => {
  const actor = begin(refusedWith(500), ok(player));
  expect((await waitFor(actor, (now) => now.matches('failed'))).context.message).toBe('No.');
  actor.send({ type: 'try again pressed' });
  await waitFor(actor, (now) => now.matches('shown'));
});
