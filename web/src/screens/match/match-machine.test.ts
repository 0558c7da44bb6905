import type { InputOf, MatchHistory, MatchRow, matchEndpoints } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { matchRowOf } from '../../testing/match-rows.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { matchMachine } from './match-machine.ts';
import { openHistory, scoredHistory, scoredRow } from './samples.ts';

const input = { id: 'm1', row: undefined };
const unknown: ApiFailure = {
  kind: 'refused',
  status: 404,
  view: { code: 'match-unknown', error: 'Match not found.' },
};
const at = '2026-11-20T20:34:00Z';
const received = (row: MatchRow) => ({ type: 'row received', row, at }) as const;
const moved = matchRowOf({ s: 6, odds: { ...openHistory.row.odds, homeWin: 1.7 } });

const samples = [
  received(moved),
  received(scoredRow),
  { type: 'xstate.done.actor.fetchHistory', output: openHistory },
  { type: 'xstate.error.actor.fetchHistory', error: new CallFailed(unknown) },
  { type: 'xstate.error.actor.fetchHistory', error: new CallFailed({ kind: 'network' }) },
  { type: 'xstate.error.actor.fetchHistory', error: new Error('broken') },
  { type: 'xstate.done.actor.refreshHistory', output: scoredHistory },
  { type: 'xstate.error.actor.refreshHistory', error: new Error('broken') },
];
const reached = reachableStates(matchMachine, { samples, input });
test.each(allStates(matchMachine))('can reach "%s"', (state) => expect(reached).toContain(state));

const answering = (left: (MatchHistory | ApiFailure)[]) =>
  fromPromise<MatchHistory, InputOf<typeof matchEndpoints.history>>(async () => {
    const next = left.shift() ?? ({ kind: 'network' } as const);
    if ('kind' in next) throw new CallFailed(next);
    return next;
  });

/** Opens the page with its first answer; the other answers follow in order, without delay. */
async function pageOf(...answers: readonly (MatchHistory | ApiFailure)[]) {
  const left = [...answers];
  const fetchHistory = answering(left);
  const machine = matchMachine.provide({ actors: { fetchHistory }, delays: { soon: 0 } });
  const actor = createActor(machine, { input }).start();
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'));
  return { actor, left };
}

test('shows a moved price at once, appended to the history, without a request', async () => {
  const { actor } = await pageOf(openHistory);
  actor.send(received(moved));
  const { value, context } = actor.getSnapshot();
  expect([value, context.row, context.history?.prices.h2h.at(-1)]).toEqual([
    'shown',
    moved,
    { at, prices: [1.7, 3.6, 4.2] },
  ]);
  expect(context.history?.prices.totals).toBe(openHistory.prices.totals);
});

test('shows a goal at once and refreshes the history soon after', async () => {
  const { actor } = await pageOf(openHistory, scoredHistory);
  actor.send(received(scoredRow));
  expect([actor.getSnapshot().value, actor.getSnapshot().context.row?.score]).toEqual([
    'awaiting',
    { home: 1, away: 0 },
  ]);
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  expect(actor.getSnapshot().context.history?.moments).toEqual(scoredHistory.moments);
});

test('never replaces a newer row with an older one', async () => {
  const { actor } = await pageOf(scoredHistory, openHistory);
  actor.send(received(moved));
  expect(actor.getSnapshot().context.row).toBe(scoredRow);
  actor.send({ type: 'rejoined' });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  const { row, history } = actor.getSnapshot().context;
  expect([row, history?.prices.h2h.at(-1)?.state]).toEqual([scoredRow, 'suspended']);
});

test('refetches a finished match until its bets are settled', async () => {
  const over: MatchHistory = { ...scoredHistory, row: { ...scoredRow, status: 'finished' } };
  const settled: MatchHistory = { ...over, moments: [...over.moments, { kind: 'settled', at }] };
  const left = [over, settled];
  const fetchHistory = answering(left);
  const machine = matchMachine.provide({ actors: { fetchHistory }, delays: { 'until settled': 0 } });
  const actor = createActor(machine, { input }).start();
  const { context } = await waitFor(
    actor,
    (snapshot) => snapshot.context.history === settled && snapshot.matches('shown'),
  );
  expect([context.row?.status, left]).toEqual(['finished', []]);
});

test('keeps the history when a refresh fails', async () => {
  const { actor } = await pageOf(openHistory, { kind: 'timeout' });
  actor.send({ type: 'rejoined' });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  expect(actor.getSnapshot().context.history).toBe(openHistory);
});

test('fetches the history again after a reconnection, also when a request is under way', async () => {
  const { actor, left } = await pageOf(openHistory, { kind: 'network' }, scoredHistory);
  actor.send({ type: 'rejoined' });
  actor.send({ type: 'rejoined' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  expect([context.history?.moments, left]).toEqual([scoredHistory.moments, []]);
});

test('treats a match that the server does not know as not found', async () =>
  expect((await pageOf(unknown)).actor.getSnapshot().value).toBe('unknown'));
