import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { playerNamesMachine } from './player-names-machine.ts';

test('reaches every state', () => {
  const samples = [
    { type: 'id shown', id: 'w1' },
    { type: 'xstate.done.actor.readNames', output: [] },
  ] as const;
  expect(reachableStates(playerNamesMachine, { samples })).toEqual(new Set(allStates(playerNamesMachine)));
});

function start(read: (walletIds: readonly string[]) => Promise<{ id: string; name: string }[]>) {
  const clock = new SimulatedClock();
  const asked: string[][] = [];
  const machine = playerNamesMachine.provide({
    actors: {
      readNames: fromPromise(({ input }) => {
        asked.push([...input]);
        return read(input);
      }),
    },
  });
  const actor = createActor(machine, { clock }).start();
  const show = async (...walletIds: string[]) => {
    for (const walletId of walletIds) actor.send({ type: 'id shown', id: walletId });
    while (actor.getSnapshot().matches('gathering')) {
      clock.increment(50);
      await waitFor(actor, (snapshot) => !snapshot.matches('reading'));
    }
  };
  return { actor, asked, show };
}

test('reads the names of all wallets shown together at once, and each name once', async () => {
  const { actor, asked, show } = start(async (ids) => ids.map((id) => ({ id, name: `name of ${id}` })));
  await show('w1', 'w2', 'w1');
  await show('w2', 'w3');
  expect(asked).toEqual([['w1', 'w2'], ['w3']]);
  expect([...actor.getSnapshot().context.names.values()]).toEqual(['name of w1', 'name of w2', 'name of w3']);
});

test('asks for at most 100 names at once, and never again for an id without a name', async () => {
  const { asked, show } = start(async () => []);
  const ids = Array.from({ length: 120 }, (_, at) => `w${at}`);
  await show(...ids);
  await show('w1');
  expect(asked.map(({ length }) => length)).toEqual([100, 20]);
});

test('retries after a failure when an id is shown again', async () => {
  let isBroken = true;
  const { actor, asked, show } = start(async ([id = '']) => {
    if (isBroken) throw new Error('broken');
    return [{ id, name: 'Ada' }];
  });
  await show('w1');
  isBroken = false;
  await show('w1');
  expect(asked).toEqual([['w1'], ['w1']]);
  expect(actor.getSnapshot().context.names.get('w1')).toBe('Ada');
});
