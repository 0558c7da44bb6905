import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { resetPasswordMachine } from './reset-password-machine.ts';

const samples = [
  { type: 'reset', password: 'Touchline1!' },
  { type: 'xstate.done.actor.resetPassword', output: { message: 'done' } },
  { type: 'xstate.error.actor.resetPassword', error: new CallFailed({ kind: 'network' }) },
];
const machine = resetPasswordMachine.provide({
  actors: { resetPassword: pends() },
  actions: { 'show success': () => {} },
});
const reached = reachableStates(machine, { samples, input: { token: 't' } });
test.each(allStates(resetPasswordMachine).filter((state) => state !== 'checking'))(
  'resetting can reach "%s"',
  (state) => expect(reached).toContain(state),
);

test('a link without a token fails at once', () => {
  const { value, context } = createActor(resetPasswordMachine, { input: { token: '' } }).getSnapshot();
  expect([value, context.message]).toEqual(['failed', 'Reset token is missing']);
});
