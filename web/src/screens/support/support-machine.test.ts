import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { supportMachine } from './support-machine.ts';

const message = { name: 'Ada', email: 'ada@touchline.test', topic: 'bet', message: 'Where is my bet?' } as const;
const samples = [
  { type: 'send pressed', message },
  { type: 'xstate.done.actor.askSupport', output: ok({ message: 'on its way' }) },
  { type: 'xstate.done.actor.askSupport', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.askSupport', error: new Error('broken') },
];
const reached = reachableStates(supportMachine, { samples });
test.each(allStates(supportMachine))('the support form can reach "%s"', (state) => expect(reached).toContain(state));
