import type { LegStatus } from '@touchline/core/betting';
import type { BetId, MatchId, WalletId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';

/** A bet, and the wallet to lock before changing it. */
export type BetOfWallet = { readonly betId: BetId; readonly walletId: WalletId };

const everyStatus: readonly LegStatus[] = ['pending', 'won', 'lost', 'void', 'half-won', 'half-lost'];

/**
 * Yields all bets with a leg on the match, in pages of at most `size`, so that only a page is in memory. `ungraded`: only those whose
 * leg on it is pending. A bet whose leg changes in the meantime may appear twice; none is missed.
 */
export async function* betsOn(
  db: Db,
  matchId: MatchId,
  { which, size }: { readonly which: 'all' | 'ungraded'; readonly size: number },
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
      if (after !== undefined) page = page.where('bet_legs.bet_id', '>', after);
      const bets = await page.orderBy('bet_legs.bet_id').limit(size).execute();
      if (bets.length > 0) yield bets;
      after = bets.at(-1)?.betId;
      if (bets.length < size) break;
    }
  }
}
