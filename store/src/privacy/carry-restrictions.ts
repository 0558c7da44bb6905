import { createHmac, type KeyObject } from 'node:crypto';
import { changeLimit, coolingOffMs, limitNow, lossUsed } from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { sql } from 'kysely';
import { type Trx, timestamp } from '../connect.ts';
import { readLimits, readRestrictions } from '../limits/read-limits.ts';
import { insertLimit } from '../limits/set-limits.ts';
import type { DataKey } from '../sealed.ts';

const digest = (key: KeyObject, email: string): string =>
  createHmac('sha256', key).update(`closed-account:${email}`).digest('hex');

/** Returns a keyed fingerprint of an email address, under the current key. */
export const emailFingerprint = (key: DataKey, email: string): string => digest(key.current.key, email);

/** Whether the bettor's own or the operator's exclusion of this wallet is running. */
async function isExcludedNow(trx: Trx, walletId: WalletId): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    select exists (${ownOf(sql`${walletId}::uuid`)}) or exists (${operatorOf(sql`${walletId}::uuid`)}) as runs`.execute(
    trx,
  );
  return rows[0]?.runs === true;
}

/** Whether an exclusion of this wallet is running, or one of its limits applies: then its address is recognized. */
export async function isRestrictedNow(trx: Trx, walletId: WalletId, now: Instant): Promise<boolean> {
  if (await isExcludedNow(trx, walletId)) return true;
  const { limits } = await readRestrictions(trx, walletId);
  return limits.some((change) => limitNow(change, now) !== null);
}

/**
 * Copies exclusions that are still running for a closed account of the same address, and what is left of its limits, so that closing
 * and registering again ends none. Call it in the transaction that creates the account.
 */
export async function carryRestrictions(
  trx: Trx,
  key: DataKey,
  { email, walletId }: { readonly id: UserId; readonly email: string; readonly walletId: WalletId },
): Promise<void> {
  const fingerprints = [...key.all.values()].map((one) => digest(one.key, email));
  const isCarried = [
    await carryExclusions(trx, walletId, fingerprints),
    await carryLimits(trx, walletId, fingerprints),
  ];
  if (!isCarried.some(Boolean)) return;
  await sql`
    insert into restricted_wallets (wallet_id, since) values (${walletId}, now()) on conflict do nothing`.execute(trx);
}

const actor = 'system:registered-again';

/**
 * Closing an account removes its limits, which takes as long as removing them in the account. Until then only what they leave now may be
 * used. An account before it has nothing to add: it left its limits to the last one.
 */
async function carryLimits(trx: Trx, walletId: WalletId, fingerprints: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ walletId: WalletId; closedAt: Instant }>`
    select wallet_id as "walletId", closed_at as "closedAt" from closed_accounts
    where email_fingerprint = any(${fingerprints}::text[]) order by closed_at desc limit 1`.execute(trx);
  const [closed] = rows;
  if (!closed) return false;
  const { limits, now, ...used } = await readLimits(trx, closed.walletId);
  const usedOf = { stake: used.staked, loss: lossUsed(used.lost, used.atStake), deposit: used.deposited };
  const carried = limits.flatMap((change) => {
    const { kind, period } = change;
    const limit = limitNow(change, closed.closedAt);
    if (limit === null) return [];
    const left = cents(Math.max(0, limit - usedOf[kind][period]));
    const removed = changeLimit(
      { ...change, amount: left, from: closed.closedAt },
      { kind, period, amount: null },
      closed.closedAt,
    );
    return removed.ok && removed.value.from > now ? [removed.value] : [];
  });
  for (const change of carried) await insertLimit(trx, { walletId, actor }, change, now);
  return carried.length > 0;
}

async function carryExclusions(trx: Trx, walletId: WalletId, fingerprints: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ carried: number }>`
    with earlier as (
      select wallet_id from closed_accounts where email_fingerprint = any(${fingerprints}::text[])
    ), own as (
      insert into exclusions (wallet_id, kind, since, until, actor)
      select ${walletId}::uuid, e.kind, now(), e.until, ${actor}
      from earlier cross join lateral (${ownOf(sql`earlier.wallet_id`)}) e
      order by e.until desc nulls first limit 1 returning 1
    ), operators as (
      insert into operator_exclusions (wallet_id, act, cause, reason, since, until, admin)
      select ${walletId}::uuid, 'begun', e.cause, 'The same address was excluded before.', now(), e.until, e.admin
      from earlier cross join lateral (${operatorOf(sql`earlier.wallet_id`)}) e
      order by e.until desc nulls first limit 1 returning 1
    )
    select (select count(*) from own)::int + (select count(*) from operators)::int as carried`.execute(trx);
  return (rows[0]?.carried ?? 0) > 0;
}

/** Deletes the fingerprints of closed accounts that have nothing left to carry. */
export async function forgetFingerprints(trx: Trx, now: Instant): Promise<void> {
  await sql`
    update closed_accounts c set email_fingerprint = null
    where c.email_fingerprint is not null and c.closed_at <= ${timestamp(instant(now - coolingOffMs))}
      and not exists (${ownOf(sql`c.wallet_id`)}) and not exists (${operatorOf(sql`c.wallet_id`)})`.execute(trx);
}

/** The bettor's own running exclusion. */
export const ownOf = (wallet: ReturnType<typeof sql>) => sql`
  select newest.* from (
    select kind, since, until from exclusions where wallet_id = ${wallet} order by id desc limit 1
  ) newest where newest.until is null or newest.until > now()`;

/** The operator's running exclusion. */
export const operatorOf = (wallet: ReturnType<typeof sql>) => sql`
  select newest.* from (
    select act, cause, since, until, admin from operator_exclusions where wallet_id = ${wallet} order by id desc limit 1
  ) newest where newest.act = 'begun' and (newest.until is null or newest.until > now())`;
