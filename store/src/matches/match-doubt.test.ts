import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant, minutes } from '@touchline/core/instant';
import { type Match, noMarkets, type QuotedMatch } from '@touchline/core/matches';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doubtOf } from './match-doubt.ts';

const start = Date.parse('2026-11-28T15:00:00Z');
/** Minutes from 15:00. */
const anyMinute = fc.integer({ min: -180, max: 180 });
const at = (minute: number): Instant => instant(start + minutes(minute));

const announced = (minute: number, score: Match['score'] = null): Match => ({
  id: 'm1' as MatchId,
  leagueKey: 'soccer_epl',
  homeTeam: 'Home',
  awayTeam: 'Away',
  kickoffAt: at(minute),
  status: 'open',
  score,
  markets: noMarkets,
});
const listed = (minute: number): QuotedMatch => ({
  providerEventId: 'e1',
  homeTeam: 'Home',
  awayTeam: 'Away',
  kickoffAt: at(minute),
});

describe('a match without a score that is listed for another kick-off', () => {
  test('is reviewed exactly if bets were taken as before kick-off for more than two minutes of play', () => {
    fc.assert(
      fc.property(anyMinute, anyMinute, anyMinute, (was, is, now) => {
        const placed = Array.from({ length: 361 }, (_, minute) => minute - 180).filter((minute) => minute < now);
        const takenInPlay = placed.filter((minute) => minute < was && minute >= is);
        const doubt = doubtOf(announced(was), listed(is), at(now));
        expect(doubt?.kind).toBe(takenInPlay.length > 2 ? 'kicked-off-earlier' : undefined);
      }),
    );
  });

  test('has a review that names both kick-offs, also if both have passed', () => {
    const [was, is, seenAt] = [0, -15, 5].map((minute) => new Date(at(minute)).toISOString());
    expect(doubtOf(announced(0), listed(-15), at(5))).toEqual({
      matchId: 'm1',
      kind: 'kicked-off-earlier',
      subject: `${is} seen at ${seenAt}`,
      facts: { was, is, seenAt },
    });
  });
});

test('a match in play with a score is reviewed only if it is listed for later than now', () => {
  fc.assert(
    fc.property(anyMinute, anyMinute, anyMinute, (was, is, now) => {
      fc.pre(was <= now);
      const doubt = doubtOf(announced(was, { home: 1, away: 0 }), listed(is), at(now));
      expect(doubt?.kind).toBe(is > now ? 'abandoned-possible' : undefined);
    }),
  );
});
