import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { resendVerificationMachine } from './resend-verification-machine.ts';

const samples = [
  { type: 'send pressed', email: 'ada@touchline.test' },
  { type: 'xstate.done.actor.resendVerification', output: ok({ message: 'sent' }) },
  { type: 'xstate.done.actor.resendVerification', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.resendVerification', error: new Error('broken') },
];
const reached = reachableStates(resendVerificationMachine, { samples });
test.each(allStates(resendVerificationMachine))('a new link can reach "%s"', (state) =>
  expect(reached).toContain(state),
);
