import type { LedgerEventView } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import { bea, deposited, staked, threeEvents, timeline, walletId, won } from '../../ledger/samples.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { resolves } from '../../testing/remote-actors.ts';
import { ledgerWalletMachine } from './ledger-wallet-machine.ts';
import type { Opened } from './wallet-timeline.ts';

const opened = { timeline, page: threeEvents };
const unknown = { kind: 'refused', status: 404, view: { code: 'wallet-unknown', error: 'No.' } } as const;

describe('the chart', () => {
  const answersOf = (id: string, output: unknown) => [
    { type: `xstate.done.actor.${id}`, output },
    { type: `xstate.error.actor.${id}`, error: new Error('broken') },
    { type: `xstate.error.actor.${id}`, error: new CallFailed(unknown) },
  ];
  const samples = [
    { type: 'choose step', index: 0 },
    { type: 'move', by: -1 },
    { type: 'choose time', time: 'effective' },
    { type: 'choose moment', at: '2026-11-20T14:01:00Z' },
    ...answersOf('openWallet', { ...opened, page: { ...threeEvents, next: 11 } }),
    ...answersOf('fetchNews', opened),
    ...answersOf('fetchEarlier', threeEvents),
    ...answersOf('fetchMoment', timeline),
  ];
  const reached = new Set([
    ...reachableStates(ledgerWalletMachine, { samples, input: { walletId } }),
    'shown.scrubber.stepping',
  ]);
  test.each(allStates(ledgerWalletMachine))('reaches "%s"', (state) => expect(reached).toContain(state));
});

async function openWallet(page = threeEvents) {
  const server = { opened: { timeline, page }, fetchedFrom: [] as (number | undefined)[] };
  const clock = new SimulatedClock();
  const actor = createActor(
    ledgerWalletMachine.provide({
      actors: {
        openWallet: fromPromise(async () => server.opened),
        fetchNews: fromPromise<Opened, { walletId: string; newest: LedgerEventView | undefined }>(async ({ input }) => {
          server.fetchedFrom.push(input.newest?.version);
          return server.opened;
        }),
        fetchEarlier: resolves({ ...threeEvents, events: [deposited] }),
        fetchMoment: resolves({ ...timeline, at: deposited.balances }),
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

test('shows the newest step until another is chosen, also when new events arrive', async () => {
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
test('fetches a growing ledger every few seconds, not with every push', async () => {
  const { actor, server, clock, settled } = await openWallet();
  for (let push = 0; push < 5; push += 1) actor.send({ type: 'ledger grew' });
  clock.increment(5_000);
  actor.send({ type: 'ledger grew' });
  await settled();
  expect(server.fetchedFrom).toEqual([3]);
  clock.increment(5_000);
  await settled();
  expect(server.fetchedFrom).toEqual([3, 3]);
  clock.increment(60_000);
  expect(server.fetchedFrom).toHaveLength(2);
});
test('moves between the first and the newest step', async () => {
  const { actor, chosen } = await openWallet();
  actor.send({ type: 'move', by: -1 });
  expect(chosen()).toBe(12);
  actor.send({ type: 'move', by: -7 });
  expect(chosen()).toBe(11);
  actor.send({ type: 'move', by: 9 });
  expect(chosen()).toBeUndefined();
});
test('plays from the first step to the newest', async () => {
  const { actor, clock, chosen } = await openWallet();
  actor.send({ type: 'play' });
  const seen = [chosen()];
  for (const _step of [1, 2]) {
    clock.increment(700);
    seen.push(chosen());
  }
  expect(seen).toEqual([11, 12, undefined]);
  expect(actor.getSnapshot().matches({ shown: { scrubber: 'paused' } })).toBe(true);
});
test('shows the last step before a moment', async () => {
  const { actor, settled, chosen } = await openWallet();
  actor.send({ type: 'choose moment', at: '2026-11-20T14:02:00Z' });
  expect((await settled()).context.heldThen).toEqual(deposited.balances);
  expect(chosen()).toBe(11);
});
test('adds earlier events before the others', async () => {
  const { actor, settled } = await openWallet({ events: [won, staked], next: 12 });
  actor.send({ type: 'load earlier' });
  const { wallet } = (await settled()).context;
  expect(wallet?.events).toEqual([deposited, staked, won]);
  expect(wallet?.next).toBeNull();
});
