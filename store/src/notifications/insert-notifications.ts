import type { WalletId } from '@touchline/core/ids';
import { type NotificationFacts, notificationsOf } from '@touchline/core/notifications';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Trx } from '../connect.ts';
import { operatorOf, ownOf } from '../privacy/carry-restrictions.ts';
import type { AppendedEvent } from '../wallet/append-event.ts';

// A kind that is off in the app and as push message is not stored, except for adjustments: their delivery pushes the new balance.
const insertText = `
  insert into notifications (wallet_id, cause, kind, facts, in_app, push)
  select wallet_id, cause, facts ->> 'kind', facts, on_in_app, on_push
  from (
    select n.*, not coalesce(n.facts ->> 'kind' = any(s.in_app_off), false) as on_in_app,
      not coalesce(n.facts ->> 'kind' = any(s.push_off), false) as on_push
    from jsonb_to_recordset($1::jsonb) as n (wallet_id uuid, cause text, facts jsonb)
    left join notification_settings s on s.wallet_id = n.wallet_id
  ) wanted
  where on_in_app or on_push or facts ->> 'kind' = 'adjustment'
  on conflict do nothing`;

/** Stores what ledger events notify of, in their transaction: each event has one key, so each notification exists once. */
export async function insertNotifications(client: ClientBase, events: readonly AppendedEvent[]): Promise<void> {
  const notifications = notificationsOf(
    events.map(({ record, event }) => ({
      walletId: record.wallet_id as WalletId,
      key: record.key,
      actor: record.actor,
      event,
    })),
  );
  if (notifications.length === 0) return;
  const rows = notifications.map(({ walletId, cause, facts }) => ({ wallet_id: walletId, cause, facts }));
  await client.query({ name: 'insert-notifications', text: insertText, values: [JSON.stringify(rows)] });
}

type Goal = Extract<NotificationFacts, { readonly kind: 'goal' }>;
export type ScoreNews = Pick<Goal, 'matchId' | 'homeTeam' | 'awayTeam' | 'score' | 'scorers'>;

/**
 * Notifies everyone with an open bet on a match of a change of its score, once for each change, in the transaction that stores it.
 * Excluded bettors are not notified: a goal does not concern their money.
 */
export async function notifyOfScore(trx: Trx, { matchId, ...news }: ScoreNews): Promise<void> {
  const facts = { kind: 'goal', matchId, ...news } satisfies Omit<Goal, 'selections'>;
  await sql`
    insert into notifications (wallet_id, cause, kind, facts, in_app, push)
    select o.wallet_id, 'score:' || m.id || ':' || m.seq, 'goal',
      ${JSON.stringify(facts)}::jsonb || jsonb_build_object('selections', o.selections),
      not coalesce('goal' = any(s.in_app_off), false), not coalesce('goal' = any(s.push_off), false)
    from matches m
    cross join lateral (
      select b.wallet_id, jsonb_agg(distinct l.label) as selections
      from bet_legs l join bets b on b.id = l.bet_id
      where l.match_id = m.id and l.status = 'pending' and b.status = 'pending'
        and (b.acceptance is null or b.acceptance = 'accepted')
      group by b.wallet_id
    ) o
    left join notification_settings s on s.wallet_id = o.wallet_id
    where m.id = ${matchId} and not (coalesce('goal' = any(s.in_app_off), false) and coalesce('goal' = any(s.push_off), false))
      and (not exists (select from restricted_wallets r where r.wallet_id = o.wallet_id)
        or not (exists (${ownOf(sql`o.wallet_id`)}) or exists (${operatorOf(sql`o.wallet_id`)})))
    on conflict do nothing`.execute(trx);
}
