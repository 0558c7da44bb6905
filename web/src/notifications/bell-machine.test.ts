import type { InputOf, notificationEndpoints } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../api/call.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends } from '../testing/remote-actors.ts';
import { bellMachine } from './bell-machine.ts';

type Answer = { readonly unread: number; readonly notifications: readonly { readonly id: number }[] };
const answer: Answer = { unread: 2, notifications: [{ id: 10 }] };
const notified = (id: number) => ({ type: 'notified', id }) as const;
const read = (upTo: number, unread: number) => ({ type: 'read', read: { upTo, unread } }) as const;

const samples = [
  notified(11),
  read(11, 0),
  { type: 'xstate.done.actor.0.bell.loading', output: answer },
  { type: 'xstate.error.actor.0.bell.loading', error: new CallFailed({ kind: 'network' }) },
];
const reached = reachableStates(bellMachine.provide({ actors: { load: pends() } }), { samples });
test.each(allStates(bellMachine))('the bell can reach "%s"', (state) => expect(reached).toContain(state));

/** A bell that has counted; `answers` are what the server says each time. */
async function bell(...answers: readonly Answer[]) {
  let calls = 0;
  const load = fromPromise<Answer, InputOf<typeof notificationEndpoints.list>>(
    async () => answers[calls++] ?? Promise.reject(new CallFailed({ kind: 'network' })),
  );
  const actor = createActor(bellMachine.provide({ actors: { load } })).start();
  await waitFor(actor, (snapshot) => snapshot.matches('counted'));
  return { actor, unread: () => actor.getSnapshot().context.unread, calls: () => calls };
}

test('counts a pushed notification once, without asking the server', async () => {
  const { actor, unread, calls } = await bell(answer);
  for (const id of [11, 11, 10, 12]) actor.send(notified(id));
  expect([unread(), calls()]).toEqual([4, 1]);
});
test('shows what was read on another screen, and counts again if that does not cover the newest one', async () => {
  const { actor, unread } = await bell(answer, { unread: 1, notifications: [{ id: 11 }] });
  actor.send(read(10, 0));
  expect(unread()).toBe(0);
  actor.send(notified(11));
  actor.send(read(10, 0));
  await waitFor(actor, (snapshot) => snapshot.matches('counted'));
  expect(unread()).toBe(1);
});
test('counts again when something is pushed while it counts, and keeps the count when that fails', async () => {
  const { actor, unread, calls } = await bell(answer, answer);
  actor.send({ type: 'refresh' });
  actor.send(notified(11));
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'));
  expect([unread(), calls()]).toEqual([2, 3]);
});
test('counts again after a poll, but leaves a slow request to end', async () => {
  const { actor, unread, calls } = await bell(answer, { unread: 5, notifications: [{ id: 13 }] });
  for (let polls = 1; polls <= 3; polls += 1) actor.send({ type: 'polled' });
  await waitFor(actor, (snapshot) => snapshot.matches('counted'));
  expect([unread(), calls()]).toEqual([5, 2]);
});
