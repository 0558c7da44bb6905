import type { Heartbeat, Tick } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { running } from '../ledger/samples.ts';
import { adminTransaction } from '../payments/samples.ts';
import { matchRowOf } from '../testing/match-rows.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from './connection-events.ts';
import { liveMachine } from './live-machine.ts';
import { type LiveEvent, type PollInput, silenceMs } from './live-setup.ts';
import {
  defaultAnswerTimeoutMs,
  defaultCrowdedDelayMs,
  defaultReconnectDelayMs,
  retryDelayMs,
} from './retry-delays.ts';

const beat = (different: Partial<Heartbeat> = {}): ConnectionEvent => ({
  type: 'heartbeat',
  heartbeat: { e: 'a', n: 3, t: 0, feed: 'ok', stale: [], ...different },
  at: 0,
});
const frame = (different: Partial<Tick> = {}): ConnectionEvent => ({
  type: 'tick',
  tick: { e: 'a', p: 3, n: 4, t: 0, d: [matchRowOf({ s: 4 })], ...different },
});
const answer: ConnectionEvent = {
  type: 'subscription answered',
  answer: {
    ok: true,
    tick: { e: 'a', p: 0, n: 3, t: 0, full: true, d: [matchRowOf({ s: 3 })] },
    hb: { e: 'a', n: 3, t: 0, feed: 'ok', stale: [] },
  },
  at: 0,
};
const noAnswer: ConnectionEvent = { type: 'subscription answered', answer: { ok: false, error: 'busy' }, at: 0 };

const samples: LiveEvent[] = [
  answer,
  noAnswer,
  frame(),
  frame({ p: 9, n: 10 }),
  beat(),
  { type: 'identity changed', token: 't' },
  { type: 'rows fetched', rows: [] },
  { type: 'join room', room: 'ledger' },
  { type: 'leave room', room: 'ledger' },
];

describe('every state is reachable', () => {
  const quiet = liveMachine.provide({
    actors: { connection: fromCallback<ConnectionCommand, ConnectionInput>(() => {}) },
  });
  const reached = reachableStates(quiet, { samples, input: { token: undefined } });
  test.each(allStates(liveMachine))('%s', (state) => expect(reached).toContain(state));
});

function join() {
  const commands: ConnectionCommand[] = [];
  const tokens: (string | undefined)[] = [];
  const clock = new SimulatedClock();
  const connection = fromCallback<ConnectionCommand, ConnectionInput>(({ input, receive }) => {
    tokens.push(input.token);
    receive((command) => commands.push(command));
  });
  const polls = { started: 0, stopped: 0 };
  const pollMatches = fromCallback<EventObject, PollInput>(() => {
    polls.started += 1;
    return () => {
      polls.stopped += 1;
    };
  });
  const provided = liveMachine.provide({ actors: { connection, pollMatches } });
  const room = createActor(provided, { input: { token: undefined }, clock }).start();
  const send = (...events: LiveEvent[]) => {
    for (const event of events) room.send(event);
  };
  return { room, send, commands, tokens, clock, polls, state: () => room.getSnapshot().value };
}

test('subscribes when connected, and from the last frame after a reconnection', () => {
  const { send, commands } = join();
  send({ type: 'connected' }, answer, frame(), { type: 'disconnected' }, { type: 'connected' });
  expect(commands).toEqual([
    { type: 'subscribe', n: 0, unanswered: 0 },
    { type: 'subscribe', n: 4, unanswered: 0 },
  ]);
});

describe('rooms besides the matches', () => {
  const rooms = (commands: readonly ConnectionCommand[]) => commands.filter(({ type }) => type !== 'subscribe');
  const wanted: LiveEvent = { type: 'join room', room: 'ledger' };
  const notWanted: LiveEvent = { type: 'leave room', room: 'ledger' };

  test('are left when their last user leaves', () => {
    const { send, commands } = join();
    send({ type: 'connected' }, wanted, wanted, notWanted);
    expect(rooms(commands)).toEqual([
      { type: 'join', room: 'ledger' },
      { type: 'join', room: 'ledger' },
    ]);
    send(notWanted);
    expect(rooms(commands).at(-1)).toEqual({ type: 'leave', room: 'ledger' });
  });
  test('are joined again after every connection, also for another user', () => {
    const { send, commands } = join();
    send(wanted, { type: 'connected' }, answer, { type: 'disconnected' }, { type: 'connected' });
    send({ type: 'identity changed', token: 'mine' }, { type: 'connected' });
    expect(rooms(commands)).toEqual(Array.from({ length: 4 }, () => ({ type: 'join', room: 'ledger' })));
  });
  test('emit their pushes in every state', () => {
    const { room, send } = join();
    const emitted: number[] = [];
    room.on('ledger', ({ growth }) => emitted.push(growth.n));
    room.on('verification', ({ run }) => emitted.push(run.eventsDone));
    send(
      { type: 'disconnected' },
      { type: 'ledger pushed', growth: { n: 7 } },
      { type: 'verification pushed', run: running },
    );
    expect(emitted).toEqual([7, running.eventsDone]);
  });
});

test('emits "joined" when pushes were missed, also while silent', () => {
  const { room, send, clock } = join();
  let joined = 0;
  room.on('joined', () => {
    joined += 1;
  });
  send({ type: 'connected' }, answer, { type: 'missed' });
  expect(joined).toBe(2);
  clock.increment(silenceMs);
  send({ type: 'missed' });
  expect(joined).toBe(3);
});

test('subscribes again when a frame is missing', () => {
  const { send, commands, state } = join();
  send({ type: 'connected' }, answer, frame({ p: 7, n: 8 }));
  expect(state()).toEqual({ online: 'subscribing' });
  expect(commands).toHaveLength(2);
});

test('is silent after five seconds without a message and current again at the next heartbeat', () => {
  const { send, clock, state } = join();
  send({ type: 'connected' }, answer);
  clock.increment(silenceMs - 1);
  send(beat());
  clock.increment(silenceMs - 1);
  expect(state()).toEqual({ online: 'current' });
  clock.increment(1);
  expect(state()).toEqual({ online: 'silent' });
  send(beat());
  expect(state()).toEqual({ online: 'current' });
});

describe('a subscription that fails', () => {
  const subscriptions = (commands: readonly ConnectionCommand[]) =>
    commands.flatMap((command) => (command.type === 'subscribe' ? [command.unanswered] : []));

  test('is retried with growing delays, which an answer resets', () => {
    const { send, clock, commands } = join();
    send({ type: 'connected' }, noAnswer);
    clock.increment(retryDelayMs(1, 0) - 1);
    expect(subscriptions(commands)).toEqual([0]);
    clock.increment(retryDelayMs(1, 1) - retryDelayMs(1, 0) + 1);
    expect(subscriptions(commands)).toEqual([0, 1]);
    send(noAnswer);
    clock.increment(retryDelayMs(2, 0) - 1);
    expect(subscriptions(commands)).toEqual([0, 1]);
    clock.increment(retryDelayMs(2, 1));
    send(answer, frame({ p: 9, n: 10 }));
    expect(subscriptions(commands)).toEqual([0, 1, 2, 0]);
  });
  test('is retried even if the connection does not report the timeout', () => {
    const { send, clock, commands } = join();
    send({ type: 'connected' });
    clock.increment(defaultAnswerTimeoutMs(0) + 1_000);
    clock.increment(retryDelayMs(1, 1));
    clock.increment(defaultAnswerTimeoutMs(1) + 1_000);
    clock.increment(retryDelayMs(2, 1));
    expect(subscriptions(commands)).toEqual([0, 1, 2]);
  });
  test('polls over HTTP without interruption until one succeeds', () => {
    const { room, send, clock, polls } = join();
    send({ type: 'connected' }, noAnswer);
    clock.increment(retryDelayMs(1, 1));
    send(noAnswer, { type: 'disconnected' }, { type: 'connected' });
    expect(polls).toEqual({ started: 1, stopped: 0 });
    send({ type: 'rows fetched', rows: [matchRowOf({ id: 'polled' })] });
    expect([...room.getSnapshot().context.rows.keys()]).toEqual(['polled']);
    send(answer);
    expect(polls).toEqual({ started: 1, stopped: 1 });
  });
  test('waits at most 20 s for an answer and 15 s before a retry', () => {
    const many = [0, 1, 2, 3, 50];
    expect(many.map(defaultAnswerTimeoutMs)).toEqual([5_000, 10_000, 20_000, 20_000, 20_000]);
    expect(many.map((unanswered) => retryDelayMs(unanswered, 0))).toEqual([2_000, 2_000, 4_000, 8_000, 10_000]);
    expect(retryDelayMs(50, 1)).toBe(15_000);
  });
});

test('reconnects 0.5 s to 5 s after the server closed the connection, with jitter', () => {
  expect([0, 1, 2, 50].map((closures) => defaultReconnectDelayMs(closures, 0.5))).toEqual([500, 1_000, 2_000, 5_000]);
  expect([0, 1].map((chance) => defaultReconnectDelayMs(0, chance))).toEqual([250, 750]);
});

test('reconnects 30 s to 60 s after a network reached its socket limit', () => {
  expect([0, 1].map(defaultCrowdedDelayMs)).toEqual([30_000, 60_000]);
});

test('is untrusted until connected and subscribed', () => {
  const { room, send, clock, state } = join();
  const isTrusted = () => room.getSnapshot().hasTag('trusted');
  expect(isTrusted()).toBe(true);
  clock.increment(silenceMs);
  expect({ state: state(), trusted: isTrusted() }).toEqual({
    state: { online: { behind: 'reconnecting' } },
    trusted: false,
  });
  send({ type: 'connected' }, noAnswer);
  expect({ state: state(), trusted: isTrusted() }).toEqual({
    state: { online: { behind: 'waiting' } },
    trusted: false,
  });
  clock.increment(retryDelayMs(1, 1));
  send(answer);
  expect({ state: state(), trusted: isTrusted() }).toEqual({ state: { online: 'current' }, trusted: true });
});

describe('rows that are out of date stay untrusted', () => {
  const isTrusted = ({ room }: ReturnType<typeof join>) => room.getSnapshot().hasTag('trusted');
  test('when the user logs in or out, until the answer to the new subscription', () => {
    const live = join();
    const { send, tokens, polls, clock } = live;
    send({ type: 'connected' }, answer, { type: 'disconnected' });
    clock.increment(600_000);
    send({ type: 'identity changed', token: 'mine' });
    expect([isTrusted(live), tokens, polls.started - polls.stopped]).toEqual([false, [undefined, 'mine'], 1]);
    send({ type: 'connected' });
    expect(isTrusted(live)).toBe(false);
    send(answer);
    expect(isTrusted(live)).toBe(true);
  });
  test('when the user logs in or out while the connection is silent', () => {
    const live = join();
    live.send({ type: 'connected' }, answer);
    live.clock.increment(silenceMs);
    live.send({ type: 'identity changed', token: 'mine' });
    expect(isTrusted(live)).toBe(false);
  });
  test.each([
    ['frame', frame({ p: 7, n: 8 })],
    ['heartbeat', beat({ e: 'another' })],
  ])('when the first %s after a silence shows that some are missing, until they are here', (_, first) => {
    const live = join();
    const { send, clock, commands } = live;
    send({ type: 'connected' }, answer);
    clock.increment(silenceMs);
    send(first);
    expect([isTrusted(live), commands.length]).toEqual([false, 2]);
    send(answer);
    expect(isTrusted(live)).toBe(true);
  });
});

test('reconnects with the token after login', () => {
  const { send, tokens, state } = join();
  send({ type: 'connected' }, answer, { type: 'identity changed', token: 'mine' });
  expect(tokens).toEqual([undefined, 'mine']);
  expect(state()).toEqual({ online: 'connecting' });
});

test('applies fetched rows only until the first snapshot', () => {
  const { room, send } = join();
  send({ type: 'rows fetched', rows: [matchRowOf({ id: 'early' })] });
  expect([...room.getSnapshot().context.rows.keys()]).toEqual(['early']);
  send({ type: 'connected' }, answer, { type: 'rows fetched', rows: [matchRowOf({ id: 'late', s: 99 })] });
  expect([...room.getSnapshot().context.rows.keys()]).toEqual(['m1']);
});

test('emits wallets in every state', () => {
  const { room, send } = join();
  const emitted: unknown[] = [];
  room.on('wallet', (event) => emitted.push(event));
  const wallet = { version: 2, balance: 5, held: 0, bonus: 0, staked: 0 };
  send({ type: 'wallet pushed', wallet });
  expect(emitted).toEqual([{ type: 'wallet', wallet }]);
});

test('emits match changes for admins', () => {
  const { room, send } = join();
  const emitted: unknown[] = [];
  room.on('market', (event) => emitted.push(event));
  const change = { matchId: 'm1' };
  send({ type: 'market pushed', change });
  expect(emitted).toEqual([{ type: 'market', change }]);
});

test('emits transactions for their owner and for admins', () => {
  const { room, send } = join();
  const emitted: unknown[] = [];
  room.on('transaction', (event) => emitted.push(event));
  room.on('admin transaction', (event) => emitted.push(event));
  const transaction = { ...adminTransaction, version: 2 };
  send({ type: 'transaction pushed', transaction }, { type: 'admin transaction pushed', transaction });
  expect(emitted).toEqual([
    { type: 'transaction', transaction },
    { type: 'admin transaction', transaction },
  ]);
});
