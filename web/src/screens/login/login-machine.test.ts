import { expect, test } from 'vitest';
import { CallFailed } from '../../api/call.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { loginFailureText, loginMachine } from './login-machine.ts';

const session = { accessToken: 't', user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } };
const refusal = (status: number, code: string) =>
  new CallFailed({ kind: 'refused', status, view: { code, error: '' } });
const samples = [
  { type: 'log in', credentials: { email: 'ada@touchline.test', password: 'Touchline1!' } },
  { type: 'xstate.done.actor.logIn', output: session },
  { type: 'xstate.error.actor.logIn', error: new CallFailed({ kind: 'network' }) },
  { type: 'xstate.error.actor.logIn', error: refusal(401, 'totp-required') },
  { type: 'xstate.error.actor.logIn', error: refusal(403, 'email-unverified') },
  { type: 'xstate.done.actor.logInWithPasskey', output: session },
];
const machine = loginMachine.provide({
  actors: { logIn: pends(), logInWithPasskey: pends() },
  actions: { welcome: () => {}, 'start session': () => {} },
});
const reached = reachableStates(machine, { samples });
test.each(allStates(loginMachine))('logging in can reach "%s"', (state) => expect(reached).toContain(state));

const failureText = (status: number, error = '', code = 'x') =>
  loginFailureText({ kind: 'refused', status, view: { code, error } });

test.each([
  [400, 'Invalid credentials. Please try again.'],
  [401, 'Invalid credentials. Please try again.'],
  [404, 'Account not found. Please check your email or sign up.'],
  [429, 'Too many login attempts. Please try again later.'],
  [500, 'Server error. Please try again later.'],
  [503, 'Server error. Please try again later.'],
])('status %i says "%s", whatever the server says', (status, sentence) => {
  expect(failureText(status, 'something else')).toBe(sentence);
});
test.each(['totp-required', 'totp-wrong'])('%s shows the sentence of the server', (code) => {
  expect(failureText(401, 'Please enter the code.', code)).toBe('Please enter the code.');
});
test('any other status shows the sentence of the server', () => {
  expect(failureText(403, 'This account is closed.')).toBe('This account is closed.');
});
test('any other status without a sentence is unexpected', () => {
  expect(failureText(418)).toBe('An unexpected error occurred. Please try again.');
});
test.each(['network', 'timeout'] as const)('no answer (%s) points to the connection', (kind) => {
  expect(loginFailureText({ kind })).toBe('Network error. Please check your internet connection.');
});
test('an answer without an access token is no login', () => {
  expect(failureText(502, '', 'answer-unreadable')).toBe('Invalid login credentials. Please try again.');
});
