import { expect, test } from 'vitest';
import { heldBet } from '../slip/samples.ts';
import { withKnownStatus } from './known-status.ts';

test.each([
  ['WON', 'won'],
  ['Lost', 'lost'],
  ['void', 'void'],
  ['cashed-out', 'pending'],
])('a bet with the status %s is %s', (received, known) => {
  expect(withKnownStatus({ ...heldBet, status: received }).status).toBe(known);
});

test.each([
  ['Half-Won', 'half-won'],
  ['walkover', 'pending'],
])('a selection with the status %s is %s', (received, known) => {
  const matches = heldBet.matches.map((leg) => ({ ...leg, status: received }));
  expect(withKnownStatus({ ...heldBet, matches }).matches.map(({ status }) => status)).toEqual(
    matches.map(() => known),
  );
});

test.each([[null], ['won'], [{}], [{ matches: 'none' }]])('%j is no bet and passes as it came', (body) => {
  expect(withKnownStatus(body)).toEqual(body);
});
