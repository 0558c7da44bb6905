import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { screenMachine } from './screen-machine.ts';

const samples = [
  { type: 'xstate.done.actor.0.screen.loading' },
  { type: 'xstate.error.actor.0.screen.loading', error: new Error('gone') },
  { type: 'xstate.done.actor.0.screen.asking', output: 'b2' },
  { type: 'xstate.done.actor.0.screen.asking', output: undefined },
  { type: 'xstate.error.actor.0.screen.asking', error: new Error('gone') },
  { type: 'xstate.done.actor.0.screen.asking again' },
  { type: 'xstate.error.actor.0.screen.asking again', error: new Error('gone') },
];
const still = screenMachine.provide({ actions: { 'begin anew with the build': () => {}, 'begin anew': () => {} } });
const reached = reachableStates(still, { samples });
test.each(allStates(screenMachine))('a screen that is opened can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

/** A screen whose code comes at the given attempt, on a server that serves the given build by now. */
type Case = {
  readonly comesAt: number;
  readonly newBuild: string | Error | undefined;
  readonly hasBegunAnew?: 'before' | 'never';
};
function opened({ comesAt, newBuild, hasBegunAnew = 'never' }: Case) {
  let attempts = 0;
  const begun: string[] = [];
  const reloadedFor: string[] = [];
  const machine = screenMachine.provide({
    actors: {
      load: fromPromise(async () => {
        attempts += 1;
        if (attempts < comesAt) throw new TypeError('Failed to fetch dynamically imported module');
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
      'begin anew with the build': (_, build) => void reloadedFor.push(build),
      'begin anew': () => void begun.push('anew'),
      'note that it begins anew by itself': () => void begun.push('by itself'),
    },
    guards: { 'it began anew by itself already': () => hasBegunAnew === 'before' },
  });
  return { actor: createActor(machine).start(), reloadedFor, begun };
}

test('a screen that does not come from a server with another build begins anew with that build', async () => {
  const { actor, reloadedFor } = opened({ comesAt: 9, newBuild: 'b2' });
  await waitFor(actor, (snapshot) => snapshot.matches('reloading'));
  expect(reloadedFor).toEqual(['b2']);
});

test.each([
  ['serves the same build', undefined],
  ['does not answer', new TypeError('Failed to fetch')],
])('a screen that does not come from a server that %s is said to be missing, without a reload', async (_, newBuild) => {
  const { actor, reloadedFor } = opened({ comesAt: 9, newBuild });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  expect(reloadedFor).toEqual([]);
});

test.each(['again pressed', 'line is back'] as const)('a missing screen begins anew at "%s"', async (type) => {
  const { actor, begun } = opened({ comesAt: 9, newBuild: undefined });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  actor.send({ type });
  await waitFor(actor, (snapshot) => snapshot.matches('reloading'));
  expect(begun).toEqual(type === 'line is back' ? ['by itself', 'anew'] : ['anew']);
});

test('a page that began anew by itself once does not do so again before a screen has come', async () => {
  const { actor, begun } = opened({ comesAt: 9, newBuild: undefined, hasBegunAnew: 'before' });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  actor.send({ type: 'line is back' });
  expect([actor.getSnapshot().value, begun]).toEqual(['missing', []]);
});

test('a page is not thrown away for a server that is not there', async () => {
  const { actor, begun } = opened({ comesAt: 9, newBuild: new TypeError('Failed to fetch') });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  actor.send({ type: 'again pressed' });
  await waitFor(actor, (snapshot) => snapshot.matches('missing'));
  expect(begun).toEqual([]);
});
