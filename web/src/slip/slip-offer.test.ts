import { cents } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { arsenal, arsenalAt, arsenalRow, goals, interRow, marketOf } from './samples.ts';
import { askOf, offerOf, type SlipFacts } from './slip-offer.ts';

const ready: SlipFacts = {
  entries: [arsenal, goals],
  stakeText: '10',
  policy: 'better',
  market: marketOf([arsenalRow, interRow]),
  bettorId: 'u1',
  refusals: new Map(),
};
const offer = (other: Partial<SlipFacts>) => offerOf({ ...ready, ...other });

test('with selections, a stake and trusted prices the button places the bet', () => {
  expect(offer({})).toEqual({ does: 'place', stake: cents(1000) });
});
test('an empty slip comes first', () => {
  expect(offer({ entries: [], bettorId: null })).toEqual({ does: 'wait', why: 'Your bet slip is empty' });
});
test('a guest is asked to log in', () => expect(offer({ bettorId: null, stakeText: '' })).toEqual({ does: 'log in' }));
test.each(['offline', 'stale', 'loading'] as const)('nothing can be staked while the feed is %s', (feed) => {
  expect(offer({ market: marketOf([arsenalRow, interRow], { feed }) }).does).toBe('wait');
});
test('a finished or suspended selection must be removed first', () => {
  const market = marketOf([{ ...arsenalRow, status: 'finished' }, interRow]);
  expect(offer({ market })).toEqual({ does: 'wait', why: 'Remove the selection you cannot bet on' });
});
test('while betting is closed on a selection the button says so', () => {
  const closed = { why: 'betting-closed' } as const;
  const locked = { ...arsenalRow, markets: { h2h: 'suspended', totals: 'none' }, notes: { h2h: closed } } as const;
  const why = 'Betting is closed for now. Nothing can be staked.';
  const market = marketOf([locked, interRow]);
  expect(offer({ market })).toEqual({ does: 'wait', why });
  // A guest as well: logging in would not open it.
  expect(offer({ market, bettorId: null })).toEqual({ does: 'wait', why });
});
test('a stake that is not above 0 does not place', () => {
  expect(offer({ stakeText: 'ten' })).toEqual({ does: 'wait', why: 'Please enter a valid stake amount' });
});
test('worse odds wait for acceptance, better ones do not', () => {
  const worse = offer({ market: marketOf([arsenalAt(1.95), interRow]) });
  expect(worse.does === 'accept' && worse.moved.map((line) => line.entry)).toEqual([arsenal]);
  expect(offer({ market: marketOf([arsenalAt(2.2), interRow]) }).does).toBe('place');
});
test('accepting one price is not the same as accepting the next', () => {
  const at = (price: number) => askOf(offer({ market: marketOf([arsenalAt(price), interRow]) }));
  expect(at(1.95)).not.toBe(at(1.9));
});
