import type { UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import type { Closable, Closure } from '@touchline/core/matches';
import { sql } from 'kysely';
import type { Db, Trx } from '../connect.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';

/** A closure in force, with its admin and reason. */
type ClosureInForce = {
  readonly closes: Closable;
  readonly scope: string;
  readonly closedAt: Instant;
  readonly reason: string;
  readonly by: { readonly userId: UserId; readonly name: string; readonly email: string };
};
type ClosureAct = {
  readonly closes: Closable;
  readonly scope: string;
  readonly act: 'close' | 'open';
  readonly actor: UserId;
  readonly reason: string;
};
export type ClosureOutcome = 'done' | 'closed-already' | 'open-already';

/**
 * Transactions that accept bets or cash them out hold this lock shared until they end; closing takes it exclusively. So once a closure
 * is committed, every bet accepted or cashed out before it is committed too, and every later one sees it.
 */
export const bettingGate = { pass: gate('pg_advisory_xact_lock_shared'), shut: gate('pg_advisory_xact_lock') } as const;

/** Closes betting or cash-out, or opens it again. Affected matches get a new `seq`, so that every screen is updated. */
export async function switchBetting(
  trx: Trx,
  { closes, scope, act, actor, reason }: ClosureAct,
): Promise<ClosureOutcome> {
  await shutGate(trx);
  const { numAffectedRows } = await (act === 'close'
    ? sql`
      insert into betting_closures as known (closes, scope, closed_at, actor, reason)
      values (${closes}, ${scope}, clock_timestamp(), ${actor}, ${reason})
      on conflict (closes, scope) do update set closed_at = excluded.closed_at, opened_at = null, actor = excluded.actor,
        reason = excluded.reason
      where known.opened_at is not null`
    : sql`
      update betting_closures set opened_at = greatest(closed_at, clock_timestamp())
      where closes = ${closes} and scope = ${scope} and opened_at is null`
  ).execute(trx);
  if (numAffectedRows !== 1n) return act === 'close' ? 'closed-already' : 'open-already';
  await updateScreens(trx, { closes, scope });
  return 'done';
}

/** Waits for the transactions that accept bets or cash them out, and keeps others from beginning. */
export async function shutGate(trx: Trx): Promise<void> {
  await lockMatches(trx);
  // Taken here, before any row lock, so that waiting for it cannot deadlock.
  await sql.raw(bettingGate.shut).execute(trx);
}

/** Gives the matches of a scope a new `seq`. */
export async function updateScreens(trx: Trx, { closes, scope }: Pick<ClosureAct, 'closes' | 'scope'>): Promise<void> {
  const match = scope.includes('-') ? scope.split('/')[0] : null;
  await sql`
    update matches set seq = nextval('match_seq')
    where status = 'open' and (
      ${scope} in ('all', league_key) or (${closes} = 'cash-out' and id::text = coalesce(${match}, id::text))
    )`.execute(trx);
  await wakeReplicas(trx);
}

/** Returns the latest closure of each scope, including those opened again. */
export const readClosures = async (db: Db): Promise<readonly Closure[]> => {
  const rows = await db
    .selectFrom('betting_closures')
    .select(['closes', 'scope', 'closed_at as closedAt', 'opened_at as openedAt'])
    .orderBy('closes')
    .orderBy('scope')
    .execute();
  return rows as readonly Closure[];
};

/** Returns the closures in force: of betting first, and that of everything first. */
export async function closuresInForce(db: Db | Trx): Promise<readonly ClosureInForce[]> {
  const rows = await db
    .selectFrom('betting_closures as closure')
    .leftJoin('users', 'users.id', 'closure.actor')
    .select(['closes', 'scope', 'closed_at', 'reason', 'actor', 'users.name', 'users.email'])
    .where('opened_at', 'is', null)
    .orderBy('closes')
    .orderBy('scope')
    .execute();
  return rows.map(({ closes, scope, closed_at: closedAt, reason, actor, name, email }) => ({
    closes,
    scope,
    closedAt,
    reason,
    by: { userId: actor, name: name ?? '', email: email ?? '' },
  }));
}

/** The closures as a column of a group's stamp; times in milliseconds since the epoch. */
export const closuresColumn = `
  (select json_agg(json_build_object('closes', closes, 'scope', scope, 'closedAt', extract(epoch from closed_at) * 1000,
    'openedAt', extract(epoch from opened_at) * 1000)) from betting_closures)`;
export type ClosuresColumn =
  | readonly {
      readonly closes: Closable;
      readonly scope: string;
      readonly closedAt: number;
      readonly openedAt: number | null;
    }[]
  | null;
export const closuresOfColumn = (column: ClosuresColumn): readonly Closure[] =>
  (column ?? []).map(
    ({ closedAt, openedAt, ...of }) =>
      ({
        ...of,
        closedAt: instant(Math.floor(closedAt)),
        openedAt: openedAt === null ? null : instant(Math.floor(openedAt)),
      }) as Closure,
  );

function gate(lock: string): string {
  return `select ${lock}(hashtext('touchline betting'))`;
}
