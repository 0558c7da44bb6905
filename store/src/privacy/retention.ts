import { hours, type Instant, instant } from '@touchline/core/instant';
import { type RawBuilder, sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import { destroyIdentities } from './erase-person.ts';
import { deletableTables } from './policies.ts';

/** Days by table, where they differ from the policy's. */
export type RetentionDays = Readonly<Record<string, number>>;
export type Deleted = Readonly<Record<string, number>>;

/** The database refuses to delete younger rows of its logs. */
const leastDays: RetentionDays = { access_log: 180, price_changes: 90 };

/** Parses `table=days,…`. Returns a text if it is invalid. */
export function readRetentionDays(text: string): RetentionDays | string {
  const days: Record<string, number> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [name = '', count = ''] = part.split('=').map((one) => one.trim());
    if (!(name in deletableTables)) return `names ${name}, which is none of ${Object.keys(deletableTables).join(', ')}`;
    if (!/^\d{1,5}$/.test(count)) return `has no whole number of days for ${name}`;
    if (Number(count) < (leastDays[name] ?? 1)) return `keeps ${name} for less than ${leastDays[name] ?? 1} days`;
    days[name] = Number(count);
  }
  return days;
}

type Deletion = (db: Db, before: Instant, most: number) => Promise<number>;

const rows =
  (statement: (before: Date, most: number) => RawBuilder<unknown>): Deletion =>
  async (db, before, most) =>
    Number((await statement(timestamp(before), most).execute(db)).numAffectedRows ?? 0);

const counted =
  (statement: (before: Date, most: number) => RawBuilder<{ count: number }>): Deletion =>
  async (db, before, most) =>
    (await statement(timestamp(before), most).execute(db)).rows[0]?.count ?? 0;

/** The deletion of old rows of each table, limited in number. Each uses an index, or the order of ids. */
const deletions: Readonly<Record<string, Deletion>> = {
  sessions: rows(
    (before, most) => sql`
      delete from sessions where id = any(array(
        select id from sessions where ended_at < ${before}
        union select id from sessions where expires_at < ${before} limit ${most}))`,
  ),
  email_tokens: rows(
    (before, most) => sql`
      delete from email_tokens where token_hash = any(array(
        select token_hash from email_tokens where expires_at < ${before} or used_at < ${before} limit ${most}))`,
  ),
  withdrawal_links: rows(
    (before, most) => sql`
      delete from withdrawal_links where token_hash = any(array(
        select l.token_hash from withdrawal_links l join transactions t on t.id = l.transaction_id
        where t.decided_at < ${before} limit ${most}))`,
  ),
  recovery_codes: rows(
    (before, most) => sql`
      delete from recovery_codes where (user_id, code_hash) in (
        select user_id, code_hash from recovery_codes where used_at < ${before} limit ${most})`,
  ),
  support_messages: rows(
    (before, most) => sql`
      delete from support_messages where id = any(array(
        select id from support_messages where created_at < ${before} limit ${most}))`,
  ),
  ledger_verifications: rows(
    (before, most) => sql`
      delete from ledger_verifications where id = any(array(
        select id from ledger_verifications where requested_at < ${before} and finished_at is not null limit ${most}))`,
  ),
  booked_slips: rows(
    (before, most) => sql`
      delete from booked_slips where code = any(array(
        select code from booked_slips where booked_at < ${before} limit ${most}))`,
  ),
  shared_bets: rows(
    (before, most) => sql`
      delete from shared_bets where code = any(array(
        select code from shared_bets where shared_at < ${before} limit ${most}))`,
  ),
  notifications: rows(
    (before, most) => sql`
      delete from notifications where (wallet_id, id) in (
        select wallet_id, id from notifications where created_at < ${before} limit ${most})`,
  ),
  // Subscriptions of sessions that ended get no messages any more.
  push_subscriptions: rows(
    (before, most) => sql`
      delete from push_subscriptions where session_id = any(array(
        select p.session_id from push_subscriptions p join sessions s on s.id = p.session_id
        where s.ended_at < ${before} or s.expires_at < ${before} limit ${most}))`,
  ),
  payment_checks: rows(
    (before, most) => sql`
      delete from payment_checks where transaction_id = any(array(
        select transaction_id from payment_checks where asked_at < ${before} and owed_since is null limit ${most}))`,
  ),
  access_log: counted((before, most) => sql`select forget_access_log(${before}, ${most}) as count`),
  // A few matches at a time, because each may have thousands of prices.
  price_changes: counted(
    (before, most) => sql`
    select forget_price_changes(${before}, ${Math.ceil(most / 250)}) as count`,
  ),
};

/** The most batches of one table that a run deletes, so that a neglected table does not block the others. */
const mostBatches = 20;

/**
 * Deletes rows older than their policy allows, in batches with their own transactions, and destroys identities whose time is over.
 * Safe to repeat or interrupt. Returns the number of deleted rows by table.
 */
export async function applyRetention(
  db: Db,
  now: Instant,
  { days = {}, batch = 5_000 }: { readonly days?: RetentionDays; readonly batch?: number } = {},
): Promise<Deleted> {
  const deleted: Record<string, number> = {};
  for (const name of new Set([...Object.keys(deletableTables), ...Object.keys(deletions)])) {
    const [usual, deletion] = [deletableTables[name], deletions[name]];
    if (usual === undefined || !deletion) throw new Error(`${name} needs both a number of days and a deletion`);
    const before = instant(now - hours(24 * (days[name] ?? usual)));
    for (let round = 0; round < mostBatches; round += 1) {
      const count = await deletion(db, before, batch);
      deleted[name] = (deleted[name] ?? 0) + count;
      if (count === 0) break;
    }
  }
  deleted['closed_accounts'] = await destroyIdentities(db, now, 500);
  return deleted;
}
