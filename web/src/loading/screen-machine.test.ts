import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { screenMachine } from './screen-machine.ts';

const samples = [
  { type: 'xstate.done.actor.0.screen.loading' },
  { type: 'xstate.error.actor.0.screen.loading', error: new Error('gone') },
  { type: 'xstate.done.actor.0.screen.checking build', output: 'b2' },
  { type: 'xstate.done.actor.0.screen.checking build', output: undefined },
  { type: 'xstate.error.actor.0.screen.checking build', error: new Error('gone') },
  { type: 'xstate.done.actor.0.screen.checking server' },
  { type: 'xstate.error.actor.0.screen.checking server', error: new Error('gone') },
];
const still = screenMachine.provide({ actions: { 'reload for build': () => {}, reload: () => {} } });
const reached = reachableStates(still, { samples });
test.each(allStates(screenMachine))('can reach "%s"', (state) => expect(reached).toContain(state));

/** A screen whose code loads at the given attempt, from a server with the given build. */
type Case = {
  readonly loadsAt: number;
  readonly newBuild: string | Error | undefined;
  readonly hasReloaded?: 'before' | 'never';
};
function opened({ loadsAt, newBuild, hasReloaded = 'never' }: Case) {
  let attempts = 0;
  const reloads: string[] = [];
  const reloadedFor: string[] = [];
  const machine = screenMachine.provide({
    actors: {
      load: fromPromise(async () => {
        attempts += 1;
        if (attempts < loadsAt) throw new TypeError('Failed to fetch dynamically imported module');
      }),
      findNewBuild: fromPromise(async () => {
        if (newBuild instanceof Error) throw newBuild;
        return newBuild;
      }),
      findServer: fromPromise(async () => {
        if (newBuild instanceof Error) throw newBuild;
      }),
    },
    actions: {
      'reload for build': (_, build) => void reloadedFor.push(build),
      reload: () => void reloads.push('reload'),
      'note automatic reload': () => void reloads.push('automatic'),
    },
    guards: { 'has reloaded automatically': () => hasReloaded === 'before' },
  });
  return { actor: createActor(machine).start(), reloadedFor, reloads };
}

test('reloads the page if the server has a new build', async () => {
  const { actor, reloadedFor } = opened({ loadsAt: 9, newBuild: 'b2' });
  await waitFor(actor, (snapshot) => snapshot.matches('reloading'));
  expect(reloadedFor).toEqual(['b2']);
});

test.each([
  ['serves the same build', undefined],
  ['does not answer', new TypeError('Failed to fetch')],
])('does not reload if the server %s', async (_, newBuild) => {
  const { actor, reloadedFor } = opened({ loadsAt: 9, newBuild });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  expect(reloadedFor).toEqual([]);
});

test.each(['retry', 'reconnected'] as const)('a missing screen reloads on "%s"', async (type) => {
  const { actor, reloads } = opened({ loadsAt: 9, newBuild: undefined });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  actor.send({ type });
  await waitFor(actor, (snapshot) => snapshot.matches('reloading'));
  expect(reloads).toEqual(type === 'reconnected' ? ['automatic', 'reload'] : ['reload']);
});

test('does not reload automatically twice before a screen has loaded', async () => {
  const { actor, reloads } = opened({ loadsAt: 9, newBuild: undefined, hasReloaded: 'before' });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  actor.send({ type: 'reconnected' });
  expect([actor.getSnapshot().value, reloads]).toEqual(['missing', []]);
});

test('does not reload while the server is unreachable', async () => {
  const { actor, reloads } = opened({ loadsAt: 9, newBuild: new TypeError('Failed to fetch') });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  actor.send({ type: 'retry' });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  expect(reloads).toEqual([]);
});
