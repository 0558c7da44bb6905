import { expect, test } from 'vitest';
import { CallFailed } from '../../api/call.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { loginMachine } from './login-machine.ts';

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
