import type { DryRunView, MatchDecisionRequest, ResultAnswer, ResultRequest } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { emptyForm } from './decision-form.ts';
import { decisionMachine } from './decision-machine.ts';
import { largeRun, matchDetail, smallRun } from './samples.ts';

type Tried = Result<DryRunView, ApiFailure>;
type Entered = Result<ResultAnswer, ApiFailure>;
const answerOf = (outcome: ResultAnswer['outcome']): Entered => ok({ outcome, dryRun: largeRun, match: matchDetail });
const no = refused({ kind: 'refused', status: 409, view: { code: 'x', error: 'It has changed meanwhile.' } } as const);
const samples = [
  { type: 'form typed', form: { ...emptyForm, home: '1', away: '0' } },
  { type: 'reason typed', reason: 'the referee said so' },
  { type: 'xstate.done.actor.check', output: ok(smallRun) },
  { type: 'xstate.done.actor.check', output: no },
  { type: 'xstate.error.actor.check', error: new Error('broken') },
  { type: 'xstate.done.actor.enter', output: answerOf('done') },
  { type: 'xstate.done.actor.enter', output: answerOf('proposed') },
  { type: 'xstate.done.actor.enter', output: no },
  { type: 'xstate.error.actor.enter', error: new Error('broken') },
];
const waiting = decisionMachine.provide({
  actors: {
    check: fromPromise(() => new Promise<Tried>(() => {})),
    enter: fromPromise(() => new Promise<Entered>(() => {})),
  },
});
const reached = reachableStates(waiting, { samples });
test.each(allStates(decisionMachine))('a decision can reach "%s"', (state) => expect(reached).toContain(state));

function begin({ tried = ok(smallRun) as Tried, entered = answerOf('done') } = {}) {
  const checked: MatchDecisionRequest[] = [];
  const sent: ResultRequest[] = [];
  const actor = createActor(
    decisionMachine.provide({
      actors: {
        check: fromPromise(async ({ input }) => {
          checked.push(input);
          return tried;
        }),
        enter: fromPromise(async ({ input }) => {
          sent.push(input);
          return entered;
        }),
      },
    }),
  ).start();
  return { actor, checked, sent };
}

test('what is no result is not checked', () => {
  const { actor, checked } = begin();
  actor.send({ type: 'form typed', form: { ...emptyForm, home: '1', away: 'x' } });
  actor.send({ type: 'check pressed' });
  expect([actor.getSnapshot().value, checked]).toEqual([{ filling: 'incomplete' }, []]);
});

test('nothing is entered before it was checked and a reason is given, and then just what was checked, once', async () => {
  const { actor, checked, sent } = begin();
  actor.send({ type: 'form typed', form: { ...emptyForm, home: '2', away: '1' } });
  actor.send({ type: 'confirmed' });
  actor.send({ type: 'check pressed' });
  await waitFor(actor, (now) => now.matches('weighing'));
  actor.send({ type: 'form typed', form: { ...emptyForm, home: '9' } });
  actor.send({ type: 'reason typed', reason: ' no ' });
  actor.send({ type: 'confirmed' });
  expect(sent).toEqual([]);
  actor.send({ type: 'reason typed', reason: ' the referee said so ' });
  actor.send({ type: 'confirmed' });
  actor.send({ type: 'confirmed' });
  await waitFor(actor, (now) => now.matches('done'));
  const result = { kind: 'score', home: 2, away: 1 };
  expect([checked, sent]).toEqual([[result], [{ result, reason: 'the referee said so' }]]);
});

test.each([
  [no as Entered, 'It has changed meanwhile.'],
  [
    refused({ kind: 'timeout' }) as Entered,
    'It is not known whether this was taken. Please look at the match before trying again.',
  ],
])('a result that was not taken says why, and whether that is sure', async (entered, said) => {
  const { actor } = begin({ entered });
  actor.send({ type: 'form typed', form: { ...emptyForm, kind: 'void' } });
  actor.send({ type: 'check pressed' });
  await waitFor(actor, (now) => now.matches('weighing'));
  actor.send({ type: 'reason typed', reason: 'it was never played' });
  actor.send({ type: 'confirmed' });
  const { context } = await waitFor(actor, (now) => now.matches('weighing') && now.context.message !== '');
  expect(context.message).toBe(said);
});
