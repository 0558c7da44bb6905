import { betHistoryPage, notificationPage } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { CallFailed } from '../api/call.ts';
import { pendingWithdrawal } from '../payments/samples.ts';
import { transactionListMachine } from '../payments/transaction-list-machine.ts';
import { placedBet } from '../slip/samples.ts';
import { betMachine } from './bet/bet-machine.ts';
import { openTimeline } from './bet/samples.ts';
import { bettingHistoryMachine } from './betting-history/betting-history-machine.ts';
import { notificationsMachine } from './notifications/notifications-machine.ts';
import { playerMachine } from './player/player-machine.ts';
import { player } from './player/samples.ts';
import { transactionsMachine } from './transactions/transactions-machine.ts';

type Screen = {
  readonly machine: AnyStateMachine;
  readonly fetch: string;
  readonly input?: object;
  readonly answer: unknown;
};
const bets = Array.from({ length: betHistoryPage }, (_, at) => ({ ...placedBet, _id: `bet-${at}` }));
const notifications = Array.from({ length: notificationPage }, (_, at) => ({ id: at + 1 }));
const paged = {
  'the betting history': { machine: bettingHistoryMachine, fetch: 'fetchBets', input: { show: 'all' }, answer: bets },
  'the notifications': { machine: notificationsMachine, fetch: 'fetchPage', answer: { notifications } },
} satisfies Record<string, Screen>;
const screens = {
  ...paged,
  'a bet': { machine: betMachine, fetch: 'fetchTimeline', input: { id: placedBet._id }, answer: openTimeline },
  "the bettor's transactions": {
    machine: transactionListMachine,
    fetch: 'fetchTransactions',
    answer: [pendingWithdrawal],
  },
  'all transactions': {
    machine: transactionsMachine,
    fetch: 'fetchPage',
    input: { filter: {} },
    answer: { transactions: [], total: 0 },
  },
  'a player': { machine: playerMachine, fetch: 'fetchPlayer', answer: player },
} satisfies Record<string, Screen>;

/** What is on the screen; the betting history also remembers what it asked for. */
const withoutRequest = (context: object): object => {
  const { asked: _, pushed: __, ...shown } = { asked: undefined, pushed: undefined, ...context };
  return shown;
};

/** Opens a screen. `requests` are those that it has sent; the test answers them. */
function open({ machine, fetch, input, answer }: Screen) {
  const requests: { readonly input: unknown; readonly succeed: () => void; readonly fail: () => void }[] = [];
  const clock = new SimulatedClock();
  const fetching = fromPromise(
    ({ input: query }) =>
      new Promise((resolve, reject) => {
        requests.push({
          input: query,
          succeed: () => resolve(answer),
          fail: () => reject(new CallFailed({ kind: 'network' })),
        });
      }),
  );
  const actor = createActor(machine.provide({ actors: { [fetch]: fetching } }), { clock, input }).start();
  const reaches = (state: string) => waitFor(actor, (snapshot) => snapshot.matches(state), { timeout: 5_000 });
  return { actor, clock, requests, reaches };
}

describe.each(Object.entries<Screen>(screens))('after a reconnection, %s', (_, screen) => {
  test('is fetched again, also when a request that may be older is under way', async () => {
    const { actor, requests, reaches } = open(screen);
    actor.send({ type: 'reconnected' });
    expect(requests).toHaveLength(2);
    requests.at(-1)?.succeed();
    await reaches('shown');
    actor.send({ type: 'reconnected' });
    actor.send({ type: 'reconnected' });
    expect(requests).toHaveLength(4);
  });

  test('says that it may be out of date when that fails, and is fetched until it succeeds', async () => {
    const { actor, clock, requests, reaches } = open(screen);
    requests.at(-1)?.succeed();
    const shown = withoutRequest((await reaches('shown')).context);
    actor.send({ type: 'reconnected' });
    requests.at(-1)?.fail();
    expect(await reaches('stale')).toMatchObject({
      context: { ...shown, ...('message' in shown && { message: expect.stringMatching(/./) }) },
    });
    clock.increment(30_000);
    expect(requests).toHaveLength(3);
    requests.at(-1)?.fail();
    await reaches('stale');
    actor.send({ type: 'reconnected' });
    expect(requests).toHaveLength(4);
    requests.at(-1)?.succeed();
    expect(await reaches('shown')).toMatchObject({ context: shown });
  });
});

test.each(Object.entries<Screen>(paged))(
  'after a reconnection while more is loaded, %s fetches again what it shows',
  async (_, screen) => {
    const { actor, requests, reaches } = open(screen);
    const [first] = requests;
    first?.succeed();
    await reaches('shown');
    actor.send({ type: 'load more' });
    actor.send({ type: 'reconnected' });
    expect(requests).toHaveLength(3);
    expect(requests.at(-1)?.input).not.toHaveProperty('query.before');
    requests.at(-1)?.succeed();
    await reaches('shown');
    expect(actor.getSnapshot().can({ type: 'load more' })).toBe(true);
  },
);
