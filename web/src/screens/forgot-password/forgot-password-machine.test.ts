import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { forgotPasswordFailureText, forgotPasswordMachine } from './forgot-password-machine.ts';

const samples = [
  { type: 'send pressed', email: 'ada@touchline.test' },
  { type: 'xstate.done.actor.forgotPassword', output: ok({ message: 'sent' }) },
  { type: 'xstate.done.actor.forgotPassword', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.forgotPassword', error: new Error('broken') },
];
const reached = reachableStates(forgotPasswordMachine, { samples });
test.each(allStates(forgotPasswordMachine))('a forgotten password can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('an answer that says nothing and any other failure have the words of the spec', () => {
  const unreadable = { kind: 'refused', status: 502, view: { code: 'answer-unreadable', error: '' } } as const;
  expect(forgotPasswordFailureText(unreadable)).toBe('Something went wrong. Please try again');
  expect(forgotPasswordFailureText({ kind: 'network' })).toBe('An unexpected error occurred');
});
