import type { UserId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';

/** Returns the bets that a bettor shares, oldest first. */
export const listSharedBets = (db: Db, userId: UserId) =>
  db
    .selectFrom('shared_bets')
    .select(['code', 'bet_id as betId', 'shows_stake as showsStake', 'shared_at as sharedAt'])
    .where('user_id', '=', userId)
    .orderBy('shared_at')
    .execute();
