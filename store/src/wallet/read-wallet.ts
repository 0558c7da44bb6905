import type { WalletId } from '@touchline/core/ids';
import type { Wallet } from '@touchline/core/wallet';
import type { Db } from '../connect.ts';

/** Returns a wallet's current balances and the version of its last event. */
export async function readWallet(
  db: Db,
  walletId: WalletId,
): Promise<{ readonly wallet: Wallet; readonly version: number } | undefined> {
  const row = await db
    .selectFrom('wallets')
    .select(['cash', 'held', 'bonus', 'staked', 'version'])
    .where('wallet_id', '=', walletId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, ...wallet } = row;
  return { wallet, version };
}
