import type { Exclusion, UsedOf } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { readDepositedOf } from './deposited.ts';
import {
  type ExclusionRow,
  exclusionsFromRow,
  exclusionText,
  type RestrictionRow,
  type Restrictions,
  restrictionsFromRow,
  restrictionsText,
} from './restriction-rows.ts';

export type OwnLimits = Restrictions & {
  readonly deposited: UsedOf;
  /** The stakes of open bets, all of which may still be lost. */
  readonly atStake: Cents;
  readonly realityCheckMinutes: number | null;
  readonly now: Instant;
};

export async function readRestrictions(db: Db, walletId: WalletId): Promise<Restrictions> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(restrictionsText, [[walletId]]));
  const [row] = rows as RestrictionRow[];
  if (!row) throw new Error('the database returned no restrictions');
  return restrictionsFromRow(row);
}

/** Returns the exclusion that ends last, whether or not it still runs. */
export async function readExclusion(db: Db, walletId: WalletId): Promise<Exclusion | undefined> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(exclusionText, [walletId]));
  const [row] = rows as ExclusionRow[];
  return row && exclusionsFromRow(row).exclusion;
}

/** Returns everything that a bettor has set, and how much of it is used. */
export async function readLimits(db: Db, walletId: WalletId): Promise<OwnLimits> {
  const [restrictions, deposited, atStake, check] = await Promise.all([
    readRestrictions(db, walletId),
    readDepositedOf(db, walletId),
    db
      .selectFrom('wallets')
      .select(['staked', sql<Instant>`clock_timestamp()`.as('now')])
      .where('wallet_id', '=', walletId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('reality_checks')
      .select('minutes')
      .where('wallet_id', '=', walletId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    ...restrictions,
    deposited,
    atStake: atStake.staked,
    realityCheckMinutes: check?.minutes ?? null,
    now: atStake.now,
  };
}

/** `net`: what settled bets won less what they lost. */
export type Play = { readonly staked: Cents; readonly net: Cents };

/** `$1`: a wallet, `$2`: a moment. Two rows of running totals, however many bets were placed since. */
export const playText = `
  select w.staked_to_date - before.staked as staked, before.lost - w.lost_to_date as net
  from wallets w cross join lateral play_until(w.wallet_id, $2::timestamptz) before
  where w.wallet_id = $1`;

/** Returns what was staked, and the net result of settled bets, since a moment. */
export async function readPlay(db: Db, walletId: WalletId, since: Instant): Promise<Play> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(playText, [walletId, new Date(since)]));
  return (rows as Play[])[0] ?? { staked: noMoney, net: noMoney };
}

/** Returns everything that a bettor ever set, and the exclusions by staff without their reasons, oldest first. */
export async function limitHistory(db: Db, walletId: WalletId) {
  const [limits, exclusions, operatorExclusions, realityChecks] = await Promise.all([
    db.selectFrom('limit_changes').selectAll().where('wallet_id', '=', walletId).orderBy('id').execute(),
    db.selectFrom('exclusions').selectAll().where('wallet_id', '=', walletId).orderBy('id').execute(),
    db
      .selectFrom('operator_exclusions')
      .select(['act', 'since', 'until'])
      .where('wallet_id', '=', walletId)
      .orderBy('id')
      .execute(),
    db.selectFrom('reality_checks').selectAll().where('wallet_id', '=', walletId).orderBy('id').execute(),
  ]);
  return { limits, exclusions, operatorExclusions, realityChecks };
}
