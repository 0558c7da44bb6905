import type { LimitsView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { limitsMachine, type OwnRule } from './limits-machine.ts';
import { noLimits } from './samples.ts';

const wish = { rule: 'limit', body: { kind: 'stake', period: 'day', amount: 50 } } as const;
const samples = [
  { type: 'wished', wish },
  { type: 'xstate.done.actor.load', output: ok(noLimits) },
  { type: 'xstate.done.actor.load', output: refused({ kind: 'network' }) },
  { type: 'xstate.done.actor.keep', output: ok(noLimits) },
  { type: 'xstate.done.actor.keep', output: refused({ kind: 'timeout' }) },
  { type: 'xstate.error.actor.load', error: new Error('broken') },
  { type: 'xstate.error.actor.keep', error: new Error('broken') },
];
type Answered = Result<LimitsView, ApiFailure>;
const never = () => new Promise<Answered>(() => {});
const quiet = limitsMachine.provide({
  actors: { load: fromPromise<Answered>(never), keep: fromPromise<Answered, OwnRule>(never) },
  actions: { 'tell the reality check': () => {} },
});
const reached = reachableStates(quiet, { samples });
test.each(allStates(limitsMachine))('the limits can reach "%s"', (state) => expect(reached).toContain(state));

test('a wish that is refused leaves what counts on the screen, and says why', async () => {
  const actor = createActor(
    limitsMachine.provide({
      actors: {
        load: fromPromise<Answered>(async () => ok(noLimits)),
        keep: fromPromise<Answered, OwnRule>(async () => refused({ kind: 'network' })),
      },
      actions: { 'tell the reality check': () => {} },
    }),
  ).start();
  await waitFor(actor, (snapshot) => snapshot.matches({ open: 'shown' }));
  actor.send({ type: 'wished', wish });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches({ open: 'refused' }));
  expect([context.view, context.message]).toEqual([noLimits, 'Network error. Please check your internet connection.']);
});
