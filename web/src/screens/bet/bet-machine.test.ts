import type { BetTimeline } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { betMachine } from './bet-machine.ts';
import { openTimeline, settledTimeline } from './samples.ts';

const input = { id: openTimeline.bet._id };
const gone: ApiFailure = {
  kind: 'refused',
  status: 404,
  view: { code: 'bet-unknown', error: 'You have no such bet.' },
};
const samples = [
  { type: 'bet pushed', bet: openTimeline.bet },
  { type: 'xstate.done.actor.fetchTimeline', output: ok(openTimeline) },
  { type: 'xstate.done.actor.fetchTimeline', output: refused(gone) },
  { type: 'xstate.done.actor.fetchTimeline', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.fetchTimeline', error: new Error('broken') },
  { type: 'xstate.done.actor.refreshTimeline', output: ok(openTimeline) },
  { type: 'xstate.error.actor.refreshTimeline', error: new Error('broken') },
];
const reached = reachableStates(betMachine, { samples, input });
test.each(allStates(betMachine))('the page of a bet can reach "%s"', (state) => expect(reached).toContain(state));

/** The page once it holds what the server answered first; further answers follow in turn. */
async function pageOf(...answers: readonly Result<BetTimeline, ApiFailure>[]) {
  const left = [...answers];
  const fetchTimeline = fromPromise<Result<BetTimeline, ApiFailure>, { id: string }>(async () => {
    const next = left.shift();
    if (!next) throw new Error('asked too often');
    return next;
  });
  const actor = createActor(betMachine.provide({ actors: { fetchTimeline } }), { input }).start();
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'));
  return actor;
}

test('a push shows the new bet at once and its story soon after', async () => {
  const page = await pageOf(ok(openTimeline), ok(settledTimeline));
  page.send({ type: 'bet pushed', bet: settledTimeline.bet });
  expect(page.getSnapshot().context.timeline).toEqual({ ...openTimeline, bet: settledTimeline.bet });
  await waitFor(page, (snapshot) => snapshot.matches('shown'));
  expect(page.getSnapshot().context.timeline).toEqual(settledTimeline);
});
test('the push of another bet is none of its business', async () => {
  const page = await pageOf(ok(openTimeline));
  page.send({ type: 'bet pushed', bet: { ...settledTimeline.bet, _id: 'other' } });
  expect([page.getSnapshot().value, page.getSnapshot().context.timeline]).toEqual(['shown', openTimeline]);
});
test('a refresh that fails leaves what is shown', async () => {
  const page = await pageOf(ok(openTimeline), refused({ kind: 'timeout' }));
  page.send({ type: 'line joined' });
  await waitFor(page, (snapshot) => snapshot.matches('shown'));
  expect(page.getSnapshot().context.timeline).toEqual(openTimeline);
});
test('what the server does not know is no failure to try again', async () =>
  expect((await pageOf(refused(gone))).getSnapshot().value).toBe('unknown'));
