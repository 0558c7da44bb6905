import type { UsedOf } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { readDepositedOf } from './deposited.ts';
import {
  playedBy,
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
  if (!row) throw new Error('the database gave no restrictions');
  return restrictionsFromRow(row);
}

/** Everything that a bettor has set for themselves, and how much of it is used. */
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

export type Play = { readonly staked: Cents; readonly won: Cents; readonly lost: Cents };

/** What was staked, won (more than its stake) and lost since a moment. */
export async function readPlay(db: Db, walletId: WalletId, since: Instant): Promise<Play> {
  const { rows } = await sql<Play>`
    select coalesce(sum(staked), 0)::bigint as staked, coalesce(sum(-lost) filter (where lost < 0), 0)::bigint as won,
      coalesce(sum(lost) filter (where lost > 0), 0)::bigint as lost
    from (
      select ${sql.raw(playedBy.staked)} as staked, ${sql.raw(playedBy.lost)} as lost
      from ledger_events e
      where e.wallet_id = ${walletId}
        and e.version >= first_version_after(${walletId}, ${new Date(since)}::timestamptz)
    ) played`.execute(db);
  return rows[0] ?? { staked: noMoney, won: noMoney, lost: noMoney };
}
