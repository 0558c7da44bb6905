import { type BetView, userRoom, type WalletPush } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { LiveServer } from './live-server.ts';

/** Whole facts with their versions: the client keeps the newer one, whatever arrives when. */
export type UserFacts = { readonly wallet: WalletPush; readonly bet?: BetView };
export type Announce = (userId: UserId, facts: UserFacts) => void;

/** Tells a user, on whatever node their sockets are, what has been committed. Never called from inside a transaction. */
export const createAnnounce =
  (io: LiveServer): Announce =>
  (userId, { wallet, bet }) => {
    const user = io.to(userRoom(userId));
    user.emit('wallet', wallet);
    if (bet) user.emit('bet', bet);
  };
