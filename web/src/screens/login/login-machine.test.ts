import { ok, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { loginMachine } from './login-machine.ts';

const session = { accessToken: 't', user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' } };
const refusedWith = (status: number, code: string) => refused({ kind: 'refused', status, view: { code, error: '' } });
const samples = [
  { type: 'log in pressed', credentials: { email: 'ada@touchline.test', password: 'Touchline1!' } },
  { type: 'xstate.done.actor.login', output: ok(session) },
  { type: 'xstate.done.actor.login', output: refused({ kind: 'network' }) },
  { type: 'xstate.done.actor.login', output: refusedWith(401, 'totp-required') },
  { type: 'xstate.done.actor.login', output: refusedWith(403, 'email-unverified') },
  { type: 'passkey pressed' },
  { type: 'xstate.done.actor.passkey', output: ok(session) },
  { type: 'xstate.error.actor.login', error: new Error('broken') },
];
const reached = reachableStates(loginMachine, { samples });
test.each(allStates(loginMachine))('logging in can reach "%s"', (state) => expect(reached).toContain(state));
