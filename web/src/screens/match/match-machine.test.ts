import type { MatchHistory, MatchRow } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { matchRowOf } from '../../testing/match-rows.ts';
import { allStates, reachableStates } from '../../testing/reachable-states.ts';
import { matchMachine } from './match-machine.ts';
import { openHistory, scoredHistory, scoredRow } from './samples.ts';

const input = { id: 'm1', row: undefined };
const gone: ApiFailure = {
  kind: 'refused',
  status: 404,
  view: { code: 'match-unknown', error: 'There is no such match.' },
};
const at = '2026-11-20T20:34:00Z';
const told = (row: MatchRow) => ({ type: 'row told', row, at }) as const;
const moved = matchRowOf({ s: 6, odds: { ...openHistory.row.odds, homeWin: 1.7 } });

const samples = [
  told(moved),
  told(scoredRow),
  { type: 'xstate.done.actor.fetchHistory', output: ok(openHistory) },
  { type: 'xstate.done.actor.fetchHistory', output: refused(gone) },
  { type: 'xstate.done.actor.fetchHistory', output: refused({ kind: 'network' }) },
  { type: 'xstate.error.actor.fetchHistory', error: new Error('broken') },
  { type: 'xstate.done.actor.refreshHistory', output: ok(scoredHistory) },
  { type: 'xstate.error.actor.refreshHistory', error: new Error('broken') },
];
const reached = reachableStates(matchMachine, { samples, input });
test.each(allStates(matchMachine))('the page of a match can reach "%s"', (state) => expect(reached).toContain(state));

/** The page once it holds what the server answered first; further answers follow in turn, without waiting. */
async function pageOf(...answers: readonly Result<MatchHistory, ApiFailure>[]) {
  const left = [...answers];
  const fetchHistory = fromPromise<Result<MatchHistory, ApiFailure>, { id: string }>(async () => {
    const next = left.shift();
    if (!next) throw new Error('asked too often');
    return next;
  });
  const machine = matchMachine.provide({ actors: { fetchHistory }, delays: { soon: 0 } });
  const actor = createActor(machine, { input }).start();
  await waitFor(actor, (snapshot) => !snapshot.matches('loading'));
  return { actor, left };
}

test('a price that moves is shown at once and ends the line, and nobody is asked for it', async () => {
  const { actor } = await pageOf(ok(openHistory));
  actor.send(told(moved));
  const { value, context } = actor.getSnapshot();
  expect([value, context.row, context.history?.prices.h2h.at(-1)]).toEqual([
    'shown',
    moved,
    { at, prices: [1.7, 3.6, 4.2] },
  ]);
  expect(context.history?.prices.totals).toBe(openHistory.prices.totals);
});

test('a goal shows at once, and its story soon after', async () => {
  const { actor } = await pageOf(ok(openHistory), ok(scoredHistory));
  actor.send(told(scoredRow));
  expect([actor.getSnapshot().value, actor.getSnapshot().context.row?.score]).toEqual([
    'looking',
    { home: 1, away: 0 },
  ]);
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  expect(actor.getSnapshot().context.history?.moments).toEqual(scoredHistory.moments);
});

test('an older row never takes the place of a newer one, wherever it comes from', async () => {
  const { actor } = await pageOf(ok(scoredHistory), ok(openHistory));
  actor.send(told(moved));
  expect(actor.getSnapshot().context.row).toBe(scoredRow);
  actor.send({ type: 'line joined' });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  const { row, history } = actor.getSnapshot().context;
  expect([row, history?.prices.h2h.at(-1)?.state]).toEqual([scoredRow, 'suspended']);
});

test('a match that is over is looked at again until its bets are settled', async () => {
  const over: MatchHistory = { ...scoredHistory, row: { ...scoredRow, status: 'finished' } };
  const settled: MatchHistory = { ...over, moments: [...over.moments, { kind: 'settled', at }] };
  const left = [ok(over), ok(settled)];
  const fetchHistory = fromPromise<Result<MatchHistory, ApiFailure>, { id: string }>(
    async () => left.shift() ?? refused({ kind: 'network' }),
  );
  const machine = matchMachine.provide({ actors: { fetchHistory }, delays: { 'until settled': 0 } });
  const actor = createActor(machine, { input }).start();
  const { context } = await waitFor(
    actor,
    (snapshot) => snapshot.context.history === settled && snapshot.matches('shown'),
  );
  expect([context.row?.status, left]).toEqual(['finished', []]);
});

test('a refresh that fails leaves what is shown', async () => {
  const { actor } = await pageOf(ok(openHistory), refused({ kind: 'timeout' }));
  actor.send({ type: 'line joined' });
  await waitFor(actor, (snapshot) => snapshot.matches('shown'));
  expect(actor.getSnapshot().context.history).toBe(openHistory);
});

test('what the server does not know is no failure to try again', async () =>
  expect((await pageOf(refused(gone))).actor.getSnapshot().value).toBe('unknown'));
