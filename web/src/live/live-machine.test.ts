import type { Heartbeat, Tick } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate';
import { running } from '../ledger/samples.ts';
import { adminTransaction } from '../payments/samples.ts';
import { matchRowOf } from '../testing/match-rows.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { answerWithinMs, pauseBeforeAskingMs, placeWithinMs, returnWithinMs } from './asking.ts';
import type { LineEvent, LineInput, LineOrder } from './line-events.ts';
import { liveMachine } from './live-machine.ts';
import { type GlanceInput, type LiveEvent, silenceMs } from './live-setup.ts';

const beat = (different: Partial<Heartbeat> = {}): LineEvent => ({
  type: 'heartbeat',
  heartbeat: { e: 'a', n: 3, t: 0, feed: 'ok', stale: [], ...different },
  at: 0,
});
const frame = (different: Partial<Tick> = {}): LineEvent => ({
  type: 'tick',
  tick: { e: 'a', p: 3, n: 4, t: 0, d: [matchRowOf({ s: 4 })], ...different },
});
const answer: LineEvent = {
  type: 'rows answered',
  answer: {
    ok: true,
    tick: { e: 'a', p: 0, n: 3, t: 0, full: true, d: [matchRowOf({ s: 3 })] },
    hb: { e: 'a', n: 3, t: 0, feed: 'ok', stale: [] },
  },
  at: 0,
};
const noAnswer: LineEvent = { type: 'rows answered', answer: { ok: false, error: 'busy' }, at: 0 };

const samples: LiveEvent[] = [
  answer,
  noAnswer,
  frame(),
  frame({ p: 9, n: 10 }),
  beat(),
  { type: 'identity changed', token: 't' },
  { type: 'rows fetched', rows: [] },
  { type: 'room wanted', room: 'ledger' },
  { type: 'room not wanted', room: 'ledger' },
];

describe('every state of the live room can be reached', () => {
  const quiet = liveMachine.provide({ actors: { line: fromCallback<LineOrder, LineInput>(() => {}) } });
  const reached = reachableStates(quiet, { samples, input: { token: undefined } });
  test.each(allStates(liveMachine))('%s', (state) => expect(reached).toContain(state));
});

function join() {
  const orders: LineOrder[] = [];
  const tokens: (string | undefined)[] = [];
  const clock = new SimulatedClock();
  const line = fromCallback<LineOrder, LineInput>(({ input, receive }) => {
    tokens.push(input.token);
    receive((order) => orders.push(order));
  });
  const looks = { begun: 0, ended: 0 };
  const glance = fromCallback<EventObject, GlanceInput>(() => {
    looks.begun += 1;
    return () => {
      looks.ended += 1;
    };
  });
  const provided = liveMachine.provide({ actors: { line, glance } });
  const room = createActor(provided, { input: { token: undefined }, clock }).start();
  const say = (...events: LiveEvent[]) => {
    for (const event of events) room.send(event);
  };
  return { room, say, orders, tokens, clock, looks, state: () => room.getSnapshot().value };
}

test('when the line opens the rows are asked for, and asked again from the last frame read after it was lost', () => {
  const { say, orders } = join();
  say({ type: 'line opened' }, answer, frame(), { type: 'line lost' }, { type: 'line opened' });
  expect(orders).toEqual([
    { type: 'ask for rows', n: 0, unanswered: 0 },
    { type: 'ask for rows', n: 4, unanswered: 0 },
  ]);
});

describe('rooms beside the matches', () => {
  const rooms = (orders: readonly LineOrder[]) => orders.filter(({ type }) => type !== 'ask for rows');
  const wanted: LiveEvent = { type: 'room wanted', room: 'ledger' };
  const notWanted: LiveEvent = { type: 'room not wanted', room: 'ledger' };

  test('one is left only when nobody wants it any more', () => {
    const { say, orders } = join();
    say({ type: 'line opened' }, wanted, wanted, notWanted);
    expect(rooms(orders)).toEqual([
      { type: 'enter', room: 'ledger' },
      { type: 'enter', room: 'ledger' },
    ]);
    say(notWanted);
    expect(rooms(orders).at(-1)).toEqual({ type: 'leave', room: 'ledger' });
  });
  test('they are entered anew whenever the line opens, also as somebody else', () => {
    const { say, orders } = join();
    say(wanted, { type: 'line opened' }, answer, { type: 'line lost' }, { type: 'line opened' });
    say({ type: 'identity changed', token: 'mine' }, { type: 'line opened' });
    expect(rooms(orders)).toEqual(Array.from({ length: 4 }, () => ({ type: 'enter', room: 'ledger' })));
  });
  test('what is said there is passed on, whatever the state of the matches', () => {
    const { room, say } = join();
    const heard: number[] = [];
    room.on('ledger', ({ growth }) => heard.push(growth.n));
    room.on('verification', ({ run }) => heard.push(run.eventsDone));
    say(
      { type: 'line lost' },
      { type: 'ledger pushed', growth: { n: 7 } },
      { type: 'verification pushed', run: running },
    );
    expect(heard).toEqual([7, running.eventsDone]);
  });
});

test('screens fetch again when pushes were missed, also while the line is silent', () => {
  const { room, say, clock } = join();
  let joined = 0;
  room.on('joined', () => {
    joined += 1;
  });
  say({ type: 'line opened' }, answer, { type: 'missed' });
  expect(joined).toBe(2);
  clock.increment(silenceMs);
  say({ type: 'missed' });
  expect(joined).toBe(3);
});

test('a missing frame makes it ask again', () => {
  const { say, orders, state } = join();
  say({ type: 'line opened' }, answer, frame({ p: 7, n: 8 }));
  expect(state()).toEqual({ online: 'asking' });
  expect(orders).toHaveLength(2);
});

test('five seconds without a word make it silent, and the next heartbeat current again', () => {
  const { say, clock, state } = join();
  say({ type: 'line opened' }, answer);
  clock.increment(silenceMs - 1);
  say(beat());
  clock.increment(silenceMs - 1);
  expect(state()).toEqual({ online: 'current' });
  clock.increment(1);
  expect(state()).toEqual({ online: 'silent' });
  say(beat());
  expect(state()).toEqual({ online: 'current' });
});

describe('a question for rows that brings nothing', () => {
  const questions = (orders: readonly LineOrder[]) =>
    orders.flatMap((order) => (order.type === 'ask for rows' ? [order.unanswered] : []));

  test('is asked again, and waits longer each time; an answer is a new beginning', () => {
    const { say, clock, orders } = join();
    say({ type: 'line opened' }, noAnswer);
    clock.increment(pauseBeforeAskingMs(1, 0) - 1);
    expect(questions(orders)).toEqual([0]);
    clock.increment(pauseBeforeAskingMs(1, 1) - pauseBeforeAskingMs(1, 0) + 1);
    expect(questions(orders)).toEqual([0, 1]);
    say(noAnswer);
    clock.increment(pauseBeforeAskingMs(2, 0) - 1);
    expect(questions(orders)).toEqual([0, 1]);
    clock.increment(pauseBeforeAskingMs(2, 1));
    say(answer, frame({ p: 9, n: 10 }));
    expect(questions(orders)).toEqual([0, 1, 2, 0]);
  });
  test('is asked again even when the line forgets to say that nothing came', () => {
    const { say, clock, orders } = join();
    say({ type: 'line opened' });
    clock.increment(answerWithinMs(0) + 1_000);
    clock.increment(pauseBeforeAskingMs(1, 1));
    clock.increment(answerWithinMs(1) + 1_000);
    clock.increment(pauseBeforeAskingMs(2, 1));
    expect(questions(orders)).toEqual([0, 1, 2]);
  });
  test('leaves HTTP to show what there is, without a break, until one is answered', () => {
    const { room, say, clock, looks } = join();
    say({ type: 'line opened' }, noAnswer);
    clock.increment(pauseBeforeAskingMs(1, 1));
    say(noAnswer, { type: 'line lost' }, { type: 'line opened' });
    expect(looks).toEqual({ begun: 1, ended: 0 });
    say({ type: 'rows fetched', rows: [matchRowOf({ id: 'by HTTP' })] });
    expect([...room.getSnapshot().context.rows.keys()]).toEqual(['by HTTP']);
    say(answer);
    expect(looks).toEqual({ begun: 1, ended: 1 });
  });
  test('may wait for twenty seconds at most, and for a pause of fifteen', () => {
    const many = [0, 1, 2, 3, 50];
    expect(many.map(answerWithinMs)).toEqual([5_000, 10_000, 20_000, 20_000, 20_000]);
    expect(many.map((unanswered) => pauseBeforeAskingMs(unanswered, 0))).toEqual([2_000, 2_000, 4_000, 8_000, 10_000]);
    expect(pauseBeforeAskingMs(50, 1)).toBe(15_000);
  });
});

test('a server that ended the line is come back to after half a second at first, and five at most, spread around it', () => {
  expect([0, 1, 2, 50].map((farewells) => returnWithinMs(farewells, 0.5))).toEqual([500, 1_000, 2_000, 5_000]);
  expect([0, 1].map((chance) => returnWithinMs(0, chance))).toEqual([250, 750]);
});

test('a place where there was none is asked for after half a minute to a minute', () => {
  expect([0, 1].map(placeWithinMs)).toEqual([30_000, 60_000]);
});

test('a line that never comes, or comes back without its rows, leaves what is shown untrusted', () => {
  const { room, say, clock, state } = join();
  const isTrusted = () => room.getSnapshot().hasTag('trusted');
  expect(isTrusted()).toBe(true);
  clock.increment(silenceMs);
  expect({ state: state(), trusted: isTrusted() }).toEqual({
    state: { online: { behind: 'reconnecting' } },
    trusted: false,
  });
  say({ type: 'line opened' }, noAnswer);
  expect({ state: state(), trusted: isTrusted() }).toEqual({
    state: { online: { behind: 'waiting' } },
    trusted: false,
  });
  clock.increment(pauseBeforeAskingMs(1, 1));
  say(answer);
  expect({ state: state(), trusted: isTrusted() }).toEqual({ state: { online: 'current' }, trusted: true });
});

test('a login joins the room anew with the token', () => {
  const { say, tokens, state } = join();
  say({ type: 'line opened' }, answer, { type: 'identity changed', token: 'mine' });
  expect(tokens).toEqual([undefined, 'mine']);
  expect(state()).toEqual({ online: 'connecting' });
});

test('rows that came by HTTP are shown until the room is joined, and change nothing afterwards', () => {
  const { room, say } = join();
  say({ type: 'rows fetched', rows: [matchRowOf({ id: 'early' })] });
  expect([...room.getSnapshot().context.rows.keys()]).toEqual(['early']);
  say({ type: 'line opened' }, answer, { type: 'rows fetched', rows: [matchRowOf({ id: 'late', s: 99 })] });
  expect([...room.getSnapshot().context.rows.keys()]).toEqual(['m1']);
});

test('wallets and bets are passed on in whatever state the room is', () => {
  const { room, say } = join();
  const heard: unknown[] = [];
  room.on('wallet', (news) => heard.push(news));
  const wallet = { version: 2, balance: 5, held: 0, bonus: 0, staked: 0 };
  say({ type: 'wallet pushed', wallet });
  expect(heard).toEqual([{ type: 'wallet', wallet }]);
});

test('what changed about a match is passed on to the desk', () => {
  const { room, say } = join();
  const heard: unknown[] = [];
  room.on('market', (news) => heard.push(news));
  const change = { matchId: 'm1' };
  say({ type: 'market pushed', change });
  expect(heard).toEqual([{ type: 'market', change }]);
});

test('transactions are passed on, to their owner and to the desk', () => {
  const { room, say } = join();
  const heard: unknown[] = [];
  room.on('transaction', (news) => heard.push(news));
  room.on('desk', (news) => heard.push(news));
  const transaction = { ...adminTransaction, version: 2 };
  say({ type: 'transaction pushed', transaction }, { type: 'desk pushed', transaction });
  expect(heard).toEqual([
    { type: 'transaction', transaction },
    { type: 'desk', transaction },
  ]);
});
