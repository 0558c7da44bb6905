import { expect, test } from 'vitest';
import { CallFailed } from '../../api/call.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { registerFailureText, registerMachine } from './register-machine.ts';

const account = { name: 'Ada', email: 'ada@touchline.test', password: 'Touchline1!' };
const samples = [
  { type: 'register', account },
  { type: 'xstate.done.actor.register', output: { user: { ...account, id: 'u1', role: 'bettor' } } },
  { type: 'xstate.error.actor.register', error: new CallFailed({ kind: 'network' }) },
];
const machine = registerMachine.provide({
  actors: { register: pends() },
  actions: { 'show error': () => {}, 'welcome and go home': () => {} },
});
const reached = reachableStates(machine, { samples });
test.each(allStates(registerMachine))('registering can reach "%s"', (state) => expect(reached).toContain(state));

test('shows the sentence of the server; without one, something went wrong', () => {
  const textOf = (code: string, error: string) =>
    registerFailureText({ kind: 'refused', status: 409, view: { code, error } });
  expect(textOf('email-taken', 'This email is registered already.')).toBe('This email is registered already.');
  expect(textOf('answer-unreadable', '')).toBe('Something went wrong. Please try again');
  expect(registerFailureText({ kind: 'timeout' })).toBe('Something went wrong. Please try again.');
});
