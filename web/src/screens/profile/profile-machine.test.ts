import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { profileMachine } from './profile-machine.ts';

const samples = [
  { type: 'resend pressed', email: 'ada@touchline.test' },
  { type: 'xstate.done.actor.resendVerification', output: ok({ message: 'sent' }) },
  { type: 'xstate.done.actor.resendVerification', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.resendVerification', error: new Error('broken') },
];
const reached = reachableStates(profileMachine, { samples });
test.each(allStates(profileMachine))('the profile can reach "%s"', (state) => expect(reached).toContain(state));
