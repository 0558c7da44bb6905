import { expect, test } from 'vitest';
import { awaitingBet } from '../slip/samples.ts';
import { withKnownStatus } from './known-status.ts';

test.each([
  ['WON', 'won'],
  ['Lost', 'lost'],
  ['void', 'void'],
  ['CASHED-OUT', 'cashed-out'],
  ['paused', 'pending'],
])('a bet with the status %s is %s', (received, known) => {
  expect(withKnownStatus({ ...awaitingBet, status: received }).status).toBe(known);
});

test.each([
  ['Half-Won', 'half-won'],
  ['walkover', 'pending'],
])('a selection with the status %s is %s', (received, known) => {
  const matches = awaitingBet.matches.map((leg) => ({ ...leg, status: received }));
  expect(withKnownStatus({ ...awaitingBet, matches }).matches.map(({ status }) => status)).toEqual(
    matches.map(() => known),
  );
});

test.each([[null], ['won'], [{}], [{ matches: 'none' }]])('%j is not a bet and is returned unchanged', (body) => {
  expect(withKnownStatus(body)).toEqual(body);
});
