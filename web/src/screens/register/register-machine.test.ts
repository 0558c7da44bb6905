import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { registerFailureText, registerMachine } from './register-machine.ts';

const account = { name: 'Ada', email: 'ada@touchline.test', password: 'Touchline1!' };
const samples = [
  { type: 'register pressed', account },
  { type: 'xstate.done.actor.register', output: ok({ user: { ...account, id: 'u1', role: 'bettor' } }) },
  { type: 'xstate.done.actor.register', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.register', error: new Error('broken') },
];
const reached = reachableStates(registerMachine, { samples });
test.each(allStates(registerMachine))('registering can reach "%s"', (state) => expect(reached).toContain(state));

test('the words of the server come first; without any, something went wrong', () => {
  const said = (code: string, error: string) =>
    registerFailureText({ kind: 'refused', status: 409, view: { code, error } });
  expect(said('email-taken', 'This email is registered already.')).toBe('This email is registered already.');
  expect(said('answer-unreadable', '')).toBe('Something went wrong. Please try again');
  expect(registerFailureText({ kind: 'timeout' })).toBe('Something went wrong. Please try again.');
});
