import type { MatchId, WalletId } from '@touchline/core/ids';
import { type Cents, cents, noMoney, plus, sum } from '@touchline/core/money';
import { applyDecision, type DryRun, decidedMoney, type MatchDecision, promisedMore } from '@touchline/core/settlement';
import { gradableBets, type StoredBet } from '../bets/gradable-bets.ts';
import type { Store } from '../connect.ts';
import { betsOn } from './book.ts';
import { decisionOn } from './rulings.ts';

const pageSize = 1_000;
/** Computing more would keep the admin waiting and the api busy. Such a decision needs a second admin. */
const mostBets = 250_000;

/**
 * Returns what a decision about a match would do to its bets, without writing anything. All money counts as cash: where part of a
 * stake was bonus money, fewer wallets fall below zero than reported. Of more than `limit` bets the rest is ignored, and `decides`
 * is unknown.
 */
export async function dryRun(
  { db, pool }: Pick<Store, 'db' | 'pool'>,
  matchId: MatchId,
  decision: MatchDecision,
  limit = mostBets,
): Promise<DryRun> {
  const differences = new Map<WalletId, Cents>();
  const found = { bets: 0, rolledBack: 0, waiting: 0, pays: noMoney, takesBack: noMoney, promised: noMoney };
  let decides: Cents | null = noMoney;
  let seen = 0;
  const between = { from: await decisionOn(db, matchId), to: decision };
  const client = await pool.connect();
  const add = (bet: StoredBet): void => {
    const { change, difference, legs } = applyDecision(bet, matchId, decision);
    if (change !== 'none' && decision.result.kind === 'open')
      found.promised = plus(found.promised, promisedMore(bet, legs));
    if (change === 'leg' && bet.status === 'pending') found.waiting += 1;
    if (change !== 'settle' && change !== 'roll-back') return;
    found.bets += 1;
    if (change === 'roll-back') found.rolledBack += 1;
    if (difference > 0) found.pays = plus(found.pays, difference);
    else found.takesBack = plus(found.takesBack, cents(-difference));
    differences.set(bet.walletId, plus(differences.get(bet.walletId) ?? noMoney, difference));
  };
  try {
    for await (const page of betsOn(db, matchId, { which: 'all', size: pageSize })) {
      seen += page.length;
      if (seen > limit) {
        decides = null;
        break;
      }
      const ids = page.map(({ betId }) => betId);
      for (const bet of await gradableBets(client, ids)) {
        decides = plus(decides, decidedMoney(bet, matchId, between));
        add(bet);
      }
    }
  } finally {
    client.release();
  }
  return { ...found, belowZero: await countBelowZero(db, differences), decides };
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
