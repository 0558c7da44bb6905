import { randomUUID } from 'node:crypto';
import type { BetId, WalletId } from '@touchline/core/ids';
import { keyedId } from '../http/keyed-id.ts';

/**
 * The id of a bet that is about to be placed. With a key it follows from the wallet and the key, so that the same request is the
 * same bet, on whatever node it arrives again; without one it is random.
 */
export const betIdFor = (walletId: WalletId, key: string | undefined): BetId =>
  (key === undefined ? randomUUID() : keyedId(`${walletId}:${key}`)) as BetId;
