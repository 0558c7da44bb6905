import { randomUUID } from 'node:crypto';
import { type Bet, type CashOutFacts, hasDayLimit } from '@touchline/core/betting';
import type { BetId, MatchId, UserId } from '@touchline/core/ids';
import { feedState, type LeagueFeed } from '@touchline/core/matches';
import type { Cents } from '@touchline/core/money';
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { readClosures, readFeeds, readMatches } from '../matches/index.ts';
import { knownResults } from '../settlement/known-results.ts';
import { readCashOutLimits, readPaidInDay } from './cash-out-limits.ts';

/** All that is open of a bet is cashed out once it is worth `target`. A changed target is a new rule, with a new id. */
export type CashOutRule = { readonly id: string; readonly betId: BetId; readonly target: Cents };

/**
 * Sets the rule of an open bet, or removes it without a target. The wallet is locked, so that nothing is paid by the former rule once
 * this has ended. `bet-settled`: nothing is open of the bet; nothing changed.
 */
export const setCashOutRule = (
  db: Db,
  bet: Pick<Bet, 'id' | 'userId'>,
  target: Cents | null,
): Promise<'done' | 'bet-settled'> =>
  db.transaction().execute(async (trx) => {
    await sql`
      select from wallets where wallet_id = (select wallet_id from bets where id = ${bet.id}) for update`.execute(trx);
    if (target === null) {
      await trx.deleteFrom('cash_out_rules').where('bet_id', '=', bet.id).execute();
      return 'done';
    }
    const { numAffectedRows } = await sql`
      insert into cash_out_rules (id, bet_id, user_id, target)
      select ${randomUUID()}::uuid, id, ${bet.userId}::uuid, ${target}::bigint from bets where id = ${bet.id} and status = 'pending'
      on conflict (bet_id) do update set id = excluded.id, target = excluded.target, set_at = now()`.execute(trx);
    return numAffectedRows === 1n ? 'done' : 'bet-settled';
  });

export async function readCashOutRule(db: Db, betId: BetId): Promise<CashOutRule | undefined> {
  const row = await db
    .selectFrom('cash_out_rules')
    .select(['id', 'target'])
    .where('bet_id', '=', betId)
    .executeTakeFirst();
  return row && { ...row, betId };
}

/** Returns the rules that a bettor has set, oldest first. */
export const listCashOutRules = (db: Db, userId: UserId) =>
  db
    .selectFrom('cash_out_rules')
    .select(['bet_id as betId', 'target', 'set_at as setAt'])
    .where('user_id', '=', userId)
    .orderBy('set_at')
    .execute();

/** Returns the rules of open bets on matches that changed after `seq`, and of the bets `also`; and the newest change. */
export async function rulesToCheck(
  db: Db,
  seq: number,
  also: readonly BetId[],
): Promise<{ readonly rules: readonly CashOutRule[]; readonly seq: number }> {
  const { rows } = await sql<CashOutRule & { readonly seq: number }>`
    select r.id, r.bet_id as "betId", r.target, max(m.seq) as seq
    from cash_out_rules r
    join bets b on b.id = r.bet_id and b.status = 'pending' and (b.acceptance is null or b.acceptance = 'accepted')
    join bet_legs l on l.bet_id = b.id join matches m on m.id = l.match_id
    group by r.bet_id having max(m.seq) > ${seq} or r.bet_id = any(${also}::uuid[])`.execute(db);
  return { rules: rows, seq: rows.reduce((newest, row) => Math.max(newest, row.seq), seq) };
}

/** Reads what bets on these matches are valued by. */
export async function readCashOutFacts(
  db: Db,
  matchIds: readonly MatchId[],
  { now, ...rules }: Pick<CashOutFacts, 'now' | 'margin' | 'inPlay'>,
): Promise<CashOutFacts> {
  const [matches, feeds, closures, limits, isStatusCertain] = await Promise.all([
    readMatches(db, matchIds),
    readFeeds(db),
    readClosures(db),
    readCashOutLimits(db),
    knownResults((text, values) => db.executeQuery(CompiledQuery.raw(text, values)), matchIds),
  ]);
  const paidInDay = hasDayLimit(limits) ? await readPaidInDay(db, matchIds) : [];
  const known = new Map(matches.map((match) => [match.id, match]));
  const feedOf = (leagueKey: string): LeagueFeed | undefined => feeds.find((feed) => feed.leagueKey === leagueKey);
  return {
    ...rules,
    now,
    match: (id) => known.get(id),
    isFresh: (leagueKey) => feedState(feedOf(leagueKey), now) === 'ok',
    confirmedAt: (leagueKey) => feedOf(leagueKey)?.confirmedAt ?? null,
    closures,
    isStatusCertain,
    limits,
    paidInDay,
  };
}
