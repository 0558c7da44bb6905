import { Decimal } from '@touchline/core/money';
import { ok, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { Attempt } from './attempt.ts';
import {
  acceptedBet,
  arsenal,
  arsenalAt,
  arsenalRow,
  bookedAnswer,
  bookedBet,
  goals,
  heldBet,
  interRow,
  marketOf,
  oddsChanged,
  rejectedBet,
} from './samples.ts';
import { slipMachine } from './slip-machine.ts';
import type { KeptSlip, SlipEvent } from './slip-moves.ts';

const fresh: KeptSlip = { entries: [arsenal], policy: 'better', attempt: null };
const attempt: Attempt = {
  key: 'k1',
  bettorId: 'u1',
  request: {
    stake: 10,
    matches: [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 }],
    oddsPolicy: 'better',
  },
  tries: 1,
};

describe('the chart', () => {
  const answers = (output: unknown) => ({ type: 'xstate.done.actor.placeBet', output });
  const samples = [
    { type: 'selection picked', entry: goals },
    { type: 'selection removed', matchId: goals.matchId },
    { type: 'stake typed', text: '10' },
    { type: 'policy chosen', policy: 'any' },
    { type: 'market seen', market: marketOf([arsenalAt(1.95)]) },
    { type: 'bettor changed', bettorId: 'u1' },
    { type: 'place pressed', key: 'k2' },
    { type: 'bet told', bet: bookedBet },
    answers(ok(bookedAnswer)),
    answers(refused(oddsChanged)),
    answers(refused({ kind: 'timeout' })),
    { type: 'xstate.error.actor.placeBet', error: new Error('broken') },
  ];
  const reached = new Set([
    ...reachableStates(slipMachine, { samples, input: { kept: fresh, bettorId: 'u1' } }),
    ...reachableStates(slipMachine, { samples, input: { kept: { ...fresh, attempt }, bettorId: 'u1' } }),
    ...reachableStates(slipMachine, {
      samples,
      input: { kept: { ...fresh, attempt: { ...attempt, tries: 3 } }, bettorId: 'u1' },
    }),
    'opening',
  ]);
  test.each(allStates(slipMachine))('the slip can reach "%s"', (state) => expect(reached).toContain(state));
});

type Try = { readonly key: string; readonly answer: (output: unknown) => void };

/** A slip whose server answers when the test says so, and whose clock the test turns. */
function openSlip(kept: KeptSlip = fresh, bettorId: string | null = 'u1') {
  const clock = new SimulatedClock();
  const tries: Try[] = [];
  const placeBet = fromPromise(({ input }: { input: { key: string } }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    tries.push({ key: input.key, answer: resolve });
    return promise;
  });
  const machine = slipMachine.provide({ actors: { placeBet: placeBet as never } });
  const actor = createActor(machine, { input: { kept, bettorId }, clock }).start();
  const send = (...events: SlipEvent[]) => {
    for (const event of events) actor.send(event);
  };
  const answer = async (output: unknown) => {
    tries.at(-1)?.answer(output);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { send, clock, tries, answer, now: () => actor.getSnapshot() };
}

const ready: SlipEvent[] = [
  { type: 'market seen', market: marketOf([arsenalRow, interRow]) },
  { type: 'stake typed', text: '10' },
];
const steady = (slip: ReturnType<typeof openSlip>) => slip.clock.increment(400);

function pressed(...events: SlipEvent[]) {
  const slip = openSlip();
  slip.send(...ready, ...events);
  steady(slip);
  slip.send({ type: 'place pressed', key: 'k1' });
  return slip;
}

describe('placing', () => {
  test('a booked bet empties the slip, sets the stake to 0 and leaves the receipt', async () => {
    const slip = pressed();
    await slip.answer(ok(bookedAnswer));
    const { context, value } = slip.now();
    expect(value).toEqual({ placed: 'announced' });
    expect([context.entries, context.stakeText, context.receipt, context.message, context.attempt]).toEqual([
      [],
      '',
      bookedBet,
      'Bet placed successfully!',
      null,
    ]);
  });
  test('the success banner goes after 5 s and the receipt stays', async () => {
    const slip = pressed();
    await slip.answer(ok(bookedAnswer));
    slip.clock.increment(5_000);
    expect(slip.now().value).toEqual({ placed: 'quiet' });
    expect(slip.now().context.receipt).toEqual(bookedBet);
  });
  test('a bet that is held waits without a word of success, which comes when it is accepted', async () => {
    const slip = pressed();
    await slip.answer(ok({ ...bookedAnswer, bet: heldBet }));
    expect([slip.now().context.receipt, slip.now().context.message]).toEqual([heldBet, '']);
    slip.clock.increment(5_000);
    slip.send({ type: 'bet told', bet: { ...acceptedBet, _id: 'another' } }, { type: 'bet told', bet: acceptedBet });
    expect(slip.now().value).toEqual({ placed: 'announced' });
    expect([slip.now().context.receipt, slip.now().context.message]).toEqual([acceptedBet, 'Bet placed successfully!']);
    slip.send({ type: 'bet told', bet: heldBet });
    expect(slip.now().context.receipt).toEqual(acceptedBet);
  });
  test('a bet that is not taken says so on its receipt', async () => {
    const slip = pressed();
    await slip.answer(ok({ ...bookedAnswer, bet: heldBet }));
    slip.send({ type: 'bet told', bet: rejectedBet });
    expect([slip.now().context.receipt, slip.now().context.message]).toEqual([rejectedBet, '']);
  });
  test('nothing can be picked, typed or pressed while the bet is on its way', () => {
    const slip = pressed();
    slip.send(
      { type: 'selection picked', entry: goals },
      { type: 'stake typed', text: '99' },
      { type: 'place pressed', key: 'k2' },
    );
    expect(slip.tries.map(({ key }) => key)).toEqual(['k1']);
    expect([slip.now().context.entries, slip.now().context.stakeText]).toEqual([[arsenal], '10']);
  });
  test('an empty slip and a stake of nothing say what is missing', () => {
    const slip = openSlip();
    slip.send({ type: 'market seen', market: marketOf([arsenalRow]) }, { type: 'place pressed', key: 'k1' });
    expect(slip.now().context.message).toBe('Please enter a valid stake amount');
    slip.send({ type: 'slip cleared' }, { type: 'place pressed', key: 'k1' });
    expect([slip.now().value, slip.now().context.message]).toEqual([
      { editing: { refused: 'settled' } },
      'Your bet slip is empty',
    ]);
  });
});

describe('a refusal', () => {
  test("shows the server's sentence for 5 s and takes its odds over for acceptance", async () => {
    const slip = pressed();
    await slip.answer(refused(oddsChanged));
    expect(slip.now().context.message).toBe('The odds of Arsenal Win moved from 2.10 to 1.95. Nothing was staked.');
    slip.send({ type: 'accept pressed' });
    expect(slip.now().context.entries).toEqual([{ ...arsenal, odds: new Decimal('1.95') }]);
    steady(slip);
    slip.send({ type: 'place pressed', key: 'k2' });
    expect(slip.tries.map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(slip.now().context.attempt?.request.matches[0]?.odds).toBe(1.95);
  });
  test('without a sentence says that placing failed', async () => {
    const slip = pressed();
    await slip.answer(refused({ kind: 'refused', status: 422, view: { code: 'unexplained', error: '' } }));
    expect(slip.now().context.message).toBe('Failed to place bet');
    slip.clock.increment(5_000);
    expect(slip.now().value).toEqual({ editing: 'steady' });
  });
});

test('a refusal is shown for its 5 s though the odds move meanwhile, and presses wait for a moment', async () => {
  const slip = pressed();
  await slip.answer(refused({ kind: 'refused', status: 422, view: { code: 'unexplained', error: 'Not today.' } }));
  slip.clock.increment(2_000);
  slip.send({ type: 'market seen', market: marketOf([arsenalAt(1.95)]) }, { type: 'accept pressed' });
  expect([slip.now().value, slip.now().context.entries]).toEqual([{ editing: { refused: 'unsettled' } }, [arsenal]]);
  steady(slip);
  expect(slip.now().value).toEqual({ editing: { refused: 'settled' } });
  slip.clock.increment(2_599);
  expect([slip.now().matches({ editing: 'refused' }), slip.now().context.message]).toEqual([true, 'Not today.']);
  slip.clock.increment(1);
  expect(slip.now().value).toEqual({ editing: 'steady' });
});

describe('no answer', () => {
  test('asks again by itself, three times in all, always with the same key', async () => {
    const slip = pressed();
    for (const _ of [1, 2, 3]) {
      await slip.answer(refused({ kind: 'timeout' }));
      slip.clock.increment(2_000);
    }
    expect(slip.now().value).toEqual({ unsure: 'asking' });
    slip.send({ type: 'check pressed' });
    expect(slip.tries.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1', 'k1']);
    await slip.answer(ok(bookedAnswer));
    expect(slip.now().context.receipt).toEqual(bookedBet);
  });
  test.each([
    ['no connection', { kind: 'network' } as const, 'Failed to place bet'],
    ['too long', { kind: 'timeout' } as const, 'Failed to place bet'],
    [
      'a sentence of a broken server',
      { kind: 'refused', status: 503, view: { code: 'away', error: 'Out of order.' } } as const,
      'Out of order.',
    ],
    [
      'a broken server',
      { kind: 'refused', status: 500, view: { code: 'failed', error: '' } } as const,
      'Failed to place bet',
    ],
  ])('says that it failed while the outcome is not known: %s', async (_, failure, told) => {
    const slip = pressed();
    await slip.answer(refused(failure));
    expect([slip.now().value, slip.now().context.message]).toEqual([{ unsure: 'waiting' }, told]);
    slip.send({ type: 'banner dismissed' });
    expect([slip.now().value, slip.now().context.message]).toEqual([{ unsure: 'waiting' }, '']);
    for (const _ of [2, 3]) {
      slip.clock.increment(2_000);
      await slip.answer(refused(failure));
    }
    slip.clock.increment(4_999);
    expect([slip.now().value, slip.now().context.message]).toEqual([{ unsure: 'asking' }, told]);
    slip.clock.increment(1);
    expect([slip.now().value, slip.now().context.message]).toEqual([{ unsure: 'asking' }, '']);
  });
  test('a bet left unresolved by a reload is asked for again with its old key', () => {
    const slip = openSlip({ ...fresh, attempt });
    expect(slip.now().value).toEqual({ unsure: 'waiting' });
    slip.clock.increment(2_000);
    expect(slip.tries.map(({ key }) => key)).toEqual(['k1']);
  });
  test('nobody else is asked to pay for it: another bettor finds an empty slip', () => {
    const slip = openSlip({ ...fresh, attempt }, null);
    slip.clock.increment(2_000);
    expect(slip.tries).toEqual([]);
    slip.send({ type: 'bettor changed', bettorId: 'u2' });
    expect([slip.now().value, slip.now().context.entries]).toEqual([{ editing: 'steady' }, []]);
  });
  test('giving up empties the slip, so that the same bet is not placed again by accident', async () => {
    const slip = pressed();
    await slip.answer(refused({ kind: 'network' }));
    slip.send({ type: 'given up' });
    expect([slip.now().context.entries, slip.now().context.attempt]).toEqual([[], null]);
  });
});

describe('a button that changes its meaning under a finger', () => {
  test('does not count presses for a moment', () => {
    const slip = openSlip();
    slip.send(...ready);
    steady(slip);
    slip.send({ type: 'market seen', market: marketOf([arsenalAt(1.95)]) }, { type: 'accept pressed' });
    expect(slip.now().context.entries).toEqual([arsenal]);
    steady(slip);
    slip.send({ type: 'accept pressed' }, { type: 'place pressed', key: 'k1' });
    expect(slip.now().context.entries).toEqual([{ ...arsenal, odds: new Decimal('1.95') }]);
    expect(slip.tries).toEqual([]);
  });
});

test('what cannot be bet on any more is removed with one press', () => {
  const slip = openSlip({ ...fresh, entries: [arsenal, goals] });
  slip.send(
    { type: 'market seen', market: marketOf([{ ...arsenalRow, status: 'finished' }, interRow]) },
    { type: 'unavailable removed' },
  );
  expect(slip.now().context.entries).toEqual([goals]);
});
