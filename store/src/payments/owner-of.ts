import type { UserId, WalletId } from '@touchline/core/ids';
import type { Db } from '../connect.ts';

/** Whose wallet it is. Throws when nobody has it: money without an owner is a bug. */
export async function ownerOf(db: Db, walletId: WalletId): Promise<UserId> {
  const { id } = await db.selectFrom('users').select('id').where('wallet_id', '=', walletId).executeTakeFirstOrThrow();
  return id;
}
