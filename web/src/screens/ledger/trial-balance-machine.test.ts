import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { trialBalanceMachine } from './trial-balance-machine.ts';

const samples = [
  { type: 'choose moment', moment: { time: 'effective' } },
  { type: 'xstate.done.actor.fetchTrialBalance', output: { at: null, time: 'recorded', accounts: [], sum: 0 } },
  { type: 'xstate.error.actor.fetchTrialBalance', error: new Error('broken') },
];
const reached = reachableStates(trialBalanceMachine, { samples, input: { moment: { time: 'recorded' } } });
test.each(allStates(trialBalanceMachine))('reaches "%s"', (state) => expect(reached).toContain(state));
