import { createHmac, type KeyObject } from 'node:crypto';
import type { TransactionId } from '@touchline/core/ids';
import type { PayoutTarget, Transaction } from '@touchline/core/payments';
import type { Payout, PayoutDetails } from '@touchline/core/payouts';
import { type DataKey, open, seal } from '../sealed.ts';

/** Seals where a withdrawal is paid to under its transaction's id, so that nobody can move it to another. */
export const sealPayout = (key: DataKey, id: TransactionId, { details, mask, target }: Payout): PayoutTarget => ({
  sealed: seal(key, JSON.stringify(details), payoutContext(id)),
  mask,
  fingerprint: fingerprintOf(key, target),
});

/** What the admin who pays may read; `undefined` when no account was named. @throws {SealBroken} */
export function openPayout(key: DataKey, { id, payout }: Transaction): PayoutDetails | undefined {
  // What is sealed was checked when it was, and cannot have changed since.
  return payout ? (JSON.parse(open(key, payout.sealed, payoutContext(id))) as PayoutDetails) : undefined;
}

/** A target's fingerprints under every key that is known: one taken before the key was changed is still found. */
export const fingerprintsOf = (key: DataKey, target: string): readonly string[] =>
  [...key.all.values()].map((one) => digest(one.key, `target:${target}`));

/** Whether a fingerprint is that of this target, also when it was taken under an older key that is still known. */
export const isTarget = (key: DataKey, target: string, fingerprint: string): boolean =>
  fingerprintsOf(key, target).includes(fingerprint);

/** The same for the same request, and nothing can be read from it. */
export const digestOfRequest = (key: DataKey, request: Readonly<Record<string, unknown>>): string =>
  digest(
    key.current.key,
    `request:${JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`,
  );

/** The same for the same destination, under the current key. */
export const fingerprintOf = (key: DataKey, target: string): string => digest(key.current.key, `target:${target}`);

export const payoutContext = (id: string): string => `payout:${id}`;
const digest = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex');
