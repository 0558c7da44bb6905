import {
  changeLimit,
  type Exclusion,
  type ExclusionRefusal,
  exclude,
  type LimitChange,
  type WantedExclusion,
  type WantedLimit,
} from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import { sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { readRestrictions } from './read-limits.ts';

type By = { readonly walletId: WalletId; readonly actor: string };

/** Sets a limit. It applies to every bet and deposit decided after this returns. */
export const setLimit = (
  db: Db,
  { walletId, actor }: By,
  wanted: WantedLimit,
): Promise<ReturnType<typeof changeLimit>> =>
  restrict(db, walletId, async (trx, now) => {
    const { limits } = await readRestrictions(trx, walletId);
    const last = limits.find(({ kind, period }) => kind === wanted.kind && period === wanted.period);
    const changed = changeLimit(last, wanted, now);
    if (!changed.ok || isSame(last, changed.value)) return changed;
    await insertLimit(trx, { walletId, actor }, changed.value, now);
    return changed;
  });

export async function insertLimit(
  trx: Trx,
  { walletId, actor }: By,
  { kind, period, before, amount, from }: LimitChange,
  now: Instant,
): Promise<void> {
  await trx
    .insertInto('limit_changes')
    .values({
      wallet_id: walletId,
      kind,
      period,
      before_amount: before,
      amount,
      from_at: timestamp(from),
      set_at: timestamp(now),
      actor,
    })
    .execute();
}

/** Setting the same limit again does not restart its waiting period. */
const isSame = (last: LimitChange | undefined, next: LimitChange): boolean =>
  last === undefined
    ? next.amount === null
    : last.amount === next.amount && (last.before === next.before || last.amount === next.before);

/** Excludes a bettor, at their own request. */
export const excludeBettor = (
  db: Db,
  { walletId, actor }: By,
  wanted: WantedExclusion,
): Promise<Result<Exclusion, ExclusionRefusal>> =>
  restrict(db, walletId, async (trx, now) => {
    // The operator's exclusion may be lifted, so it does not replace the bettor's own.
    const { ownExclusion } = await readRestrictions(trx, walletId);
    const begun = exclude(ownExclusion, wanted, now);
    if (!begun.ok) return begun;
    const { since, until } = begun.value;
    await trx
      .insertInto('exclusions')
      .values({
        wallet_id: walletId,
        kind: wanted.kind,
        since: timestamp(since),
        until: until === null ? null : timestamp(until),
        actor,
      })
      .execute();
    return ok(begun.value);
  });

export async function setRealityCheck(db: Db, { walletId, actor }: By, minutes: number | null): Promise<void> {
  await db.insertInto('reality_checks').values({ wallet_id: walletId, minutes, set_at: new Date(), actor }).execute();
}

/** Locks the wallet, so that no bet is decided in between; the next to lock it sees that it is restricted. */
export const restrict = <Value>(
  db: Db,
  walletId: WalletId,
  change: (trx: Trx, now: Instant) => Promise<Value>,
): Promise<Value> =>
  db.transaction().execute(async (trx) => {
    const now = await lockWallet(trx, walletId);
    await trx
      .insertInto('restricted_wallets')
      .values({ wallet_id: walletId, since: timestamp(now) })
      .onConflict((known) => known.doNothing())
      .execute();
    return change(trx, now);
  });

/** Locks one wallet as the wallet writer does, and returns the time after that. */
export async function lockWallet(trx: Trx, walletId: WalletId): Promise<Instant> {
  await trx
    .selectFrom('wallets')
    .select('wallet_id')
    .where('wallet_id', '=', walletId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ now: Instant }>`select clock_timestamp() as now`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
