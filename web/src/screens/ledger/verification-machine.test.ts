import type { VerificationsView, VerificationView } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { failed, passed, running, verifications } from '../../ledger/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { resolves } from '../../testing/remote-actors.ts';
import { verificationMachine } from './verification-machine.ts';

describe('the chart', () => {
  const samples = [
    { type: 'run pushed', run: running, atMs: 1_000 },
    ...['firstList', 'laterList'].flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: verifications },
      { type: `xstate.error.actor.${id}`, error: new Error('broken') },
    ]),
    { type: 'xstate.done.actor.startVerification', output: running },
    { type: 'xstate.error.actor.startVerification', error: new Error('broken') },
  ];
  const reached = new Set([...reachableStates(verificationMachine, { samples }), 'updated']);
  test.each(allStates(verificationMachine))('reaches "%s"', (state) => expect(reached).toContain(state));
});

/** Verifications with a server that answers at once, and a clock that the test advances. */
function start(runs: readonly VerificationView[]) {
  const server = { runs, listed: 0 };
  const clock = new SimulatedClock();
  const actor = createActor(
    verificationMachine.provide({
      actors: {
        fetchVerifications: fromPromise<VerificationsView>(async () => {
          server.listed += 1;
          return { ...verifications, runs: [...server.runs] };
        }),
        startVerification: resolves(running),
      },
    }),
    { clock },
  ).start();
  const settled = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    return { state: actor.getSnapshot().value, newest: actor.getSnapshot().context.runs[0] };
  };
  return { actor, server, clock, settled };
}

async function open(runs: readonly VerificationView[] = [passed]) {
  const opened = start(runs);
  await opened.settled();
  return opened;
}

test('follows a verification that was started', async () => {
  const { actor, settled } = await open();
  actor.send({ type: 'verify' });
  expect(await settled()).toEqual({ state: 'following', newest: running });
});
test('follows a verification that was already running', async () => {
  const { settled } = await open([running, passed]);
  expect(await settled()).toEqual({ state: 'following', newest: running });
});
test('fetches the list after four seconds without a push', async () => {
  const { server, clock, settled } = await open([running]);
  server.runs = [failed];
  clock.increment(4_000);
  expect(await settled()).toEqual({ state: 'idle', newest: failed });
});
test('fetches the list when a run ends, for a new checkpoint', async () => {
  const { actor, server, settled } = await open([running]);
  server.runs = [failed];
  actor.send({ type: 'run pushed', run: failed, atMs: 1_000 });
  expect(await settled()).toEqual({ state: 'idle', newest: failed });
  expect(server.listed).toBe(2);
});
test('fetches the list again after a reconnection, also when a request is under way', async () => {
  const { actor, server, settled } = start([passed]);
  actor.send({ type: 'reconnected' });
  expect([actor.getSnapshot().value, server.listed]).toEqual(['loading', 2]);
  await settled();
  actor.send({ type: 'reconnected' });
  actor.send({ type: 'reconnected' });
  expect([actor.getSnapshot().value, server.listed]).toEqual(['refreshing', 4]);
});
test('samples the progress from the first push of a run', async () => {
  const { actor } = await open([running]);
  for (const [eventsDone, atMs] of [
    [300, 1_000],
    [400, 2_000],
    [500, 3_000],
  ] as const) {
    actor.send({ type: 'run pushed', run: { ...running, eventsDone }, atMs });
  }
  const { firstSample, lastSample } = actor.getSnapshot().context;
  expect([firstSample, lastSample]).toEqual([
    { id: 'r2', done: 300, atMs: 1_000 },
    { id: 'r2', done: 500, atMs: 3_000 },
  ]);
});
