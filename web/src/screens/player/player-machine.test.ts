import type { PlayerSheet } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { playerMachine } from './player-machine.ts';
import { excludedPlayer, player } from './samples.ts';

const refusedWith = (status: number) =>
  new CallFailed({ kind: 'refused', status, view: { code: 'refused', error: 'No.' } });
const never = playerMachine.provide({ actors: { fetchPlayer: pends() } });
const samples = ['firstFetch', 'laterFetch'].flatMap((id) => [
  { type: `xstate.done.actor.${id}`, output: player },
  { type: `xstate.error.actor.${id}`, error: refusedWith(404) },
  { type: `xstate.error.actor.${id}`, error: refusedWith(500) },
  { type: `xstate.error.actor.${id}`, error: new Error('broken') },
]);
const reached = reachableStates(never, { samples });
test.each(allStates(playerMachine))('reaches "%s"', (state) => expect(reached).toContain(state));

function begin(...replies: (PlayerSheet | CallFailed)[]) {
  const fetchPlayer = fromPromise<PlayerSheet>(async () => {
    const reply = replies.shift() ?? new CallFailed({ kind: 'network' });
    if (reply instanceof CallFailed) throw reply;
    return reply;
  });
  return createActor(playerMachine.provide({ actors: { fetchPlayer } })).start();
}

test('fetches the player after a change, and keeps the old values if that fails', async () => {
  const actor = begin(player, excludedPlayer);
  await waitFor(actor, (now) => now.matches('shown'));
  actor.send({ type: 'player changed' });
  expect(actor.getSnapshot().context.sheet).toEqual(player);
  await waitFor(actor, (now) => now.matches('shown') && now.context.sheet === excludedPlayer);
  actor.send({ type: 'reconnected' });
  const { context } = await waitFor(actor, (now) => now.matches('stale'));
  expect(context.sheet).toEqual(excludedPlayer);
});

test.each([404, 400])('says that there is no such player for an unknown or malformed id (%s)', async (status) => {
  await waitFor(begin(refusedWith(status)), (now) => now.matches('missing'));
});

test('retries after a failure', async () => {
  const actor = begin(refusedWith(500), player);
  expect((await waitFor(actor, (now) => now.matches('failed'))).context.message).toBe('No.');
  actor.send({ type: 'refresh' });
  await waitFor(actor, (now) => now.matches('shown'));
});
