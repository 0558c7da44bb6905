import type { BetView } from '@touchline/core/contract';
import { Decimal } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { assign, createActor, fromPromise, SimulatedClock } from 'xstate';
import { orThrow } from '../api/call.ts';
import type { ApiFailure } from '../api/client.ts';
import { type Attempt, unsureState } from '../attempt/attempt-machine.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import type { BetAttempt, SlipRequest } from './bet-request.ts';
import {
  acceptedBet,
  arsenal,
  arsenalAt,
  arsenalRow,
  awaitingBet,
  bookFull,
  doubleChance,
  doubleChanceAt,
  doubleChanceRefused,
  goals,
  interAt,
  interRow,
  marketOf,
  oddsChanged,
  placedAnswer,
  placedBet,
  rejectedBet,
} from './samples.ts';
import { slipMachine } from './slip-machine.ts';
import { placeBetMachine, type SlipAnswer, type SlipEvent, slipOfBet } from './slip-setup.ts';
import type { StoredSlip } from './slip-storage.ts';
import { newForm } from './tickets.ts';

const fresh: StoredSlip = { entries: [arsenal], stakeText: '', form: newForm, policy: 'better', attempt: null };
const attempt: BetAttempt = {
  key: 'k1',
  bettorId: 'u1',
  request: {
    stake: 10,
    matches: [{ matchId: 'm-arsenal', betOutcome: 'Arsenal Win', odds: 2.1 }],
    oddsPolicy: 'better',
  },
  attempts: 1,
};
const unanswered: StoredSlip = { ...fresh, attempt };
const answered = (...bets: readonly BetView[]): SlipAnswer => ({
  bets: bets.length > 0 ? bets : [placedBet],
  wallet: placedAnswer.wallet,
});
const lost: ApiFailure = { kind: 'network' };

describe('the states', () => {
  const snapshotOf = (value: 'done' | 'refused' | { unsure: 'waiting' }, failure?: ApiFailure) => ({
    type: 'xstate.snapshot.attempt',
    snapshot: placeBetMachine.resolveState({
      value,
      context: { attempt, attempts: 2, failure, message: '', answer: value === 'done' ? answered() : undefined },
    }),
  });
  const samples = [
    { type: 'add selection', entry: goals },
    { type: 'remove selection', matchId: goals.matchId },
    { type: 'set stake', text: '10' },
    { type: 'set policy', policy: 'any' },
    { type: 'market changed', market: marketOf([arsenalAt(1.95)]) },
    { type: 'bettor changed', bettorId: 'u1' },
    { type: 'stored slip changed', stored: fresh },
    { type: 'place bet', key: 'k2' },
    { type: 'fill', slip: slipOfBet(placedBet) },
    { type: 'bet changed', bet: placedBet },
    { type: 'bet changed', bet: rejectedBet },
    snapshotOf('done'),
    snapshotOf('refused', oddsChanged),
    snapshotOf({ unsure: 'waiting' }, lost),
  ];
  // The search compares states without their context, so the stake does not lead it on.
  const readyToPlace = slipMachine.provide({
    guards: { 'can place': () => true },
    actions: { 'begin attempt': assign({ attempt }) },
  });
  const reached = new Set([
    ...reachableStates(readyToPlace, { samples, input: { stored: fresh, bettorId: 'u1' } }),
    ...reachableStates(slipMachine, { samples, input: { stored: unanswered, bettorId: null } }),
    'starting',
  ]);
  test.each(allStates(slipMachine))('the slip can reach "%s"', (state) => expect(reached).toContain(state));
});

type Submission = Attempt<SlipRequest> & { readonly answer: (answer: Result<SlipAnswer, ApiFailure>) => void };

/** A slip whose server and clock the test controls. */
function openSlip(stored: StoredSlip = fresh, bettorId: string | null = 'u1') {
  const clock = new SimulatedClock();
  const submissions: Submission[] = [];
  const send = fromPromise<SlipAnswer, Attempt<SlipRequest>>(({ input }) => {
    const { promise, resolve } = Promise.withResolvers<Result<SlipAnswer, ApiFailure>>();
    submissions.push({ ...input, answer: resolve });
    return orThrow(promise);
  });
  const machine = slipMachine.provide({ actors: { attempt: placeBetMachine.provide({ actors: { send } }) } });
  const actor = createActor(machine, { input: { stored, bettorId }, clock }).start();
  return {
    clock,
    submissions,
    send: (...events: SlipEvent[]) => {
      for (const event of events) actor.send(event);
    },
    answer: async (answer: Result<SlipAnswer, ApiFailure>) => {
      submissions.at(-1)?.answer(answer);
      await new Promise((resolve) => setImmediate(resolve));
    },
    now: () => actor.getSnapshot(),
    /** Whether the attempt is waiting for its next submission, or asking the bettor. */
    unsure: () => {
      const child = actor.getSnapshot().children['attempt'];
      return child && unsureState(child.getSnapshot());
    },
  };
}

const ready: SlipEvent[] = [
  { type: 'market changed', market: marketOf([arsenalRow, interRow]) },
  { type: 'set stake', text: '10' },
];
const unlock = (slip: ReturnType<typeof openSlip>) => slip.clock.increment(400);

function pressed(...events: SlipEvent[]) {
  const slip = openSlip();
  slip.send(...ready, ...events);
  unlock(slip);
  slip.send({ type: 'place bet', key: 'k1' });
  return slip;
}

describe('placing', () => {
  test('a placed bet empties the slip and the stake, and shows the receipt', async () => {
    const slip = pressed();
    await slip.answer(ok(answered()));
    const { context, value } = slip.now();
    expect(value).toEqual({ placed: 'announced' });
    expect([context.entries, context.stakeText, context.receipts, context.message, context.attempt]).toEqual([
      [],
      '',
      [placedBet],
      'Bet placed successfully!',
      null,
    ]);
  });
  test('the success banner closes after 5 s and the receipt stays', async () => {
    const slip = pressed();
    await slip.answer(ok(answered()));
    slip.clock.increment(5_000);
    expect(slip.now().value).toEqual({ placed: 'quiet' });
    expect(slip.now().context.receipts).toEqual([placedBet]);
  });
  test('a bet awaiting acceptance shows success only once it is accepted', async () => {
    const slip = pressed();
    await slip.answer(ok(answered(awaitingBet)));
    expect([slip.now().context.receipts, slip.now().context.message]).toEqual([[awaitingBet], '']);
    slip.clock.increment(5_000);
    slip.send(
      { type: 'bet changed', bet: { ...acceptedBet, _id: 'another' } },
      { type: 'bet changed', bet: acceptedBet },
    );
    expect(slip.now().value).toEqual({ placed: 'announced' });
    expect([slip.now().context.receipts, slip.now().context.message]).toEqual([
      [acceptedBet],
      'Bet placed successfully!',
    ]);
    slip.send({ type: 'bet changed', bet: awaitingBet });
    expect(slip.now().context.receipts).toEqual([acceptedBet]);
  });
  test.each([
    ['settled', placedBet, { ...placedBet, version: 2, status: 'lost', payout: 0 }],
    ['cashed out in part', { ...acceptedBet, version: 1 }, acceptedBet],
    ['settled before its acceptance was seen', awaitingBet, { ...acceptedBet, status: 'lost', payout: 0 }],
  ] as const)('no success is announced when the bet is %s', async (_, placed, settled) => {
    const slip = pressed();
    await slip.answer(ok(answered(placed)));
    slip.clock.increment(5_000);
    slip.send({ type: 'bet changed', bet: settled });
    expect([slip.now().value, slip.now().context.receipts]).toEqual([{ placed: 'quiet' }, [settled]]);
  });
  test('of several bets the success shows once none awaits acceptance, and one that is rejected stays with the others', async () => {
    const slip = pressed();
    const other = { ...acceptedBet, _id: 'other' };
    await slip.answer(ok(answered(awaitingBet, { ...awaitingBet, _id: 'other' })));
    slip.send({ type: 'bet changed', bet: other });
    expect([slip.now().context.receipts, slip.now().context.message]).toEqual([[awaitingBet, other], '']);
    slip.send({ type: 'bet changed', bet: rejectedBet });
    expect([slip.now().context.receipts, slip.now().context.message]).toEqual([[rejectedBet, other], '']);
    expect([slip.now().hasTag('receipt'), slip.now().context.entries]).toEqual([true, []]);
  });
  test('a rejected bet is shown on its receipt', async () => {
    const slip = pressed();
    await slip.answer(ok(answered(awaitingBet)));
    slip.send({ type: 'bet changed', bet: rejectedBet });
    expect([slip.now().context.receipts, slip.now().context.message]).toEqual([[rejectedBet], '']);
  });
  test('a rejected bet is on the slip again, and one press places it at the odds of now', async () => {
    const slip = pressed();
    await slip.answer(ok(answered(awaitingBet)));
    slip.send({ type: 'bet changed', bet: rejectedBet });
    expect([slip.now().context.entries, slip.now().context.stakeText]).toEqual([[arsenal], '10']);
    slip.send({ type: 'market changed', market: marketOf([arsenalAt(1.95)]) });
    unlock(slip);
    slip.send({ type: 'place again', key: 'k2' });
    expect([slip.now().value, slip.now().context.receipts]).toEqual([{ placing: 'submitting' }, []]);
    expect(slip.submissions).toMatchObject([
      { key: 'k1', request: { stake: 10, matches: [{ odds: 2.1 }] } },
      { key: 'k2', request: { stake: 10, matches: [{ odds: 1.95 }] } },
    ]);
  });
  test('an earlier bet is put on the slip in place of what is there, as a system if it was one', async () => {
    const slip = openSlip();
    const system = { name: 'Trixie', sizes: [2, 3], bankers: [], lines: 4, unitStake: 2.5 };
    slip.send({ type: 'fill', slip: slipOfBet({ ...placedBet, system }) });
    const { entries, stakeText, form } = slip.now().context;
    expect([entries.map(({ betOutcome }) => betOutcome), stakeText, form.kind, form.sizes]).toEqual([
      placedBet.matches.map(({ betOutcome }) => betOutcome),
      '2.5',
      'system',
      [2, 3],
    ]);
    slip.send({ type: 'clear' }, ...ready, { type: 'add selection', entry: arsenal });
    unlock(slip);
    slip.send({ type: 'place bet', key: 'k1' });
    await slip.answer(ok(answered()));
    slip.send({ type: 'fill', slip: slipOfBet(placedBet) });
    expect([slip.now().value, slip.now().context.receipts, slip.now().context.entries.length]).toEqual([
      { editing: 'unlocked' },
      [],
      placedBet.matches.length,
    ]);
  });
  test('a rejected bet that cannot be placed again says why, and stays on the slip', async () => {
    const slip = pressed();
    await slip.answer(ok(answered(awaitingBet)));
    slip.send({ type: 'bet changed', bet: rejectedBet }, { type: 'market changed', market: marketOf([]) });
    unlock(slip);
    slip.send({ type: 'place again', key: 'k2' });
    expect([slip.now().context.message, slip.now().context.entries]).toEqual([
      'This match is no longer on offer.',
      [arsenal],
    ]);
    expect(slip.submissions).toHaveLength(1);
  });
  test('nothing can be added, typed or placed while the bet is being placed', () => {
    const slip = pressed();
    slip.send(
      { type: 'add selection', entry: goals },
      { type: 'set stake', text: '99' },
      { type: 'place bet', key: 'k2' },
    );
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1']);
    expect([slip.now().context.entries, slip.now().context.stakeText]).toEqual([[arsenal], '10']);
  });
  test('an empty slip and a missing stake say what is missing', () => {
    const slip = openSlip();
    slip.send({ type: 'market changed', market: marketOf([arsenalRow]) }, { type: 'place bet', key: 'k1' });
    expect(slip.now().context.message).toBe('Please enter a valid stake amount');
    slip.send({ type: 'clear' }, { type: 'place bet', key: 'k1' });
    expect([slip.now().value, slip.now().context.message]).toEqual([
      { editing: { refused: 'unlocked' } },
      'Your bet slip is empty',
    ]);
  });
});

describe('a refusal', () => {
  test("shows the server's sentence, and its odds can be accepted", async () => {
    const slip = pressed();
    await slip.answer(refused(oddsChanged));
    expect(slip.now().context.message).toBe('The odds of Arsenal Win moved from 2.10 to 1.95. Nothing was staked.');
    slip.send({ type: 'accept odds' });
    expect(slip.now().context.entries).toEqual([{ ...arsenal, odds: new Decimal('1.95') }]);
    unlock(slip);
    slip.send({ type: 'place bet', key: 'k2' });
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1', 'k2']);
    expect(slip.now().context.attempt?.request).toMatchObject({ matches: [{ odds: 1.95 }] });
  });
  describe('of a selection whose price only the server has', () => {
    const refusedWith = async (failure: ApiFailure) => {
      const slip = openSlip({ ...fresh, entries: [doubleChance], stakeText: '10' });
      slip.send({ type: 'market changed', market: marketOf([interRow], doubleChanceAt(1.5, 11)) });
      unlock(slip);
      slip.send({ type: 'place bet', key: 'k1' });
      await slip.answer(refused(failure));
      // The match changes before the new price is known.
      slip.send({ type: 'market changed', market: marketOf([interAt(12)], doubleChanceAt(1.5, 11)) });
      unlock(slip);
      return slip;
    };
    test('keeps its odds until they are accepted, and the bet is placed at them', async () => {
      const slip = await refusedWith(doubleChanceRefused(1.4));
      slip.send({ type: 'accept odds' });
      unlock(slip);
      slip.send({ type: 'place bet', key: 'k2' });
      expect(
        slip.submissions.map(({ key, request }) => [key, 'matches' in request && request.matches[0]?.odds]),
      ).toEqual([
        ['k1', 1.5],
        ['k2', 1.4],
      ]);
    });
    test('keeps it suspended until its price is known again', async () => {
      const slip = await refusedWith(doubleChanceRefused());
      slip.send({ type: 'place bet', key: 'k2' });
      expect([slip.submissions.length, slip.now().context.message]).toEqual([1, 'It is suspended.']);
      slip.send({ type: 'market changed', market: marketOf([interAt(12)], doubleChanceAt(1.5, 12)) });
      slip.clock.increment(5_000);
      slip.send({ type: 'place bet', key: 'k3' });
      expect(slip.submissions.map(({ key }) => key)).toEqual(['k1', 'k3']);
    });
    test('keeps its odds when the next attempt is refused for something else', async () => {
      const slip = await refusedWith(doubleChanceRefused(1.4));
      slip.send({ type: 'accept odds' });
      unlock(slip);
      slip.send({ type: 'place bet', key: 'k2' });
      await slip.answer(refused(bookFull));
      slip.send({ type: 'place bet', key: 'k3' });
      expect(slip.submissions.at(-1)?.request).toMatchObject({ matches: [{ odds: 1.4 }] });
    });
  });
  test('without a sentence says that placing failed', async () => {
    const slip = pressed();
    await slip.answer(refused({ kind: 'refused', status: 422, view: { code: 'unexplained', error: '' } }));
    expect(slip.now().context.message).toBe('Failed to place bet');
    slip.clock.increment(5_000);
    expect(slip.now().value).toEqual({ editing: 'unlocked' });
  });
});

test('a refusal is shown for 5 s although the odds move, and the button is locked for a moment', async () => {
  const slip = pressed();
  await slip.answer(refused({ kind: 'refused', status: 422, view: { code: 'unexplained', error: 'Not today.' } }));
  slip.clock.increment(2_000);
  slip.send({ type: 'market changed', market: marketOf([arsenalAt(1.95)]) }, { type: 'accept odds' });
  expect([slip.now().value, slip.now().context.entries]).toEqual([{ editing: { refused: 'locked' } }, [arsenal]]);
  unlock(slip);
  expect(slip.now().value).toEqual({ editing: { refused: 'unlocked' } });
  slip.clock.increment(2_599);
  expect([slip.now().matches({ editing: 'refused' }), slip.now().context.message]).toEqual([true, 'Not today.']);
  slip.clock.increment(1);
  expect(slip.now().value).toEqual({ editing: 'unlocked' });
});

describe('without an answer', () => {
  test('the bet is submitted three times, then on request, always with the same key', async () => {
    const slip = pressed();
    for (const _ of [1, 2, 3]) {
      await slip.answer(refused({ kind: 'timeout' }));
      slip.clock.increment(2_000);
    }
    expect([slip.now().value, slip.unsure()]).toEqual([{ placing: 'unsure' }, 'asking']);
    slip.send({ type: 'retry' });
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1', 'k1']);
    await slip.answer(ok(answered()));
    expect(slip.now().context.receipts).toEqual([placedBet]);
  });
  test('the bet stays unsure while it is submitted again', async () => {
    const slip = pressed();
    await slip.answer(refused(lost));
    slip.clock.increment(2_000);
    expect([slip.submissions.length, slip.now().hasTag('unsure'), slip.unsure()]).toEqual([2, true, 'waiting']);
  });
  test('a refused repetition ends the attempt with the reason', async () => {
    const slip = pressed();
    await slip.answer(refused(lost));
    slip.clock.increment(2_000);
    await slip.answer(refused(oddsChanged));
    expect(slip.now().value).toEqual({ editing: { refused: 'unlocked' } });
    expect([slip.now().context.message, slip.now().context.attempt]).toEqual([
      'The odds of Arsenal Win moved from 2.10 to 1.95. Nothing was staked.',
      null,
    ]);
  });
  test.each([
    ['no connection', lost, 'Failed to place bet'],
    ['a timeout', { kind: 'timeout' } as const, 'Failed to place bet'],
    [
      'a broken server with a sentence',
      { kind: 'refused', status: 503, view: { code: 'away', error: 'Out of order.' } } as const,
      'Out of order.',
    ],
    [
      'a broken server',
      { kind: 'refused', status: 500, view: { code: 'failed', error: '' } } as const,
      'Failed to place bet',
    ],
  ])('every failed submission is shown for 5 s: %s', async (_, failure, message) => {
    const slip = pressed();
    await slip.answer(refused(failure));
    expect([slip.now().value, slip.unsure(), slip.now().context.message]).toEqual([
      { placing: 'unsure' },
      'waiting',
      message,
    ]);
    slip.send({ type: 'dismiss' });
    expect([slip.unsure(), slip.now().context.message]).toEqual(['waiting', '']);
    for (const _ of [2, 3]) {
      slip.clock.increment(2_000);
      await slip.answer(refused(failure));
    }
    slip.clock.increment(4_999);
    expect([slip.unsure(), slip.now().context.message]).toEqual(['asking', message]);
    slip.clock.increment(1);
    expect([slip.unsure(), slip.now().context.message]).toEqual(['asking', '']);
  });
  test('a reload submits the bet again under its old key', () => {
    const slip = openSlip(unanswered);
    expect([slip.now().value, slip.unsure()]).toEqual([{ placing: 'unsure' }, 'waiting']);
    slip.clock.increment(2_000);
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1']);
  });
  test('nothing is submitted while the bettor is logged out, and the same bet when they are back', async () => {
    const slip = pressed();
    await slip.answer(refused(lost));
    slip.send({ type: 'bettor changed', bettorId: null }, { type: 'retry' });
    slip.clock.increment(10_000);
    expect([slip.now().value, slip.submissions.length]).toEqual(['loggedOut', 1]);
    slip.send({ type: 'bettor changed', bettorId: 'u1' });
    slip.clock.increment(2_000);
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1', 'k1']);
  });
  test('a bet that fails after its bettor has logged out is not submitted by the next bettor', async () => {
    const slip = pressed();
    slip.send({ type: 'bettor changed', bettorId: null });
    await slip.answer(refused(lost));
    slip.send({ type: 'bettor changed', bettorId: 'u2' });
    slip.clock.increment(10_000);
    expect([slip.now().value, slip.submissions.length, slip.now().context.attempt]).toEqual([
      { editing: 'unlocked' },
      1,
      null,
    ]);
  });
  test('another bettor does not see the receipt of a bet that was being placed', async () => {
    const slip = pressed();
    slip.send({ type: 'bettor changed', bettorId: 'u2' });
    await slip.answer(ok(answered()));
    expect([slip.now().value, slip.now().context.receipts, slip.now().context.entries]).toEqual([
      { editing: 'unlocked' },
      [],
      [],
    ]);
  });
  test('another bettor finds an empty slip', () => {
    const slip = openSlip(unanswered, null);
    slip.clock.increment(2_000);
    expect(slip.submissions).toEqual([]);
    slip.send({ type: 'bettor changed', bettorId: 'u2' });
    expect([slip.now().value, slip.now().context.entries]).toEqual([{ editing: 'unlocked' }, []]);
  });
  test('abandoning empties the slip, so that the same bet is not placed again by accident', async () => {
    const slip = pressed();
    await slip.answer(refused(lost));
    slip.send({ type: 'abandon' });
    expect([slip.now().context.entries, slip.now().context.attempt]).toEqual([[], null]);
  });
});

describe('the receipt', () => {
  const receipts = [
    ['of a placed bet', placedBet],
    ['of a rejected bet', rejectedBet],
  ] as const;
  test.each(receipts)('%s goes when its bettor logs out, and the next one cannot place it', async (_, bet) => {
    const slip = pressed();
    await slip.answer(ok(answered(awaitingBet)));
    slip.send({ type: 'bet changed', bet: { ...bet, version: 3 } });
    slip.send({ type: 'bettor changed', bettorId: 'u1' });
    expect(slip.now().context.receipts).toHaveLength(1);
    slip.send({ type: 'bettor changed', bettorId: null });
    expect([slip.now().matches('editing'), slip.now().context.receipts, slip.now().context.entries]).toEqual([
      true,
      [],
      [],
    ]);
    unlock(slip);
    slip.send({ type: 'bettor changed', bettorId: 'u2' }, { type: 'place again', key: 'k2' });
    expect(slip.submissions).toHaveLength(1);
  });
});

test('a bet that is placed after its bettor has logged out shows no receipt', async () => {
  const slip = pressed();
  slip.send({ type: 'bettor changed', bettorId: null });
  await slip.answer(ok(answered()));
  expect([slip.now().value, slip.now().context.receipts, slip.now().context.entries]).toEqual([
    { editing: 'unlocked' },
    [],
    [],
  ]);
});

describe('a bet placed again after its rejection', () => {
  const again = { type: 'place again', key: 'k2' } as const;
  const moved = (price: number): SlipEvent => ({ type: 'market changed', market: marketOf([arsenalAt(price)]) });
  test.each(['none', 'better', 'any'] as const)(
    'is placed at no price that has only just appeared on the button, with the setting "%s"',
    async (policy) => {
      const slip = pressed({ type: 'set policy', policy });
      await slip.answer(ok(answered(awaitingBet)));
      slip.send({ type: 'bet changed', bet: rejectedBet }, again);
      expect(slip.submissions).toHaveLength(1);
      for (const price of [1.2, 2.5]) {
        unlock(slip);
        slip.send(moved(price), again);
        expect([slip.now().value, slip.submissions.length]).toEqual([{ rejected: 'locked' }, 1]);
      }
      unlock(slip);
      slip.send(moved(2.5), again);
      expect(slip.submissions.at(-1)).toMatchObject({ key: 'k2', request: { matches: [{ odds: 2.5 }] } });
    },
  );
  test('is not placed by a press on a button that has only just come back', async () => {
    const slip = pressed();
    await slip.answer(ok(answered(awaitingBet)));
    slip.send({ type: 'bet changed', bet: rejectedBet }, { type: 'market changed', market: marketOf([]) });
    unlock(slip);
    slip.send({ type: 'market changed', market: marketOf([arsenalRow]) }, again);
    expect([slip.now().value, slip.submissions.length]).toEqual([{ rejected: 'locked' }, 1]);
  });
});

describe('another tab', () => {
  const elsewhere = (changes: Partial<StoredSlip> = {}): SlipEvent => ({
    type: 'stored slip changed',
    stored: { ...fresh, stakeText: '10', ...changes },
  });
  const resolved = elsewhere({ entries: [], stakeText: '' });
  test('changes the slip here too, and presses are ignored for a moment', () => {
    const slip = openSlip();
    slip.send(...ready, elsewhere({ entries: [arsenal, goals], stakeText: '20' }), { type: 'place bet', key: 'k2' });
    expect([slip.now().value, slip.submissions]).toEqual([{ editing: 'locked' }, []]);
    expect([slip.now().context.entries, slip.now().context.stakeText]).toEqual([[arsenal, goals], '20']);
  });
  test('places the bet: nothing can be placed here until it is resolved, and then the slip is empty', () => {
    const slip = openSlip();
    slip.send(...ready, elsewhere({ attempt }), { type: 'place bet', key: 'k2' });
    expect([slip.now().value, slip.submissions]).toEqual([{ placing: 'submitting' }, []]);
    slip.send(resolved);
    slip.clock.increment(10_000);
    expect([slip.now().value, slip.now().context.entries, slip.now().context.attempt]).toEqual([
      { editing: 'unlocked' },
      [],
      null,
    ]);
    expect(slip.submissions).toEqual([]);
  });
  test('is closed without an answer: the bet is submitted here under its key', async () => {
    const slip = openSlip();
    slip.send(...ready, elsewhere({ attempt }));
    slip.clock.increment(2_000);
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1']);
    await slip.answer(ok(answered()));
    expect(slip.now().context.receipts).toEqual([placedBet]);
  });
  test('resolves the bet while it is submitted here too: the answer here changes nothing more', async () => {
    const slip = pressed();
    await slip.answer(refused(lost));
    slip.clock.increment(2_000);
    slip.send(elsewhere());
    await slip.answer(ok(answered()));
    expect([slip.now().value, slip.now().context.receipts, slip.now().context.entries]).toEqual([
      { editing: 'locked' },
      [],
      [arsenal],
    ]);
  });
  test('begins a bet and its bettor logs out: it waits here as well, until they are back', () => {
    const slip = openSlip(fresh, null);
    slip.send(elsewhere({ attempt }));
    slip.clock.increment(2_000);
    expect([slip.now().value, slip.submissions]).toEqual(['loggedOut', []]);
    slip.send({ type: 'bettor changed', bettorId: 'u1' });
    slip.clock.increment(2_000);
    expect(slip.submissions.map(({ key }) => key)).toEqual(['k1']);
  });
  test('resolves or clears the bet of a bettor who is logged out: the slip can be edited again', () => {
    const slip = openSlip(unanswered, null);
    slip.send(resolved);
    expect([slip.now().value, slip.now().context.entries]).toEqual([{ editing: 'locked' }, []]);
  });
  test('begins a new slip: the receipt here closes, and an emptied slip does not close it', async () => {
    const slip = pressed();
    await slip.answer(ok(answered()));
    slip.send(resolved);
    expect(slip.now().context.receipts).toEqual([placedBet]);
    slip.send(elsewhere({ entries: [goals] }));
    expect([slip.now().context.receipts, slip.now().context.entries]).toEqual([[], [goals]]);
  });
});

describe('a button that changes under a finger', () => {
  test('ignores presses for a moment', () => {
    const slip = openSlip();
    slip.send(...ready);
    unlock(slip);
    slip.send({ type: 'market changed', market: marketOf([arsenalAt(1.95)]) }, { type: 'accept odds' });
    expect(slip.now().context.entries).toEqual([arsenal]);
    unlock(slip);
    slip.send({ type: 'accept odds' }, { type: 'place bet', key: 'k1' });
    expect(slip.now().context.entries).toEqual([{ ...arsenal, odds: new Decimal('1.95') }]);
    expect(slip.submissions).toEqual([]);
  });
});

test('unavailable selections are removed with one press', () => {
  const slip = openSlip({ ...fresh, entries: [arsenal, goals] });
  slip.send(
    { type: 'market changed', market: marketOf([{ ...arsenalRow, status: 'finished' }, interRow]) },
    { type: 'remove unavailable' },
  );
  expect(slip.now().context.entries).toEqual([goals]);
});
