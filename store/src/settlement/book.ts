import type { LegStatus } from '@touchline/core/betting';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import { lineOf, type Outcome } from '@touchline/core/markets';
import { sql } from 'kysely';
import { outcomeFromRow } from '../bets/bet-rows.ts';
import type { Db, Trx } from '../connect.ts';
import { bettingGate } from '../matches/betting-closures.ts';
import { lockMatches } from '../matches/lock-matches.ts';

/** The size of a match's book: all its bets, and of them those that await acceptance. It differs as soon as a bet is added or accepted. */
export type Book = { readonly bets: number; readonly awaiting: number };

export async function readBook(db: Db | Trx, matchId: MatchId): Promise<Book> {
  const { rows } = await sql<Book>`
    select (select count(*) from bet_legs where match_id = ${matchId}) as bets,
      (select count(*) from bets b join bet_legs l on l.bet_id = b.id
        where b.acceptance = 'pending' and l.match_id = ${matchId}) as awaiting`.execute(db);
  const [book] = rows;
  if (!book) throw new Error('a count without a row');
  return book;
}

/** Returns whether the book is still as it was read, and lets no bet in until the transaction ends. */
export async function holdBook(trx: Trx, matchId: MatchId, { bets, awaiting }: Book): Promise<boolean> {
  await lockMatches(trx);
  await sql.raw(bettingGate.shut).execute(trx);
  const now = await readBook(trx, matchId);
  return now.bets === bets && now.awaiting === awaiting;
}

/** Whether a person has placed a bet on a match; settled ones count, because a correction settles them again. */
export async function hasBetOn(db: Db | Trx, userId: UserId, matchId: MatchId): Promise<boolean> {
  const bets = db.selectFrom('bets').innerJoin('bet_legs', 'bet_legs.bet_id', 'bets.id').select('bets.id');
  const own = bets.where('bets.user_id', '=', userId).where('bet_legs.match_id', '=', matchId);
  return (await own.limit(1).executeTakeFirst()) !== undefined;
}

/** A bet, and the wallet to lock before changing it. */
export type BetOfWallet = { readonly betId: BetId; readonly walletId: WalletId };

/** Returns the different selections of the legs on a match that are not graded yet. */
export async function openSelections(db: Db | Trx, matchId: MatchId): Promise<readonly Outcome[]> {
  const legs = db.selectFrom('bet_legs').select(['market', 'pick', 'point']).distinct();
  const rows = await legs.where('match_id', '=', matchId).where('status', '=', 'pending').execute();
  return rows.map(outcomeFromRow);
}

const everyStatus: readonly LegStatus[] = ['pending', 'won', 'lost', 'void', 'half-won', 'half-lost'];

/**
 * Yields all bets with a leg on the match, in pages of at most `size`, so that only a page is in memory. `ungraded`: only those whose
 * leg on it is pending; `selections`: only with these. A bet whose leg changes in the meantime may appear twice; none is missed.
 */
export async function* betsOn(
  db: Db,
  matchId: MatchId,
  {
    which,
    size,
    selections,
  }: { readonly which: 'all' | 'ungraded'; readonly size: number; readonly selections?: readonly Outcome[] },
): AsyncGenerator<readonly BetOfWallet[]> {
  const rows = selections?.map((outcome) => ({ market: outcome.market, pick: outcome.pick, point: lineOf(outcome) }));
  const wanted = rows && JSON.stringify(rows);
  for (const status of which === 'all' ? everyStatus : (['pending'] as const)) {
    let after: BetId | undefined;
    for (;;) {
      let page = db
        .selectFrom('bet_legs')
        .innerJoin('bets', 'bets.id', 'bet_legs.bet_id')
        .select(['bets.id as betId', 'bets.wallet_id as walletId'])
        .where('bet_legs.match_id', '=', matchId)
        .where('bet_legs.status', '=', status);
      if (wanted !== undefined) {
        page = page.where(sql<boolean>`exists (
          select from jsonb_to_recordset(${wanted}::jsonb) as wanted (market text, pick text, point numeric)
          where wanted.market = bet_legs.market and wanted.pick = bet_legs.pick
            and wanted.point is not distinct from bet_legs.point)`);
      }
      if (after !== undefined) page = page.where('bet_legs.bet_id', '>', after);
      const bets = await page.orderBy('bet_legs.bet_id').limit(size).execute();
      if (bets.length > 0) yield bets;
      after = bets.at(-1)?.betId;
      if (bets.length < size) break;
    }
  }
}
