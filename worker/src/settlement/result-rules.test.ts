import { hours, instant, minutes, seconds } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { MatchReport } from '@touchline/store/settlement';
import { describe, expect, test } from 'vitest';
import {
  type Agreement,
  canReadAgain,
  compareReports,
  isOverdue,
  needsReview,
  scoresEveryMs,
  wasNotPlayed,
} from './result-rules.ts';

const kickoff = instant(Date.parse('2026-11-21T15:00:00Z'));
const at = (ms: number) => instant(kickoff + ms);

describe('a final score that may include extra time needs review', () => {
  test.each(['soccer_uefa_champs_league', 'soccer_uefa_europa_league', 'soccer_uefa_nations_league'] as const)(
    'in %s when it was seen later than 2 h 15 min after kick-off',
    (league) => {
      expect([minutes(115), minutes(135), minutes(136)].map((ms) => needsReview(league, kickoff, at(ms)))).toEqual([
        false,
        false,
        true,
      ]);
    },
  );
  test('never in a league without extra time', () =>
    expect(needsReview('soccer_epl', kickoff, at(hours(5)))).toBe(false));
});

test('a result is overdue 48 hours after kick-off', () => {
  expect([isOverdue(kickoff, at(hours(48))), isOverdue(kickoff, at(hours(48) + 1))]).toEqual([false, true]);
});

describe('a match was not played', () => {
  test('after 72 hours, when the provider stopped listing it without a result', () => {
    expect(wasNotPlayed(kickoff, at(hours(30)), at(hours(72)))).toBe(false);
    expect(wasNotPlayed(kickoff, at(hours(30)), at(hours(72) + 1))).toBe(true);
  });
  test('never because the provider was unreachable while it listed it: an admin decides', () => {
    expect(wasNotPlayed(kickoff, undefined, at(hours(100)))).toBe(false);
    expect(wasNotPlayed(kickoff, at(hours(73)), at(hours(100)))).toBe(false);
  });
  test('never because it was briefly missing around kick-off', () => {
    expect(wasNotPlayed(kickoff, at(hours(1)), at(hours(100)))).toBe(false);
  });
});

describe('scores are polled', () => {
  const base = seconds(40);
  const pace = { baseMs: base, inPlayMs: base };
  const ago = (ms: number) => instant(kickoff - ms);
  const every = (...waits: number[]) => scoresEveryMs({ kickoffs: waits.map(ago) }, pace, kickoff);
  test('while a match may be in play, rarely while one is overdue, and not without one', () => {
    expect([
      every(),
      every(-1),
      every(0),
      every(hours(4)),
      every(hours(5)),
      every(hours(5), 0),
      every(hours(80)),
    ]).toEqual([undefined, undefined, base, base, minutes(10), base, undefined]);
  });
  test('more slowly in play when credits are short', () => {
    const slow = { baseMs: base, inPlayMs: minutes(10) };
    expect(scoresEveryMs({ kickoffs: [ago(hours(1))] }, slow, kickoff)).toBe(minutes(10));
  });
  test('for two minutes after a match is delisted before its kick-off', () => {
    const delisted = (ms: number) => scoresEveryMs({ kickoffs: [ago(-hours(1))], delisted: [ago(ms)] }, pace, kickoff);
    expect([delisted(0), delisted(minutes(2)), delisted(minutes(2) + 1)]).toEqual([base, base, undefined]);
  });
  test('hourly for three days after the last match ended', () => {
    const endedFor = (ms: number) => scoresEveryMs({ kickoffs: [], ended: ago(ms) }, pace, kickoff);
    expect([endedFor(hours(2)), endedFor(hours(72)), endedFor(hours(72) + 1)]).toEqual([hours(1), hours(1), undefined]);
  });
});

test('polls ended matches unless prices need the month’s budget', () => {
  const budgets = [undefined, { budget: null, forecast: 900 }, { budget: 500, forecast: null }];
  expect(budgets.map(canReadAgain)).toEqual([true, true, true]);
  expect([499, 500, 501].map((forecast) => canReadAgain({ budget: 500, forecast }))).toEqual([true, false, false]);
});

describe('a final score of the first provider beside the second one', () => {
  const second = (status: MatchReport['status'], score: readonly [number, number] | null, ...later: Score[]) => ({
    status,
    score: score && { home: score[0], away: score[1] },
    laterScores: later,
  });
  const score = { home: 2, away: 1 };
  test.each<[string, Parameters<typeof compareReports>[1], Agreement]>([
    ['the same score', second('final', [2, 1]), 'agreed'],
    ['another score', second('final', [1, 1]), 'disagreed'],
    ['the score after extra time', second('final', [1, 1], { home: 2, away: 1 }), 'agreed'],
    ['the score with a shoot-out', second('final', [1, 1], { home: 1, away: 1 }, { home: 2, away: 1 }), 'agreed'],
    ['no end yet', second('in-play', [2, 1]), 'alone'],
    ['no kick-off yet', second('scheduled', null), 'alone'],
    ['an award', second('awarded', [2, 1]), 'awarded'],
    ['a stop', second('suspended', [2, 1]), 'disagreed'],
    ['a postponement', second('postponed', null), 'disagreed'],
    ['nothing', undefined, 'alone'],
  ])('%s: %o means %s', (_what, report, agreement) => {
    expect(compareReports(score, report)).toBe(agreement);
  });
});
