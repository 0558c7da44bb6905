import type { LedgerEventsPage, LedgerEventView, LedgerTime, WalletTimeline } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { bea, deposited, staked, threeEvents, timeline, walletId, won } from '../../ledger/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { ledgerWalletMachine } from './ledger-wallet-machine.ts';
import type { Opened } from './wallet-timeline.ts';

const network = refused({ kind: 'network' });
const opened = { timeline, page: threeEvents };

describe('the chart', () => {
  const answersOf = (id: string, output: unknown) => [
    { type: `xstate.done.actor.${id}`, output },
    { type: `xstate.done.actor.${id}`, output: network },
    { type: `xstate.error.actor.${id}`, error: new Error('broken') },
  ];
  const samples = [
    { type: 'step chosen', place: 0 },
    { type: 'moved', by: -1 },
    { type: 'time chosen', time: 'effective' },
    { type: 'moment asked', at: '2026-11-20T14:01:00Z' },
    ...answersOf('openWallet', ok({ ...opened, page: { ...threeEvents, next: 11 } })),
    ...answersOf('lookAgain', ok(opened)),
    ...answersOf('fetchEarlier', ok(threeEvents)),
    ...answersOf('askMoment', ok(timeline)),
  ];
  const reached = new Set([
    ...reachableStates(ledgerWalletMachine, { samples, input: { walletId } }),
    'shown.scrubber.stepping',
  ]);
  test.each(allStates(ledgerWalletMachine))('the wallet can reach "%s"', (state) => expect(reached).toContain(state));
});

async function openWallet(page = threeEvents) {
  const server = { opened: { timeline, page }, looks: [] as (number | undefined)[] };
  const clock = new SimulatedClock();
  const actor = createActor(
    ledgerWalletMachine.provide({
      actors: {
        openWallet: fromPromise<Result<Opened, ApiFailure>, { walletId: string }>(async () => ok(server.opened)),
        lookAgain: fromPromise<Result<Opened, ApiFailure>, { walletId: string; newest: LedgerEventView | undefined }>(
          async ({ input }) => {
            server.looks.push(input.newest?.version);
            return ok(server.opened);
          },
        ),
        fetchEarlier: fromPromise<Result<LedgerEventsPage, ApiFailure>, { walletId: string; before: number | null }>(
          async () => ok({ ...threeEvents, events: [deposited] }),
        ),
        askMoment: fromPromise<Result<WalletTimeline, ApiFailure>, { walletId: string; at: string; time: LedgerTime }>(
          async () => ok({ ...timeline, at: deposited.balances }),
        ),
      },
    }),
    { input: { walletId }, clock },
  ).start();
  const settled = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
    return actor.getSnapshot();
  };
  await settled();
  return { actor, server, clock, settled, chosen: () => actor.getSnapshot().context.chosen };
}

test('the newest step is looked at until another is chosen, and stays the newest when more happens', async () => {
  const { actor, server, clock, settled, chosen } = await openWallet();
  expect(chosen()).toBeUndefined();
  const next = { ...staked, seq: 20, version: 4, prevHash: won.hash };
  server.opened = {
    timeline: { ...timeline, player: { ...bea, version: 4 } },
    page: { events: [next, won], next: 15 },
  };
  actor.send({ type: 'ledger grew' });
  clock.increment(5_000);
  const { wallet } = (await settled()).context;
  expect(wallet?.events.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  expect(chosen()).toBeUndefined();
});
test('a ledger that grows all the time is looked at again every few seconds, and not with every push', async () => {
  const { actor, server, clock, settled } = await openWallet();
  for (let push = 0; push < 5; push += 1) actor.send({ type: 'ledger grew' });
  clock.increment(5_000);
  actor.send({ type: 'ledger grew' });
  await settled();
  expect(server.looks).toEqual([3]);
  clock.increment(5_000);
  await settled();
  expect(server.looks).toEqual([3, 3]);
  clock.increment(60_000);
  expect(server.looks).toHaveLength(2);
});
test('steps are bounded by the first and the newest', async () => {
  const { actor, chosen } = await openWallet();
  actor.send({ type: 'moved', by: -1 });
  expect(chosen()).toBe(12);
  actor.send({ type: 'moved', by: -7 });
  expect(chosen()).toBe(11);
  actor.send({ type: 'moved', by: 9 });
  expect(chosen()).toBeUndefined();
});
test('play begins at the first step, goes on by itself, and rests at the newest', async () => {
  const { actor, clock, chosen } = await openWallet();
  actor.send({ type: 'play pressed' });
  const seen = [chosen()];
  for (const _step of [1, 2]) {
    clock.increment(700);
    seen.push(chosen());
  }
  expect(seen).toEqual([11, 12, undefined]);
  expect(actor.getSnapshot().matches({ shown: { scrubber: 'resting' } })).toBe(true);
});
test('a moment leads to the last step that had happened by then', async () => {
  const { actor, settled, chosen } = await openWallet();
  actor.send({ type: 'moment asked', at: '2026-11-20T14:02:00Z' });
  expect((await settled()).context.heldThen).toEqual(deposited.balances);
  expect(chosen()).toBe(11);
});
test('earlier events go before those that are there', async () => {
  const { actor, settled } = await openWallet({ events: [won, staked], next: 12 });
  actor.send({ type: 'earlier pressed' });
  const { wallet } = (await settled()).context;
  expect(wallet?.events).toEqual([deposited, staked, won]);
  expect(wallet?.next).toBeNull();
});
