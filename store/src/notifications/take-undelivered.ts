import type { StoredNotification } from '@touchline/core/contract';
import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { type NotificationRow, withBets } from './read-notifications.ts';

/** `isShown`: the bettor wants this kind in the app. */
export type TakenNotification = StoredNotification & {
  readonly userId: UserId;
  readonly walletId: WalletId;
  readonly isShown: boolean;
};

/**
 * Takes notifications that were not delivered yet, each once, also with several workers. Queues those for push services, and
 * returns how many it took and those of bettors who may have open screens.
 */
export async function takeUndelivered(
  db: Db,
  { now, most }: { readonly now: Instant; readonly most: number },
): Promise<{ readonly taken: number; readonly ofOpenScreens: readonly TakenNotification[] }> {
  const { rows } = await sql<
    NotificationRow & Pick<TakenNotification, 'walletId' | 'isShown'> & { readonly userId: UserId | null }
  >`
    with taken as (
      update notifications set delivered_at = now()
      where id = any(array(
        select id from notifications where delivered_at is null order by id limit ${most} for update skip locked))
      returning id, wallet_id, facts, in_app, push, created_at
    ), queued as (
      -- By the clock that decides what is due, which may be behind the database's.
      insert into push_messages (session_id, notification_id, wallet_id, next_at)
      select p.session_id, t.id, t.wallet_id, ${timestamp(now)} from taken t join push_subscriptions p on p.wallet_id = t.wallet_id
      where t.push on conflict do nothing
    )
    select t.id, t.wallet_id as "walletId", t.in_app as "isShown", t.facts, t.created_at as at, false as "isRead", u.id as "userId"
    from taken t left join users u on u.wallet_id = t.wallet_id and exists (
      -- A screen may be open: access tokens last a day at most, and an open screen renews its own.
      select from sessions s where s.user_id = u.id and s.ended_at is null and s.used_at > now() - interval '24 hours')
    order by t.id`.execute(db);
  const ofOpenScreens = rows.flatMap(({ userId, ...row }) => (userId === null ? [] : [{ ...row, userId }]));
  return { taken: rows.length, ofOpenScreens: await withBets(db, ofOpenScreens) };
}
