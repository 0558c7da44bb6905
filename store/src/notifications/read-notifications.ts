import {
  type ChangeNotificationSettings,
  type NotificationSettings,
  type StoredNotification,
  viewBet,
} from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { maxUnread, type NotificationFacts } from '@touchline/core/notifications';
import { sql } from 'kysely';
import { readBets } from '../bets/index.ts';
import type { Db } from '../connect.ts';

export type NotificationRow = {
  readonly id: number;
  readonly facts: NotificationFacts;
  readonly at: Instant;
  readonly isRead: boolean;
};

const readUpTo = (walletId: WalletId) =>
  sql`coalesce((select read_up_to from notification_settings where wallet_id = ${walletId}), 0)`;

type Page = { readonly before?: number | undefined; readonly limit: number };

/** Returns a page of a bettor's notifications, newest first: those in the app, or those that were push messages only. */
export async function readNotificationPage(
  db: Db,
  walletId: WalletId,
  where: 'in-app' | 'push-only',
  { before, limit }: Page,
): Promise<readonly StoredNotification[]> {
  const { rows } = await sql<NotificationRow>`
    select id, facts, created_at as at, id <= ${readUpTo(walletId)} as "isRead" from notifications
    where wallet_id = ${walletId} and ${where === 'in-app' ? sql`in_app` : sql`not in_app`} and id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by id desc limit ${limit}`.execute(db);
  return withBets(db, rows);
}

/** Returns a bettor's notifications, newest first, and counts the unread ones; `before`: only older ones than this. */
export async function listNotifications(
  db: Db,
  walletId: WalletId,
  page: Page,
): Promise<{ readonly unread: number; readonly notifications: readonly StoredNotification[] }> {
  const notifications = await readNotificationPage(db, walletId, 'in-app', page);
  return { unread: await countUnread(db, walletId), notifications };
}

async function countUnread(db: Db, walletId: WalletId): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notifications where wallet_id = ${walletId} and in_app and id > ${readUpTo(walletId)}
      limit ${maxUnread}) few`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Adds what the bets are on to the notifications about bets. */
export async function withBets<Row extends NotificationRow>(
  db: Db,
  rows: readonly Row[],
): Promise<readonly (Row & StoredNotification)[]> {
  const ids = new Set(rows.flatMap(({ facts }) => ('betId' in facts ? [facts.betId] : [])));
  const bets = ids.size === 0 ? [] : await readBets(db, [...ids]);
  const byId = new Map(bets.map((bet) => [bet.id, viewBet(bet)]));
  return rows.map((row) => ({ ...row, bet: 'betId' in row.facts ? byId.get(row.facts.betId) : undefined }));
}

/** Marks a notification and all older ones as read. Returns how many are unread. */
export async function markRead(db: Db, walletId: WalletId, upTo: number): Promise<number> {
  await sql`
    insert into notification_settings (wallet_id, read_up_to)
    select ${walletId}::uuid, least(${upTo}, max(id)) from notifications where wallet_id = ${walletId} having count(*) > 0
    on conflict (wallet_id) do update
    set read_up_to = greatest(notification_settings.read_up_to, excluded.read_up_to)`.execute(db);
  return countUnread(db, walletId);
}

export async function readNotificationSettings(db: Db, walletId: WalletId): Promise<NotificationSettings> {
  const { rows } = await sql<NotificationSettings>`
    select in_app_off as "inAppOff", push_off as "pushOff", push_amounts as "pushAmounts"
    from notification_settings where wallet_id = ${walletId}`.execute(db);
  return rows[0] ?? { inAppOff: [], pushOff: [], pushAmounts: false };
}

export async function saveNotificationSettings(
  db: Db,
  walletId: WalletId,
  { inAppOff, pushOff, pushAmounts, switched }: ChangeNotificationSettings,
): Promise<void> {
  const offAfter = (place: 'inApp' | 'push', all: NotificationSettings['pushOff'] | undefined) => {
    const before = all ? sql`${[...new Set(all)]}::text[]` : sql.ref(place === 'inApp' ? 's.in_app_off' : 's.push_off');
    if (switched?.place !== place) return before;
    const others = sql`array_remove(${before}, ${switched.kind}::text)`;
    return switched.isOn ? others : sql`array_append(${others}, ${switched.kind}::text)`;
  };
  await sql`insert into notification_settings (wallet_id) values (${walletId}) on conflict do nothing`.execute(db);
  // One that runs at the same time waits, and keeps what the other saved.
  await sql`
    update notification_settings s
    set in_app_off = ${offAfter('inApp', inAppOff)}, push_off = ${offAfter('push', pushOff)},
      push_amounts = coalesce(${pushAmounts ?? null}::boolean, s.push_amounts)
    where wallet_id = ${walletId}`.execute(db);
}
