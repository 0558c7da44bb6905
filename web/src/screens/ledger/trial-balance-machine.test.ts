import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { trialBalanceMachine } from './trial-balance-machine.ts';

const samples = [
  { type: 'moment chosen', moment: { time: 'effective' } },
  { type: 'xstate.done.actor.fetchTrialBalance', output: ok({ at: null, time: 'recorded', accounts: [], sum: 0 }) },
  { type: 'xstate.done.actor.fetchTrialBalance', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.fetchTrialBalance', error: new Error('broken') },
];
const reached = reachableStates(trialBalanceMachine, { samples, input: { moment: { time: 'recorded' } } });
test.each(allStates(trialBalanceMachine))('the trial balance can reach "%s"', (state) =>
  expect(reached).toContain(state),
);
