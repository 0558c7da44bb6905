import type { BetView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { openTimeline } from '../screens/bet/samples.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { noticeOf } from './notice-words.ts';
import { type BetResult, resultsMachine } from './results-machine.ts';

const ended = (_id: string, status: BetView['status'], version = 5, payout = status === 'won' ? 30 : 0): BetView => ({
  ...openTimeline.bet,
  _id,
  status,
  version,
  stake: 10,
  payout,
});
const told = (bet: BetView) => ({ type: 'bet told', bet }) as const;

const quietMachine = resultsMachine.provide({ actions: { 'show the notice': () => {} } });
const reached = reachableStates(quietMachine, {
  samples: [told(ended('a', 'won')), { type: 'place changed', path: '/history' }],
  input: { path: '/' },
});
test.each(allStates(resultsMachine))('results can reach "%s"', (state) => expect(reached).toContain(state));

/** Results on a page at `path`, with the notices they came to. */
function following(path = '/') {
  const notices: string[] = [];
  const clock = new SimulatedClock();
  const tell = ([first, ...more]: readonly BetResult[]) => {
    if (first)
      notices.push(
        Object.values(noticeOf([first, ...more]))
          .slice(0, 2)
          .join(' | '),
      );
  };
  const machine = resultsMachine.provide({ actions: { 'show the notice': (_, results) => tell(results) } });
  const actor = createActor(machine, { input: { path }, clock }).start();
  const unseen = () => actor.getSnapshot().context.unseen.length;
  return { actor, notices, unseen, wait: () => clock.increment(10_000) };
}

test('a bet that is settled is told once with its amount, however often it is pushed', () => {
  const { actor, notices, wait } = following();
  actor.send(told(ended('3f2a1b9c-bet', 'won')));
  actor.send(told(ended('3f2a1b9c-bet', 'won')));
  wait();
  actor.send(told(ended('3f2a1b9c-bet', 'won')));
  wait();
  expect(notices).toEqual(['Bet 3f2a1b9c... won | +$30.00']);
});

test('several that are settled together are one notice', () => {
  const { actor, notices, wait } = following();
  for (const bet of [ended('a', 'won'), ended('b', 'lost'), ended('c', 'void', 5, 10)]) actor.send(told(bet));
  wait();
  expect(notices).toEqual(['3 bets settled: 1 won, 1 lost, 1 void | Paid out $40.00']);
});

test('a bet that is open, or was never taken, is no result; one whose result is corrected is told again', () => {
  const { actor, notices, wait } = following();
  actor.send(told(ended('a', 'pending')));
  actor.send(told({ ...ended('b', 'void'), acceptance: { state: 'rejected' } }));
  actor.send(told(ended('c', 'lost')));
  wait();
  actor.send(told(ended('c', 'pending', 6)));
  actor.send(told(ended('c', 'won', 7)));
  wait();
  expect(notices).toEqual(['Bet c lost | -$10.00', 'Bet c corrected: won | +$30.00']);
});

test('a bet that was told as settled and is open again is told so, once', () => {
  const { actor, notices, wait } = following();
  const steps = [ended('a', 'void', 5, 10), ended('a', 'pending', 7), ended('a', 'pending', 8), ended('a', 'won', 9)];
  for (const bet of steps) {
    actor.send(told(bet));
    wait();
  }
  expect(notices.map((notice) => notice.split(' | ')[0])).toEqual([
    'Bet a is void',
    'Bet a corrected: is open again',
    'Bet a corrected: won',
  ]);
});

test('what stands on the page that is open needs no notice', () => {
  const { actor, notices, unseen, wait } = following('/history/a');
  actor.send(told(ended('a', 'won')));
  expect(unseen()).toBe(0);
  actor.send(told(ended('b', 'lost')));
  actor.send({ type: 'place changed', path: '/history' });
  wait();
  expect([notices, unseen()]).toEqual([[], 0]);
});

test('results that come while nobody looks are counted until somebody does, and then told together', () => {
  const { actor, notices, unseen, wait } = following();
  actor.send({ type: 'page hidden' });
  actor.send(told(ended('a', 'won')));
  wait();
  actor.send(told(ended('b', 'lost')));
  expect([notices, unseen()]).toEqual([[], 2]);
  actor.send({ type: 'page shown' });
  wait();
  expect([notices, unseen()]).toEqual([['2 bets settled: 1 won, 1 lost | Paid out $30.00'], 0]);
});

test('who comes back to the page on which the results stand has seen them', () => {
  const { actor, notices, unseen, wait } = following('/history');
  actor.send({ type: 'page hidden' });
  actor.send(told(ended('a', 'won')));
  expect(unseen()).toBe(1);
  actor.send({ type: 'page shown' });
  wait();
  expect([notices, unseen()]).toEqual([[], 0]);
});

test('nobody is told the results of whoever was here before', () => {
  const { actor, notices, unseen, wait } = following();
  actor.send(told(ended('a', 'won')));
  actor.send({ type: 'somebody else came' });
  wait();
  expect([notices, unseen()]).toEqual([[], 0]);
});
