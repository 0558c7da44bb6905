import { expect, test } from 'vitest';
import { localFieldFrom } from '../../ledger/moments.ts';
import { emptyForm, emptyWindow, parseDecision } from './decision-form.ts';
import { dryRunSentences, formText } from './decision-text.ts';
import { smallRun } from './samples.ts';

const field = (seconds: string) => localFieldFrom(`2026-11-21T15:${seconds}.000Z`);

test('a period is read in the user’s time zone and includes its last second', () => {
  expect(parseDecision({ ...emptyWindow, market: 'h2h', from: field('02:10'), to: field('03:40') })).toEqual({
    kind: 'window',
    market: 'h2h',
    from: '2026-11-21T15:02:10.000Z',
    until: '2026-11-21T15:03:41.000Z',
  });
});

test('a period of one second is valid; one without an end, or with an end before its start, is not', () => {
  expect(parseDecision({ ...emptyWindow, from: field('02:10'), to: field('02:10') })).toMatchObject({ kind: 'window' });
  expect(parseDecision({ ...emptyWindow, from: field('02:10'), to: field('02:09') })).toBe(undefined);
  expect(parseDecision({ ...emptyWindow, from: field('02:10') })).toBe(undefined);
});

test('a minute is one, and several are many', () => {
  const score = { ...emptyForm, home: '1', away: '0' };
  expect(['', '1', '81'].map((minutes) => formText({ ...score, minutes }))).toEqual([
    'Final score 1:0',
    '1:0 after 1 minute',
    '1:0 after 81 minutes',
  ]);
});

test('a net cost has no plus sign, a net gain a minus sign', () => {
  const sentences = [42, -42].map((difference) => dryRunSentences({ ...smallRun, difference }));
  expect(sentences.map((texts) => texts.find((text) => text.startsWith('Net cost')))).toEqual([
    'Net cost to the bookmaker: $42.00.',
    'Net cost to the bookmaker: -$42.00.',
  ]);
});
