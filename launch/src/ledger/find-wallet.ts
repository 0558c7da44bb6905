import type { WalletId } from '@touchline/core/ids';
import type { Store } from '@touchline/store/connect';
import { readPlayer, walletOfEmail } from '@touchline/store/ledger';
import { StartRefused } from '../refusal.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Finds a wallet by its id or its player's email address. @throws {StartRefused} if there is none */
export async function findWallet({ db }: Pick<Store, 'db'>, text: string): Promise<WalletId> {
  const sought = text.trim().toLowerCase();
  const found = uuid.test(sought)
    ? (await readPlayer(db, sought as WalletId))?.walletId
    : await walletOfEmail(db, sought);
  if (found === undefined) throw new StartRefused(`There is no wallet "${text}", and no player with that address.`);
  return found as WalletId;
}
