import type { UserId, WalletId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';

/** Returns the owner of a wallet. Throws if it has none, which is a bug. */
export async function ownerOf(db: Db, walletId: WalletId): Promise<UserId> {
  const { id } = await db.selectFrom('users').select('id').where('wallet_id', '=', walletId).executeTakeFirstOrThrow();
  return id;
}
