import type { MatchId, UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import { aloneWithinMs } from '@touchline/core/settlement';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { adminActor } from './rulings.ts';

/** What an admin has moved on a match of late by decisions that nobody confirmed. */
export async function movedAlone(
  db: Db,
  { userId, matchId, now }: { readonly userId: UserId; readonly matchId: MatchId; readonly now: Instant },
): Promise<Cents> {
  const { moved } = await db
    .selectFrom('match_results')
    .select(sql<number>`coalesce(sum(moved), 0)::bigint`.as('moved'))
    .where('match_id', '=', matchId)
    .where('actor', '=', adminActor(userId))
    .where('confirmed_by', 'is', null)
    .where(sql<boolean>`decided_at > ${timestamp(instant(now - aloneWithinMs))}`)
    .executeTakeFirstOrThrow();
  return cents(moved);
}
