import { loadTranslations } from '@touchline/core/catalogues';
import type { BetView } from '@touchline/core/contract';
import { setLanguage } from '@touchline/core/language';
import { expect, onTestFinished, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { openTimeline } from '../screens/bet/samples.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { noticeOf } from './notice-text.ts';
import { type BetResult, resultsMachine } from './results-machine.ts';

const ended = (_id: string, status: BetView['status'], version = 5, payout = status === 'won' ? 30 : 0): BetView => ({
  ...openTimeline.bet,
  _id,
  status,
  version,
  stake: 10,
  payout,
});
const received = (bet: BetView) => ({ type: 'bet received', bet }) as const;

const quietMachine = resultsMachine.provide({ actions: { 'show notice': () => {} } });
const reached = reachableStates(quietMachine, {
  samples: [received(ended('a', 'won')), { type: 'path changed', path: '/history' }],
  input: { path: '/' },
});
test.each(allStates(resultsMachine))('can reach "%s"', (state) => expect(reached).toContain(state));

/** Starts the machine on a page at `path` and records its notices. */
function following(path = '/') {
  const notices: string[] = [];
  const clock = new SimulatedClock();
  const addNotice = ([first, ...more]: readonly BetResult[]) => {
    if (first)
      notices.push(
        Object.values(noticeOf([first, ...more]))
          .slice(0, 2)
          .join(' | '),
      );
  };
  const machine = resultsMachine.provide({ actions: { 'show notice': (_, results) => addNotice(results) } });
  const actor = createActor(machine, { input: { path }, clock }).start();
  const unseen = () => actor.getSnapshot().context.unseen.length;
  return { actor, notices, unseen, wait: () => clock.increment(10_000) };
}

test('shows a settled bet once, with its amount, however often it is pushed', () => {
  const { actor, notices, wait } = following();
  actor.send(received(ended('3f2a1b9c-bet', 'won')));
  actor.send(received(ended('3f2a1b9c-bet', 'won')));
  wait();
  actor.send(received(ended('3f2a1b9c-bet', 'won')));
  wait();
  expect(notices).toEqual(['Bet 3f2a1b9c... won | +$30.00']);
});

test('bets settled together share one notice', () => {
  const { actor, notices, wait } = following();
  for (const bet of [ended('a', 'won'), ended('b', 'lost'), ended('c', 'void', 5, 10)]) actor.send(received(bet));
  wait();
  expect(notices).toEqual(['3 bets settled: 1 won, 1 lost, 1 void | Paid out $40.00']);
});

test('the summary of one bet each has the singular in Spanish', () => {
  loadTranslations('es');
  setLanguage('es');
  onTestFinished(() => setLanguage('en'));
  const results = [ended('a', 'won'), ended('b', 'lost'), ended('c', 'void', 5, 10), ended('d', 'pending')];
  const [first, ...more] = results.map((bet): BetResult => ({ bet, isCorrected: false }));
  expect(first && noticeOf([first, ...more]).title).toBe(
    '4 apuestas liquidadas: 1 ganada, 1 perdida, 1 anulada, 1 abierta de nuevo',
  );
});

test('ignores open bets, and shows a corrected result again', () => {
  const { actor, notices, wait } = following();
  actor.send(received(ended('a', 'pending')));
  actor.send(received(ended('c', 'lost')));
  wait();
  actor.send(received(ended('c', 'pending', 6)));
  actor.send(received(ended('c', 'won', 7)));
  wait();
  expect(notices).toEqual(['Bet c lost | -$10.00', 'Bet c corrected: won | +$30.00']);
});

test('shows that a bet was not accepted, unless its receipt does', () => {
  const { actor, notices, wait } = following();
  const rejected = (id: string) => received({ ...ended(id, 'void', 5, 10), acceptance: { state: 'rejected' } });
  document.body.innerHTML = '<section data-receipt="a"></section>';
  actor.send(rejected('a'));
  wait();
  document.body.innerHTML = '';
  actor.send(rejected('a'));
  actor.send(rejected('b'));
  wait();
  expect(notices).toEqual(['Bet b was not accepted | Returned $10.00']);
});

test('shows once that a bet was cashed out, not that its legs are graded later', () => {
  const { actor, notices, wait } = following();
  const cashed = (version: number, status: 'pending' | 'won') => {
    const bet = ended('d', 'cashed-out', version, 12.5);
    return received({ ...bet, matches: bet.matches.map((leg) => ({ ...leg, status })) });
  };
  actor.send(cashed(5, 'pending'));
  wait();
  actor.send(cashed(6, 'won'));
  wait();
  expect(notices).toEqual(['Bet d was cashed out | Cashed out $12.50']);
});

test('shows once that a settled bet is open again', () => {
  const { actor, notices, wait } = following();
  const steps = [ended('a', 'void', 5, 10), ended('a', 'pending', 7), ended('a', 'pending', 8), ended('a', 'won', 9)];
  for (const bet of steps) {
    actor.send(received(bet));
    wait();
  }
  expect(notices.map((notice) => notice.split(' | ')[0])).toEqual([
    'Bet a is void',
    'Bet a corrected: is open again',
    'Bet a corrected: won',
  ]);
});

test('shows no notice for a result on the open screen', () => {
  const { actor, notices, unseen, wait } = following('/history/a');
  actor.send(received(ended('a', 'won')));
  expect(unseen()).toBe(0);
  actor.send(received(ended('b', 'lost')));
  actor.send({ type: 'path changed', path: '/history' });
  wait();
  expect([notices, unseen()]).toEqual([[], 0]);
});

test('counts results of a hidden page and shows them together when it becomes visible', () => {
  const { actor, notices, unseen, wait } = following();
  actor.send({ type: 'page hidden' });
  actor.send(received(ended('a', 'won')));
  wait();
  actor.send(received(ended('b', 'lost')));
  expect([notices, unseen()]).toEqual([[], 2]);
  actor.send({ type: 'page shown' });
  wait();
  expect([notices, unseen()]).toEqual([['2 bets settled: 1 won, 1 lost | Paid out $30.00'], 0]);
});

test('a hidden page that lists the results needs no notice when it becomes visible', () => {
  const { actor, notices, unseen, wait } = following('/history');
  actor.send({ type: 'page hidden' });
  actor.send(received(ended('a', 'won')));
  expect(unseen()).toBe(1);
  actor.send({ type: 'page shown' });
  wait();
  expect([notices, unseen()]).toEqual([[], 0]);
});

test('does not show results of the previous user', () => {
  const { actor, notices, unseen, wait } = following();
  actor.send(received(ended('a', 'won')));
  actor.send({ type: 'user changed' });
  wait();
  expect([notices, unseen()]).toEqual([[], 0]);
});
