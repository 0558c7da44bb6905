import type { LegStatus } from '@touchline/core/betting';
import type { BetId, MatchId, WalletId } from '@touchline/core/ids';
import type { Outcome } from '@touchline/core/markets';
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

/** A bet, and the wallet to lock before changing it. */
export type BetOfWallet = { readonly betId: BetId; readonly walletId: WalletId };

const everyStatus: readonly LegStatus[] = ['pending', 'won', 'lost', 'void', 'half-won', 'half-lost'];

/**
 * Yields all bets with a leg on the match, in pages of at most `size`, so that only a page is in memory. `ungraded`: only those whose
 * leg on it is pending; `markets`: only with legs on these. A bet whose leg changes in the meantime may appear twice; none is missed.
 */
export async function* betsOn(
  db: Db,
  matchId: MatchId,
  {
    which,
    size,
    markets,
  }: { readonly which: 'all' | 'ungraded'; readonly size: number; readonly markets?: readonly string[] },
): AsyncGenerator<readonly BetOfWallet[]> {
  for (const status of which === 'all' ? everyStatus : (['pending'] as const)) {
    let after: BetId | undefined;
    for (;;) {
      let page = db
        .selectFrom('bet_legs')
        .innerJoin('bets', 'bets.id', 'bet_legs.bet_id')
        .select(['bets.id as betId', 'bets.wallet_id as walletId'])
        .where('bet_legs.match_id', '=', matchId)
        .where('bet_legs.status', '=', status);
      if (markets) page = page.where('bet_legs.market', 'in', markets as Outcome['market'][]);
      if (after !== undefined) page = page.where('bet_legs.bet_id', '>', after);
      const bets = await page.orderBy('bet_legs.bet_id').limit(size).execute();
      if (bets.length > 0) yield bets;
      after = bets.at(-1)?.betId;
      if (bets.length < size) break;
    }
  }
}
