import type { MatchId, WalletId } from '@touchline/core/ids';
import { type Cents, cents, noMoney, plus, sum } from '@touchline/core/money';
import { type DryRun, type MatchDecision, promisedMore, regrade } from '@touchline/core/settlement';
import { gradableBets } from '../bets/gradable-bets.ts';
import type { Store } from '../connect.ts';
import { betsOn } from './bets-on.ts';

const pageSize = 1_000;

/**
 * What a decision about a match would do to the bets on it, as they are now. Nothing is written. All money counts as cash: where
 * part of a stake was bonus money, fewer wallets fall below zero than are told.
 */
export async function dryRun(
  { db, pool }: Pick<Store, 'db' | 'pool'>,
  matchId: MatchId,
  decision: MatchDecision,
): Promise<DryRun> {
  const differences = new Map<WalletId, Cents>();
  let [bets, rolledBack, waiting, pays, takesBack, promised] = [0, 0, 0, noMoney, noMoney, noMoney];
  const client = await pool.connect();
  try {
    for await (const page of betsOn(db, matchId, { which: 'all', size: pageSize })) {
      const stored = await gradableBets(
        client,
        page.map((bet) => bet.betId),
      );
      for (const bet of stored) {
        const { change, difference, legs } = regrade(bet, matchId, decision);
        if (change !== 'none' && decision.result.kind === 'open') promised = plus(promised, promisedMore(bet, legs));
        if (change === 'leg' && bet.status === 'pending') waiting += 1;
        if (change !== 'settle' && change !== 'roll-back') continue;
        bets += 1;
        if (change === 'roll-back') rolledBack += 1;
        if (difference > 0) pays = plus(pays, difference);
        else takesBack = plus(takesBack, cents(-difference));
        differences.set(bet.walletId, plus(differences.get(bet.walletId) ?? noMoney, difference));
      }
    }
  } finally {
    client.release();
  }
  return { bets, rolledBack, waiting, pays, takesBack, promised, belowZero: await countBelowZero(db, differences) };
}

async function countBelowZero(db: Store['db'], differences: ReadonlyMap<WalletId, Cents>): Promise<number> {
  const poorer = [...differences].filter(([, difference]) => difference < 0).map(([walletId]) => walletId);
  let below = 0;
  for (let from = 0; from < poorer.length; from += pageSize) {
    const page = poorer.slice(from, from + pageSize);
    const wallets = db.selectFrom('wallets').select(['wallet_id', 'cash']).where('wallet_id', 'in', page);
    for (const { wallet_id: id, cash } of await wallets.execute()) {
      if (cash >= 0 && sum([cash, differences.get(id) ?? noMoney]) < 0) below += 1;
    }
  }
  return below;
}
