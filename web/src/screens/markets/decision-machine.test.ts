import type { InputOf, marketEndpoints, ResultAnswer } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { emptyForm } from './decision-form.ts';
import { decisionMachine } from './decision-machine.ts';
import { largeRun, matchDetail, smallRun } from './samples.ts';

const { matchId } = matchDetail;
const input = { matchId, form: emptyForm };
const answerOf = (outcome: ResultAnswer['outcome']): ResultAnswer => ({
  outcome,
  dryRun: largeRun,
  match: matchDetail,
});
const outdated: ApiFailure = {
  kind: 'refused',
  status: 409,
  view: { code: 'result-outdated', error: 'The result has changed.' },
};
const samples = [
  { type: 'form changed', form: { ...emptyForm, home: '1', away: '0' } },
  { type: 'reason changed', reason: 'the referee said so' },
  { type: 'xstate.done.actor.check', output: smallRun },
  { type: 'xstate.error.actor.check', error: new CallFailed(outdated) },
  { type: 'xstate.done.actor.decide', output: answerOf('done') },
  { type: 'xstate.done.actor.decide', output: answerOf('proposed') },
  { type: 'xstate.error.actor.decide', error: new CallFailed(outdated) },
];
const waiting = decisionMachine.provide({ actors: { check: pends(), decide: pends() } });
const reached = reachableStates(waiting, { samples, input });
test.each(allStates(decisionMachine))('a decision can reach "%s"', (state) => expect(reached).toContain(state));

function begin(failure?: ApiFailure) {
  const checked: InputOf<typeof marketEndpoints.dryRun>[] = [];
  const sent: InputOf<typeof marketEndpoints.decide>[] = [];
  const actor = createActor(
    decisionMachine.provide({
      actors: {
        check: fromPromise(async ({ input: request }) => {
          checked.push(request);
          return smallRun;
        }),
        decide: fromPromise(async ({ input: request }) => {
          sent.push(request);
          if (failure) throw new CallFailed(failure);
          return answerOf('done');
        }),
      },
    }),
    { input },
  ).start();
  return { actor, checked, sent };
}

test('does not check an incomplete result', () => {
  const { actor, checked } = begin();
  actor.send({ type: 'form changed', form: { ...emptyForm, home: '1', away: 'x' } });
  actor.send({ type: 'preview' });
  expect([actor.getSnapshot().value, checked]).toEqual([{ editing: 'incomplete' }, []]);
});

test('submits exactly the previewed result once, and only with a reason', async () => {
  const { actor, checked, sent } = begin();
  actor.send({ type: 'form changed', form: { ...emptyForm, home: '2', away: '1' } });
  actor.send({ type: 'submit' });
  actor.send({ type: 'preview' });
  await waitFor(actor, (now) => now.matches('reviewing'));
  actor.send({ type: 'form changed', form: { ...emptyForm, home: '9' } });
  actor.send({ type: 'reason changed', reason: ' no ' });
  actor.send({ type: 'submit' });
  expect(sent).toEqual([]);
  actor.send({ type: 'reason changed', reason: ' the referee said so ' });
  actor.send({ type: 'submit' });
  actor.send({ type: 'submit' });
  await waitFor(actor, (now) => now.matches('done'));
  const result = { kind: 'score', home: 2, away: 1, halfTime: null };
  expect([checked, sent]).toEqual([
    [{ params: { matchId }, body: { result } }],
    [{ params: { matchId }, body: { result, reason: 'the referee said so' } }],
  ]);
});

const doubled: ApiFailure = {
  ...outdated,
  view: { code: 'proposal-open', error: 'A decision already waits for a second admin.' },
};
test.each<[string, ApiFailure, 'overtaken' | 'reviewing', string]>([
  ['the result changed first', outdated, 'overtaken', 'The result has changed.'],
  ['another admin proposed first', doubled, 'overtaken', 'A decision already waits for a second admin.'],
  [
    'its outcome is unknown',
    { kind: 'timeout' },
    'reviewing',
    'We couldn’t confirm this change. Check the match before you try again.',
  ],
])('a submission fails: %s', async (_, failure, state, text) => {
  const { actor } = begin(failure);
  actor.send({ type: 'form changed', form: { ...emptyForm, kind: 'void' } });
  actor.send({ type: 'preview' });
  await waitFor(actor, (now) => now.matches('reviewing'));
  actor.send({ type: 'reason changed', reason: 'it was never played' });
  actor.send({ type: 'submit' });
  const { context } = await waitFor(actor, (now) => !now.matches('submitting') && now.context.message !== '');
  expect(context.message).toBe(text);
  expect(actor.getSnapshot().matches(state)).toBe(true);
});
