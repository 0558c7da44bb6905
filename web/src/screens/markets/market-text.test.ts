import { expect, test } from 'vitest';
import { factName, reviewMeaning, reviewTitle, stateBadge } from './market-text.ts';
import { operatedMatch } from './samples.ts';

const at = (time: string, match: Partial<typeof operatedMatch> = {}) =>
  stateBadge({ ...operatedMatch, ...match }, Date.parse(`2026-11-20T${time}:00.000Z`)).children;

test('a match is upcoming, then in play for two hours, then missing its result', () => {
  expect([at('19:59'), at('20:00'), at('21:59'), at('22:00')]).toEqual([
    'Upcoming',
    'In play',
    'In play',
    'No result yet',
  ]);
  expect(at('22:00', { status: 'finished' })).toBe('Ended, settling');
  expect(at('22:00', { status: 'void', settledAt: '2026-11-20T22:00:00.000Z' })).toBe('Void, settled');
});

test('the review of a match that was moved too far says that its bets are void, and does not offer to go on', () => {
  const review = { id: '1', kind: 'moved-too-far', facts: {}, createdAt: '2026-11-20T20:00:00.000Z' };
  expect([reviewTitle(review), factName('firstKickoffAt'), factName('movedTo')]).toEqual([
    'Moved by more than 48 hours',
    'First kick-off',
    'Moved to',
  ]);
  expect(reviewMeaning(review)).toContain('its bets are void');
  expect(reviewMeaning(review)).not.toContain('goes on');
});
