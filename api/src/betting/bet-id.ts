import { createHash, randomUUID } from 'node:crypto';
import type { BetId, WalletId } from '@touchline/core/ids';

/**
 * The id of a bet that is about to be placed. With a key it follows from the wallet and the key (UUID version 8 over SHA-256), so
 * that the same request is the same bet, on whatever node it arrives again; without one it is random.
 */
export function betIdFor(walletId: WalletId, key: string | undefined): BetId {
  if (key === undefined) return randomUUID() as string as BetId;
  const bytes = createHash('sha256').update(`${walletId}:${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as BetId;
}
