import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { isHalfTimePossible, verdictOf } from '@touchline/core/settlement';
import type { Trx } from '../connect.ts';
import { lockMatches } from '../matches/lock-matches.ts';
import { openSelections } from './book.ts';
import { decisionOn, recordSystemRuling } from './rulings.ts';

/**
 * Records the score of an open match as confirmed if that decides open bets, or if a confirmed goal was taken back; the worker settles by
 * it. Returns whether it was recorded.
 */
export async function recordScoreSoFar(trx: Trx, matchId: MatchId, score: Score, at: Instant): Promise<boolean> {
  await lockMatches(trx);
  const { result, voidBets } = await decisionOn(trx, matchId);
  if (result.kind !== 'open' || isSame(result.score, score)) return false;
  // A first-half goal that was taken back after half-time is for an admin.
  if (result.halfTime && !isHalfTimePossible(score, result.halfTime)) return false;
  const isTakenBack = result.score !== undefined && !isHalfTimePossible(score, result.score);
  const decision = { result: { ...result, score }, voidBets };
  if (!isTakenBack) {
    const open = await openSelections(trx, matchId);
    if (open.every((outcome) => verdictOf({ outcome, takenAt: at }, decision) === 'pending')) return false;
  }
  const reason = isTakenBack ? `goal taken back: ${scoreText(score)}` : `decided at ${scoreText(score)}`;
  return recordSystemRuling(trx, matchId, { result: decision.result, reason, at });
}

const isSame = (one: Score | undefined, other: Score): boolean => one?.home === other.home && one.away === other.away;
const scoreText = ({ home, away }: Score): string => `${home}–${away}`;
