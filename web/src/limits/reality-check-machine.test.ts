import type { InputOf, limitEndpoints, PlayView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends, resolves } from '../testing/remote-actors.ts';
import { realityCheckMachine } from './reality-check-machine.ts';
import { noLimits } from './samples.ts';

const minute = 60_000;
const input = { intervalMs: 30 * minute, since: 0 };
const play: PlayView = { since: '1970-01-01T00:00:00.000Z', staked: 20, net: -5 };
const pending = realityCheckMachine.provide({
  actors: { loadPlay: pends(), exclude: pends() },
  actions: { 'record the check': () => {}, 'log out': () => {} },
});
const samples = [
  { type: 'tick', now: 30 * minute, clockLeadMs: 0, since: 0, checkedAt: 0 },
  { type: 'xstate.done.actor.0.reality check.loading', output: play },
  { type: 'xstate.error.actor.0.reality check.loading', error: new Error('broken') },
  { type: 'xstate.done.actor.0.reality check.starting', output: noLimits },
  { type: 'xstate.error.actor.0.reality check.starting', error: new Error('broken') },
];
const reached = reachableStates(pending, { samples, input });
// `leaving` is left at once.
const states = allStates(realityCheckMachine).filter((state) => state !== 'leaving');
test.each(states)('the reality check can reach "%s"', (state) => expect(reached).toContain(state));

test('is shown when the interval is over, not before, and again only after another interval', async () => {
  const machine = realityCheckMachine.provide({
    actors: { loadPlay: resolves(play) },
    actions: { 'record the check': () => {} },
  });
  const actor = createActor(machine, { input }).start();
  const shown: unknown[] = [];
  for (const at of [29, 30, 45, 59, 60]) {
    actor.send({ type: 'tick', now: at * minute, clockLeadMs: 0, since: 0, checkedAt: 0 });
    if (actor.getSnapshot().matches('loading')) {
      const { context } = await waitFor(actor, (snapshot) => snapshot.matches('shown'));
      shown.push([at, context.play]);
      actor.send({ type: 'continue' });
    }
  }
  expect(shown).toEqual([
    [30, play],
    [60, play],
  ]);
});

test('asks what was played since the beginning by the clock of the server', () => {
  const asked: string[] = [];
  const loadPlay = fromPromise<PlayView, InputOf<typeof limitEndpoints.play>>(({ input: { query } }) => {
    asked.push(query.since);
    return new Promise(() => {});
  });
  const actor = createActor(realityCheckMachine.provide({ actors: { loadPlay } }), { input }).start();
  actor.send({ type: 'tick', now: 40 * minute, clockLeadMs: 5 * minute, since: 0, checkedAt: 0 });
  expect(asked).toEqual(['1970-01-01T00:05:00.000Z']);
});

test('a new session starts the interval again', () => {
  const actor = createActor(pending, { input }).start();
  actor.send({ type: 'tick', now: 40 * minute, clockLeadMs: 0, since: 30 * minute, checkedAt: 30 * minute });
  expect(actor.getSnapshot().value).toBe('playing');
});

test('is not shown, or no longer, once another tab dismissed it', async () => {
  const machine = realityCheckMachine.provide({ actors: { loadPlay: resolves(play) } });
  const actor = createActor(machine, { input }).start();
  const tick = (at: number, checkedAt: number) =>
    actor.send({ type: 'tick', now: at * minute, clockLeadMs: 0, since: 0, checkedAt: checkedAt * minute });
  tick(31, 30);
  expect(actor.getSnapshot().value).toBe('playing');
  tick(60, 30);
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  tick(61, 30);
  expect(actor.getSnapshot().value).toBe('shown');
  actor.send({ type: 'tick', now: 80 * minute, clockLeadMs: 0, since: 80 * minute, checkedAt: 80 * minute });
  expect(actor.getSnapshot().value).toBe('shown');
  tick(82, 61);
  expect(actor.getSnapshot().value).toBe('playing');
});

test('logging out from it logs out once', async () => {
  let times = 0;
  const machine = realityCheckMachine.provide({
    actors: { loadPlay: resolves(play) },
    actions: {
      'record the check': () => {},
      'log out': () => {
        times += 1;
      },
    },
  });
  const actor = createActor(machine, { input }).start();
  actor.send({ type: 'tick', now: 30 * minute, clockLeadMs: 0, since: 0, checkedAt: 0 });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  actor.send({ type: 'log out' });
  expect([actor.getSnapshot().value, times]).toEqual(['playing', 1]);
});
