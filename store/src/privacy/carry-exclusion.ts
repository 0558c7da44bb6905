import { createHmac, type KeyObject } from 'node:crypto';
import type { UserId, WalletId } from '@touchline/core/ids';
import { sql } from 'kysely';
import type { Trx } from '../connect.ts';
import type { DataKey } from '../sealed.ts';

const digest = (key: KeyObject, email: string): string =>
  createHmac('sha256', key).update(`closed-account:${email}`).digest('hex');

/** Returns a keyed fingerprint of an email address, under the current key. */
export const emailFingerprint = (key: DataKey, email: string): string => digest(key.current.key, email);

/** Whether the bettor's own or the operator's exclusion of this wallet is running. */
export async function isExcludedNow(trx: Trx, walletId: WalletId): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    select exists (${ownOf(sql`${walletId}::uuid`)}) or exists (${operatorOf(sql`${walletId}::uuid`)}) as runs`.execute(
    trx,
  );
  return rows[0]?.runs === true;
}

/**
 * Copies exclusions that are still running for a closed account of the same address, so that closing and registering again ends
 * none. Call it in the transaction that creates the account.
 */
export async function carryExclusions(
  trx: Trx,
  key: DataKey,
  { email, walletId }: { readonly id: UserId; readonly email: string; readonly walletId: WalletId },
): Promise<void> {
  const fingerprints = [...key.all.values()].map((one) => digest(one.key, email));
  const { rows } = await sql<{ carried: number }>`
    with earlier as (
      select wallet_id from closed_accounts where email_fingerprint = any(${fingerprints}::text[])
    ), own as (
      insert into exclusions (wallet_id, kind, since, until, actor)
      select ${walletId}::uuid, e.kind, now(), e.until, 'system:registered-again'
      from earlier cross join lateral (${ownOf(sql`earlier.wallet_id`)}) e
      order by e.until desc nulls first limit 1 returning 1
    ), operators as (
      insert into operator_exclusions (wallet_id, act, cause, reason, since, until, admin)
      select ${walletId}::uuid, 'begun', e.cause, 'The same address was excluded before.', now(), e.until, e.admin
      from earlier cross join lateral (${operatorOf(sql`earlier.wallet_id`)}) e
      order by e.until desc nulls first limit 1 returning 1
    )
    select (select count(*) from own)::int + (select count(*) from operators)::int as carried`.execute(trx);
  if ((rows[0]?.carried ?? 0) === 0) return;
  await sql`
    insert into restricted_wallets (wallet_id, since) values (${walletId}, now()) on conflict do nothing`.execute(trx);
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
