import type { MatchId } from '@touchline/core/ids';
import { sql } from 'kysely';
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
