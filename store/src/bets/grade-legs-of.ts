import { gradeLeg, type MatchResult } from '@touchline/core/betting';
import type { BetId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Match } from '@touchline/core/matches';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { outcomeFromRow } from './bet-rows.ts';

/** A bet that waits for its settlement, with the wallet and the user it belongs to. */
export type PendingBet = { readonly betId: BetId; readonly walletId: WalletId };

/**
 * Grades every pending leg on a match that ended, and names all bets with a leg on it that are still pending, so that a run
 * that died half way is taken up by the next. Throws for a match that is still open.
 */
export async function gradeLegsOf(
  db: Db,
  match: Pick<Match, 'id' | 'status' | 'score'>,
  at: Instant,
): Promise<readonly PendingBet[]> {
  const result = resultOf(match);
  const outcomes = await db
    .selectFrom('bet_legs')
    .select(['market', 'pick', 'point'])
    .distinct()
    .where('match_id', '=', match.id)
    .where('status', '=', 'pending')
    .execute();
  for (const row of outcomes) {
    await db
      .updateTable('bet_legs')
      .set({ status: gradeLeg(outcomeFromRow(row), result), graded_at: timestamp(at) })
      .where('match_id', '=', match.id)
      .where('status', '=', 'pending')
      .where('pick', '=', row.pick)
      .where(sql<boolean>`point is not distinct from ${row.point?.toFixed() ?? null}::numeric`)
      .execute();
  }
  return db
    .selectFrom('bets')
    .innerJoin('bet_legs', 'bet_legs.bet_id', 'bets.id')
    .select(['bets.id as betId', 'bets.wallet_id as walletId'])
    .where('bet_legs.match_id', '=', match.id)
    .where('bets.status', '=', 'pending')
    .orderBy('bets.placed_at')
    .execute();
}

function resultOf(match: Pick<Match, 'id' | 'status' | 'score'>): MatchResult {
  if (match.status === 'void') return { kind: 'void' };
  if (match.status === 'finished' && match.score) return { kind: 'score', score: match.score };
  throw new Error(`match ${match.id} has not ended`);
}
