import { createHmac, type KeyObject } from 'node:crypto';
import type { TransactionId } from '@touchline/core/ids';
import type { PayoutTarget, Transaction } from '@touchline/core/payments';
import type { Payout, PayoutDetails } from '@touchline/core/payouts';
import { type DataKey, open, seal } from '../sealed.ts';

/** Seals payout details under the transaction's id, so that they cannot be moved to another transaction. */
export const sealPayout = (key: DataKey, id: TransactionId, { details, mask, target }: Payout): PayoutTarget => ({
  sealed: seal(key, JSON.stringify(details), payoutContext(id)),
  mask,
  fingerprint: fingerprintOf(key, target),
});

/** Opens payout details for the admin who pays. @throws {SealBroken} */
export function openPayout(key: DataKey, { id, payout }: Transaction): PayoutDetails | undefined {
  // Sealed details were validated, and cannot have changed since.
  return payout ? (JSON.parse(open(key, payout.sealed, payoutContext(id))) as PayoutDetails) : undefined;
}

/** Returns a target's fingerprints under all known keys, so that older ones are found. */
export const fingerprintsOf = (key: DataKey, target: string): readonly string[] =>
  [...key.all.values()].map((one) => digest(one.key, `target:${target}`));

/** Returns a keyed digest of a request. */
export const digestOfRequest = (key: DataKey, request: Readonly<Record<string, unknown>>): string =>
  digest(
    key.current.key,
    `request:${JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`,
  );

/** Returns a target's fingerprint under the current key. */
export const fingerprintOf = (key: DataKey, target: string): string => digest(key.current.key, `target:${target}`);

export const payoutContext = (id: string): string => `payout:${id}`;
const digest = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex');
