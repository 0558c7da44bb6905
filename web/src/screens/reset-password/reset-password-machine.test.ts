import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { resetPasswordMachine } from './reset-password-machine.ts';

const samples = [
  { type: 'reset pressed', password: 'Touchline1!' },
  { type: 'xstate.done.actor.resetPassword', output: ok({ message: 'done' }) },
  { type: 'xstate.done.actor.resetPassword', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.resetPassword', error: new Error('broken') },
];
const reached = reachableStates(resetPasswordMachine, { samples, input: { token: 't' } });
test.each(allStates(resetPasswordMachine).filter((state) => state !== 'opening'))('resetting can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('a link without its token fails at once', () => {
  const { value, context } = createActor(resetPasswordMachine, { input: { token: '' } }).getSnapshot();
  expect([value, context.message]).toEqual(['error', 'Reset token is missing']);
});
