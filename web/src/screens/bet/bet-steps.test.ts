import { expect, test } from 'vitest';
import { betSteps } from './bet-steps.ts';
import { openTimeline, settledTimeline } from './samples.ts';

const titlesOf = (timeline: typeof openTimeline) => betSteps(timeline).map((step) => step.title);

test('an open bet shows its placement, its stake and the coming kick-off', () =>
  expect(titlesOf(openTimeline)).toEqual([
    'Placed: $10.00 at 2.10',
    'Stake taken: $10.00',
    'Kick-off: Arsenal vs Chelsea',
  ]));
test('a settled bet shows the result, the grading and every money movement in order, roll-backs included', () =>
  expect(titlesOf(settledTimeline)).toEqual([
    'Placed: $10.00 at 2.10',
    'Stake taken: $10.00',
    'Kick-off: Arsenal vs Chelsea',
    '1:0 in Arsenal vs Chelsea',
    '1:1 in Arsenal vs Chelsea',
    'Result: Arsenal vs Chelsea, 1:1',
    'Arsenal Win: Lost',
    'Winnings paid: $21.00',
    'Settlement rolled back: $21.00',
    'Stake lost: $10.00',
  ]));
test('a goal shows its minute', () =>
  expect(betSteps(settledTimeline).flatMap(({ kind, note }) => (kind === 'goal' ? [note] : []))).toEqual([
    "21'",
    "84'",
  ]));
test('a bet that was cashed out no longer says what it may pay', () => {
  const noteOf = (bet: typeof openTimeline.bet) => betSteps({ ...openTimeline, bet })[0]?.note;
  const rest = { ...openTimeline.bet, potentialPayout: 5.25, cashedOut: { stake: 7.5, paid: 6 } };
  expect([noteOf(openTimeline.bet), noteOf(rest)]).toEqual(['May pay $21.00', undefined]);
});
test('a roll-back shows its reason', () =>
  expect(betSteps(settledTimeline).flatMap((step) => step.note ?? [])).toContain('Reason: wrong score'));
test('an unknown event is shown under its own name', () => {
  const [event] = openTimeline.events;
  const events = event ? [{ ...event, type: 'ShirtSwapped', amount: 5 }] : [];
  expect(titlesOf({ ...openTimeline, events })).toContain('ShirtSwapped: $5.00');
});
test('a result before the scheduled kick-off removes the kick-off', () => {
  const matches = settledTimeline.bet.matches.map((leg) => ({ ...leg, commenceTime: '2026-11-22T13:00:00Z' }));
  const titles = titlesOf({ ...settledTimeline, bet: { ...settledTimeline.bet, matches } });
  expect(titles.filter((title) => title.startsWith('Kick-off'))).toEqual([]);
});
test('an abandoned match has no kick-off', () => {
  const matches = openTimeline.bet.matches.map((leg) => ({ ...leg, status: 'void', matchStatus: 'void' }) as const);
  const legs = settledTimeline.legs.map((leg) => ({ ...leg, scores: [] }));
  expect(titlesOf({ ...openTimeline, bet: { ...openTimeline.bet, matches }, legs })).toEqual([
    'Placed: $10.00 at 2.10',
    'Stake taken: $10.00',
    'Result: Arsenal vs Chelsea, declared void',
    'Arsenal Win: Void',
  ]);
});

test('a selection voided for the time of its placement shows the reason', () => {
  const legs = settledTimeline.legs.map((leg) => ({ ...leg, voidReason: 'the price was 21.0 for 2.1' }));
  const graded = betSteps({ ...settledTimeline, legs }).find(({ kind }) => kind === 'graded');
  expect(graded?.note).toBe('Arsenal vs Chelsea. Reason: the price was 21.0 for 2.1');
});
