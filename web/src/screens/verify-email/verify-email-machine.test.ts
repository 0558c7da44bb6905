import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { verifyEmailMachine } from './verify-email-machine.ts';

const samples = [
  { type: 'xstate.done.actor.verifyEmail', output: ok({ message: 'done' }) },
  { type: 'xstate.done.actor.verifyEmail', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.verifyEmail', error: new Error('broken') },
];
const reached = reachableStates(verifyEmailMachine, { samples, input: { token: 't' } });
test.each(allStates(verifyEmailMachine).filter((state) => state !== 'opening'))('verifying can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('a link without its token fails at once', () => {
  const { value, context } = createActor(verifyEmailMachine, { input: { token: '' } }).getSnapshot();
  expect([value, context.message]).toEqual(['error', 'Verification token is missing']);
});
