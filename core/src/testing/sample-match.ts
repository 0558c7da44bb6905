import { hours, type Instant, instant, minutes } from '../instant.ts';
import type { Market, Match } from '../matches/index.ts';
import { Decimal } from '../money/index.ts';
import { matchId } from './sample-ids.ts';

/** 2026-11-21T14:00:00Z. */
export const sampleNow: Instant = instant(1_795_269_600_000);
export const beforeNow = (ms: number): Instant => instant(sampleNow - ms);
export const afterNow = (ms: number): Instant => instant(sampleNow + ms);

const quoted = { state: 'open', bookmaker: 'pinnacle', quotedAt: beforeNow(minutes(1)) } as const;

/** 2.00 · 3.50 · 4.00, at its third price. */
export const sampleWinner: Market<'h2h'> = {
  ...quoted,
  version: 3,
  home: new Decimal('2.00'),
  draw: new Decimal('3.50'),
  away: new Decimal('4.00'),
};
/** 1.90 · 1.95 at 2.5 goals, at its seventh price. */
export const sampleGoals: Market<'totals'> = {
  ...quoted,
  version: 7,
  point: 2.5,
  over: new Decimal('1.90'),
  under: new Decimal('1.95'),
};

/** Arsenal against Chelsea, an hour before kick-off, with overrides. */
export const sampleMatch = (but: Partial<Match> = {}): Match => ({
  id: matchId('arsenal-chelsea'),
  leagueKey: 'soccer_epl',
  homeTeam: 'Arsenal',
  awayTeam: 'Chelsea',
  kickoffAt: afterNow(hours(1)),
  status: 'open',
  score: null,
  markets: { h2h: sampleWinner, totals: sampleGoals },
  ...but,
});
