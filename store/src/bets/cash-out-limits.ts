import type { CashOutLimit, PaidCashOuts } from '@touchline/core/betting';
import type { MatchId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Outcome, outcomeOf } from '@touchline/core/markets';
import type { Cents, Decimal } from '@touchline/core/money';
import { CompiledQuery, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db, Trx } from '../connect.ts';
import { shutGate, updateScreens } from '../matches/betting-closures.ts';

/** A limit with its admin and reason. */
type CashOutLimitInForce = CashOutLimit & {
  readonly setAt: Instant;
  readonly reason: string;
  readonly by: { readonly userId: UserId; readonly name: string; readonly email: string };
};
type LimitAct = CashOutLimit & { readonly actor: UserId; readonly reason: string };

/** The limits as a column of a group's stamp. */
export const cashOutLimitsColumn = `
  (select json_agg(json_build_object('scope', scope, 'maxPayment', max_payment, 'maxMatchDay', max_match_day))
  from cash_out_limits)`;

/**
 * Sets the limits of a scope, or removes them if both are `null`, and returns those before. As with a closure, every cash-out that did
 * not obey them is committed before.
 */
export async function setCashOutLimit(
  trx: Trx,
  { scope, maxPayment, maxMatchDay, actor, reason }: LimitAct,
): Promise<CashOutLimit | undefined> {
  await shutGate(trx);
  const before = (await readCashOutLimits(trx)).find((limit) => limit.scope === scope);
  if (maxPayment === null && maxMatchDay === null) {
    await trx.deleteFrom('cash_out_limits').where('scope', '=', scope).execute();
  } else {
    const limit = { max_payment: maxPayment, max_match_day: maxMatchDay, actor, reason };
    await trx
      .insertInto('cash_out_limits')
      .values({ scope, ...limit, set_at: sql`clock_timestamp()` })
      .onConflict((known) => known.column('scope').doUpdateSet({ ...limit, set_at: sql`clock_timestamp()` }))
      .execute();
  }
  await updateScreens(trx, { closes: 'cash-out', scope });
  return before;
}

export const readCashOutLimits = (db: Db | Trx): Promise<readonly CashOutLimit[]> =>
  db
    .selectFrom('cash_out_limits')
    .select(['scope', 'max_payment as maxPayment', 'max_match_day as maxMatchDay'])
    .orderBy('scope')
    .execute();

export async function cashOutLimitsInForce(db: Db | Trx): Promise<readonly CashOutLimitInForce[]> {
  const rows = await db
    .selectFrom('cash_out_limits as known')
    .leftJoin('users', 'users.id', 'known.actor')
    .select(['scope', 'max_payment', 'max_match_day', 'set_at', 'reason', 'actor', 'users.name', 'users.email'])
    .orderBy('scope')
    .execute();
  return rows.map(
    ({ max_payment: maxPayment, max_match_day: maxMatchDay, set_at: setAt, actor, name, email, ...of }) => ({
      ...of,
      maxPayment,
      maxMatchDay,
      setAt,
      by: { userId: actor, name: name ?? '', email: email ?? '' },
    }),
  );
}

// A selection was open if its probabilities were part of the value.
const paidText = `
  select l.match_id, l.market, l.pick, l.point, sum(e.amount)::bigint as amount
  from ledger_events e join bet_legs l on l.bet_id = (e.payload ->> 'betId')::uuid
  where e.type = 'CashedOut' and e.recorded_at > clock_timestamp() - interval '24 hours' and l.match_id = any($1::uuid[])
    and e.payload #> array['quote', 'legs', (l.leg - 1)::text] ? 'chances'
  group by l.match_id, l.market, l.pick, l.point`;

/**
 * Returns what cash-outs on these matches paid in the last 24 hours, after the transactions before have committed: those that pay under a
 * limit hold the lock until they end, so that none of them pays what another one has used. Wallets are locked before.
 */
export async function lockPaidInDay(client: ClientBase, matchIds: readonly MatchId[]): Promise<PaidCashOuts[]> {
  if (matchIds.length === 0) return [];
  const [, { rows }] = await Promise.all([
    client.query("select pg_advisory_xact_lock(hashtext('touchline cash-out limits'))"),
    client.query<PaidRow>({ name: 'paid-cash-outs', text: paidText, values: [matchIds] }),
  ]);
  return rows.map(paidOf);
}

/** The same, for values that are only shown. */
export async function readPaidInDay(db: Db, matchIds: readonly MatchId[]): Promise<readonly PaidCashOuts[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(paidText, [matchIds]));
  return (rows as PaidRow[]).map(paidOf);
}

type PaidRow = {
  readonly match_id: MatchId;
  readonly market: string;
  readonly pick: string;
  readonly point: Decimal | null;
  readonly amount: Cents;
};
const paidOf = ({ match_id: matchId, market, pick, point, amount }: PaidRow): PaidCashOuts => {
  const outcome: Outcome = outcomeOf(market, pick, point?.toNumber() ?? null);
  return { matchId, outcome, amount };
};
