import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { CallFailed } from '../api/call.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { fails, pends } from '../testing/remote-actors.ts';
import { linkMachine } from './link-machine.ts';

const texts = { missing: 'The token is missing', failed: 'The link did not work.' };
const samples = [
  { type: 'xstate.done.actor.0.link.opening', output: { message: 'done' } },
  { type: 'xstate.error.actor.0.link.opening', error: new CallFailed({ kind: 'network' }) },
];
const pending = linkMachine.provide({ actors: { open: pends() } });
const reached = reachableStates(pending, { samples, input: { token: 't', texts } });
test.each(allStates(linkMachine).filter((state) => state !== 'checking'))('a link can reach "%s"', (state) =>
  expect(reached).toContain(state),
);

test('a link without a token fails at once', () => {
  const { value, context } = createActor(linkMachine, { input: { token: '', texts } }).getSnapshot();
  expect([value, context.message, context.canRetry]).toEqual(['failed', texts.missing, false]);
});

const refused = (status: number) =>
  ({ kind: 'refused', status, view: { code: 'x', error: 'This link has expired.' } }) as const;
test.each([
  ['network', { kind: 'network' } as const, true],
  ['an unavailable server', refused(503), true],
  ['a used link', refused(409), false],
])('after %s, the same link can be retried: %#', async (_, failure, canRetry) => {
  const machine = linkMachine.provide({ actors: { open: fails(failure) } });
  const actor = createActor(machine, { input: { token: 't', texts } }).start();
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('failed'));
  expect(context.canRetry).toBe(canRetry);
});
