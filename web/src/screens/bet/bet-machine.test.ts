import type { BetTimeline } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { pends } from '../../testing/remote-actors.ts';
import { betMachine } from './bet-machine.ts';
import { openTimeline, settledTimeline } from './samples.ts';

const input = { id: openTimeline.bet._id };
const notFound: ApiFailure = {
  kind: 'refused',
  status: 404,
  view: { code: 'bet-unknown', error: 'Bet not found.' },
};
const samples = [
  { type: 'bet changed', bet: openTimeline.bet },
  ...['firstFetch', 'laterFetch'].flatMap((id) => [
    { type: `xstate.done.actor.${id}`, output: openTimeline },
    { type: `xstate.error.actor.${id}`, error: new CallFailed(notFound) },
    { type: `xstate.error.actor.${id}`, error: new CallFailed({ kind: 'network' }) },
  ]),
];
const reached = reachableStates(betMachine.provide({ actors: { fetchTimeline: pends() } }), { samples, input });
test.each(allStates(betMachine))('the page of a bet can reach "%s"', (state) => expect(reached).toContain(state));

/** The page after the first reply of the server; the others follow in turn. */
async function pageOf(...replies: (BetTimeline | ApiFailure)[]) {
  const fetchTimeline = fromPromise<BetTimeline, { params: { id: string } }>(async () => {
    const reply = replies.shift();
    if (!reply) throw new Error('fetched too often');
    if ('kind' in reply) throw new CallFailed(reply);
    return reply;
  });
  const actor = createActor(betMachine.provide({ actors: { fetchTimeline } }), { input }).start();
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'));
  return actor;
}

test('a pushed bet is shown at once and its timeline soon after', async () => {
  const page = await pageOf(openTimeline, settledTimeline);
  page.send({ type: 'bet changed', bet: settledTimeline.bet });
  expect(page.getSnapshot().context.timeline).toEqual({ ...openTimeline, bet: settledTimeline.bet });
  await waitFor(page, (snapshot) => snapshot.matches('shown'));
  expect(page.getSnapshot().context.timeline).toEqual(settledTimeline);
});
test('a push of another bet is ignored', async () => {
  const page = await pageOf(openTimeline);
  page.send({ type: 'bet changed', bet: { ...settledTimeline.bet, _id: 'other' } });
  expect([page.getSnapshot().value, page.getSnapshot().context.timeline]).toEqual(['shown', openTimeline]);
});
test('an unknown bet is missing, not a failure to retry', async () =>
  expect((await pageOf(notFound)).getSnapshot().value).toBe('missing'));
