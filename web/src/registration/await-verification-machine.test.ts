import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { CallFailed } from '../api/call.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends } from '../testing/remote-actors.ts';
import { awaitVerificationMachine } from './await-verification-machine.ts';

const session = {
  accessToken: 't',
  user: { id: 'u1', name: 'Ada', email: 'ada@touchline.test', role: 'bettor' as const },
};
const refusal = (code: string, status: number) =>
  new CallFailed({ kind: 'refused', status, view: { code, error: 'A sentence.' } });
const samples = [
  { type: 'xstate.done.actor.log in', output: session },
  { type: 'xstate.error.actor.log in', error: refusal('email-unverified', 403) },
];
const actions = { 'start session': () => {}, forget: () => {} };
const machine = awaitVerificationMachine.provide({ actors: { logIn: pends() }, actions });
const reached = reachableStates(machine, { samples });
test.each(allStates(awaitVerificationMachine))('awaiting a verification can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('asks again until the address is verified, and starts the session', async () => {
  const [started, answers] = [
    vi.fn(),
    [refusal('email-unverified', 403), new CallFailed({ kind: 'network' }), session],
  ];
  const logIn = fromPromise(async () => {
    const answer = answers.shift();
    if (answer instanceof CallFailed || !answer) throw answer;
    return answer;
  });
  const waiting = awaitVerificationMachine.provide({
    actors: { logIn: logIn as never },
    actions: { ...actions, 'start session': (_, given) => started(given) },
    delays: { pause: 1 },
  });
  createActor(waiting).start();
  await expect.poll(() => started.mock.calls).toEqual([[session]]);
});

test('stops and forgets a registration that the server no longer knows', async () => {
  const forget = vi.fn();
  const logIn = fromPromise(async () => Promise.reject(refusal('registration-unknown', 401)));
  const over = awaitVerificationMachine.provide({
    actors: { logIn: logIn as never },
    actions: { ...actions, forget },
  });
  const actor = createActor(over).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('done');
  expect(forget).toHaveBeenCalledOnce();
});
