import type { MatchId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { excludedUntil } from '../limits/samples.ts';
import { arsenal, arsenalAt, arsenalRow, goals, interRow, marketOf } from './samples.ts';
import { actionKey, type SlipFacts, slipAction } from './slip-action.ts';
import { newForm } from './tickets.ts';

const ready: SlipFacts = {
  entries: [arsenal, goals],
  stakeText: '10',
  form: newForm,
  policy: 'better',
  market: marketOf([arsenalRow, interRow]),
  bettorId: 'u1',
  exclusion: undefined,
  refusals: new Map(),
};
const action = (other: Partial<SlipFacts>) => slipAction({ ...ready, ...other });

test('with selections, a stake and current prices the button places the bet', () => {
  expect(action({})).toEqual({ type: 'place bet', stake: cents(1000) });
});
test('an empty slip comes before all other reasons', () => {
  expect(action({ entries: [], bettorId: null })).toEqual({ type: 'none', reason: 'Your bet slip is empty' });
});
test('a guest has to log in', () => expect(action({ bettorId: null, stakeText: '' })).toEqual({ type: 'log in' }));
test.each([
  [excludedUntil('2026-11-28T10:00:00Z'), /^You are taking a time-out until November 28, 2026/],
  [{ ...excludedUntil(null), kind: 'operator' }, /^We have excluded you from betting and depositing for good\.$/],
] as const)('an excluded bettor cannot place it, and sees that before other reasons', (exclusion, reason) => {
  const market = marketOf([{ ...arsenalRow, status: 'finished' }, interRow]);
  expect(action({ exclusion, market })).toEqual({ type: 'none', reason: expect.stringMatching(reason) });
});
test.each(['offline', 'stale', 'loading'] as const)('nothing can be staked while the feed is %s', (feed) => {
  expect(action({ market: marketOf([arsenalRow, interRow], { feed }) }).type).toBe('none');
});
test.each([
  [{ status: 'finished' }, 'The match is over.'],
  [{ markets: { h2h: 'suspended', totals: 'none' } }, 'Suspended just now. Remove it or wait.'],
] as const)('a finished or suspended selection comes first, with its reason', (change, reason) => {
  const market = marketOf([{ ...arsenalRow, ...change }, interRow]);
  expect(action({ market })).toEqual({ type: 'none', reason });
});
test('while betting is closed on a selection the button says so', () => {
  const closed = { why: 'betting-closed' } as const;
  const locked = { ...arsenalRow, markets: { h2h: 'suspended', totals: 'none' }, notes: { h2h: closed } } as const;
  const reason = 'Betting is closed for now. Nothing can be staked.';
  const market = marketOf([locked, interRow]);
  expect(action({ market })).toEqual({ type: 'none', reason });
  // For a guest too: logging in would not open it.
  expect(action({ market, bettorId: null })).toEqual({ type: 'none', reason });
});
test('a stake that is not above 0 cannot be placed', () => {
  expect(action({ stakeText: 'ten' })).toEqual({ type: 'none', reason: 'Please enter a valid stake amount' });
});
test('worse odds must be accepted, better ones need not', () => {
  const worse = action({ market: marketOf([arsenalAt(1.95), interRow]) });
  expect(worse.type === 'accept odds' && worse.moved.map((line) => line.entry)).toEqual([arsenal]);
  expect(action({ market: marketOf([arsenalAt(2.2), interRow]) }).type).toBe('place bet');
});
test('accepting one price is another action than accepting the next', () => {
  const at = (price: number) => actionKey(action({ market: marketOf([arsenalAt(price), interRow]) }));
  expect(at(1.95)).not.toBe(at(1.9));
});

test('several tickets stake the sum of all, and need a stake for each', () => {
  const singles = { ...newForm, kind: 'singles' as const };
  expect(action({ form: singles })).toEqual({ type: 'place bet', stake: cents(2_000) });
  const stakes = new Map([['m-inter', '2.5']]);
  expect(action({ form: { ...singles, stakes } })).toEqual({ type: 'place bet', stake: cents(1_250) });
  expect(action({ form: { ...singles, stakes }, stakeText: '' })).toEqual({
    type: 'none',
    reason: 'Please enter a valid stake amount',
  });
});

test('more singles than are placed together cannot be placed, and the reason is said', () => {
  const rows = Array.from({ length: 21 }, (_, at) => ({ ...arsenalRow, id: `m${at}` }));
  const entries = rows.map(({ id }) => ({ ...arsenal, matchId: id as MatchId }));
  const singles = { ...newForm, kind: 'singles' as const };
  const market = marketOf(rows);
  expect(action({ entries, form: singles, market })).toEqual({
    type: 'none',
    reason: 'Place at most 20 bets at once.',
  });
  expect(action({ entries: entries.slice(1), form: singles, market })).toEqual({
    type: 'place bet',
    stake: cents(20_000),
  });
});
