import { createHash } from 'node:crypto';
import type { TransactionId } from '@touchline/core/ids';

/** Derives a transaction's id from its subject (UUID version 8 over SHA-256): the same parts give the same id. */
export function namedTransactionId(...parts: readonly string[]): TransactionId {
  const bytes = createHash('sha256').update(parts.join(':')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as TransactionId;
}
