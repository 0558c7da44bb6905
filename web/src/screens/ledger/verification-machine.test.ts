import type { VerificationsView, VerificationView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { failed, passed, running, verifications } from '../../ledger/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { verificationMachine } from './verification-machine.ts';

const network = refused({ kind: 'network' });

describe('the chart', () => {
  const samples = [
    { type: 'run pushed', run: running, atMs: 1_000 },
    ...['firstList', 'laterList'].flatMap((id) => [
      { type: `xstate.done.actor.${id}`, output: ok(verifications) },
      { type: `xstate.done.actor.${id}`, output: network },
      { type: `xstate.error.actor.${id}`, error: new Error('broken') },
    ]),
    { type: 'xstate.done.actor.startVerification', output: ok(running) },
    { type: 'xstate.done.actor.startVerification', output: network },
    { type: 'xstate.error.actor.startVerification', error: new Error('broken') },
  ];
  const reached = new Set([...reachableStates(verificationMachine, { samples }), 'hearing']);
  test.each(allStates(verificationMachine))('a verification can reach "%s"', (state) =>
    expect(reached).toContain(state),
  );
});

/** Verifications whose server answers at once what the test has ready, and whose clock the test turns. */
async function open(runs: readonly VerificationView[] = [passed]) {
  const server = { runs, listed: 0 };
  const clock = new SimulatedClock();
  const actor = createActor(
    verificationMachine.provide({
      actors: {
        fetchVerifications: fromPromise<Result<VerificationsView, ApiFailure>>(async () => {
          server.listed += 1;
          return ok({ ...verifications, runs: [...server.runs] });
        }),
        startVerification: fromPromise<Result<VerificationView, ApiFailure>>(async () => ok(running)),
      },
    }),
    { clock },
  ).start();
  const settled = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    return { state: actor.getSnapshot().value, newest: actor.getSnapshot().context.runs[0] };
  };
  await settled();
  return { actor, server, clock, settled };
}

test('a verification that is asked for is followed', async () => {
  const { actor, settled } = await open();
  actor.send({ type: 'verify pressed' });
  expect(await settled()).toEqual({ state: 'following', newest: running });
});
test('one that is under way already is followed when the screen opens', async () => {
  const { settled } = await open([running, passed]);
  expect(await settled()).toEqual({ state: 'following', newest: running });
});
test('when nothing is pushed for four seconds the list is read', async () => {
  const { server, clock, settled } = await open([running]);
  server.runs = [failed];
  clock.increment(4_000);
  expect(await settled()).toEqual({ state: 'resting', newest: failed });
});
test('when it has ended the list is read once more, for the checkpoint that may be new', async () => {
  const { actor, server, settled } = await open([running]);
  server.runs = [failed];
  actor.send({ type: 'run pushed', run: failed, atMs: 1_000 });
  expect(await settled()).toEqual({ state: 'resting', newest: failed });
  expect(server.listed).toBe(2);
});
test('pushes are sampled from the first of a run on', async () => {
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
