import type { WalletId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';

/** Returns everything that a bettor ever set, oldest first. */
export async function limitHistory(db: Db, walletId: WalletId) {
  const [limits, exclusions, realityChecks] = await Promise.all([
    db.selectFrom('limit_changes').selectAll().where('wallet_id', '=', walletId).orderBy('id').execute(),
    db.selectFrom('exclusions').selectAll().where('wallet_id', '=', walletId).orderBy('id').execute(),
    db.selectFrom('reality_checks').selectAll().where('wallet_id', '=', walletId).orderBy('id').execute(),
  ]);
  return { limits, exclusions, realityChecks };
}
