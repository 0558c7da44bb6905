import type { StoredNotification } from '@touchline/core/contract';
import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Language } from '@touchline/core/language';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { operatorOf, ownOf } from '../privacy/carry-restrictions.ts';
import { type NotificationRow, withBets } from './read-notifications.ts';

/** `sealed`: the browser's subscription. `attempts`: how often it was sent before. `amounts`: whether it may name amounts of money. */
type DueRow = NotificationRow & {
  readonly sessionId: SessionId;
  readonly sealed: string;
  readonly attempts: number;
  readonly amounts: boolean;
  /** Of the account. */
  readonly language: Language | null;
};
export type DuePush = DueRow & StoredNotification;

/**
 * Takes messages that are due, each by one worker, and schedules each again at `retryAt` in case that worker dies. Messages that became
 * pointless end instead: the session has ended, the bettor has read the notification, or it is a goal and the bettor is excluded.
 */
export async function takeDuePushes(
  db: Db,
  { now, retryAt, most }: { readonly now: Instant; readonly retryAt: Instant; readonly most: number },
): Promise<{ readonly taken: number; readonly pushes: readonly DuePush[] }> {
  const { rows } = await sql<DueRow & { readonly sealed: string | null; readonly facts: object | null }>`
    with due as (
      update push_messages set attempts = attempts + 1, next_at = ${timestamp(retryAt)}
      where (session_id, notification_id) in (
        select session_id, notification_id from push_messages where next_at <= ${timestamp(now)}
        order by next_at limit ${most} for update skip locked)
      returning session_id, notification_id, wallet_id, attempts - 1 as attempts
    )
    select due.session_id as "sessionId", due.notification_id as id, due.attempts, n.facts, n.created_at as at,
      false as "isRead", p.subscription_sealed as sealed, coalesce(c.push_amounts, false) as amounts, u.language
    from due
    left join notification_settings c on c.wallet_id = due.wallet_id
    left join (push_subscriptions p join sessions s on s.id = p.session_id
      and s.ended_at is null and s.expires_at > ${timestamp(now)}
      join users u on u.id = s.user_id) on p.session_id = due.session_id
    left join notifications n on n.wallet_id = due.wallet_id and n.id = due.notification_id
      and n.id > coalesce(c.read_up_to, 0) and (n.kind <> 'goal'
        or not exists (select from restricted_wallets r where r.wallet_id = due.wallet_id)
        or not (exists (${ownOf(sql`due.wallet_id`)}) or exists (${operatorOf(sql`due.wallet_id`)})))
    order by due.notification_id`.execute(db);
  const isPointless = ({ sealed, facts }: (typeof rows)[number]) => sealed === null || facts === null;
  await endPushes(db, rows.filter(isPointless));
  const pushes = await withBets(
    db,
    rows.filter((row) => !isPointless(row)),
  );
  return { taken: rows.length, pushes };
}

type Message = { readonly sessionId: SessionId; readonly id: number };

/** Ends messages: they were sent, or never will be. */
export async function endPushes(db: Db, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const ended = messages.map(({ sessionId, id }) => ({ session_id: sessionId, notification_id: id }));
  await sql`
    delete from push_messages m using jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as e (session_id uuid, notification_id bigint)
    where m.session_id = e.session_id and m.notification_id = e.notification_id`.execute(db);
}

/** Has a message sent again at `at`. */
export async function postponePush(db: Db, { sessionId, id }: Message, at: Instant): Promise<void> {
  await sql`
    update push_messages set next_at = ${timestamp(at)}
    where session_id = ${sessionId} and notification_id = ${id}`.execute(db);
}
