import { hash as digest } from 'node:crypto';
import { canonicalEvent, canonicalJson, type EventRecord, type Json } from '@touchline/core/wallet';

/** The hash before a wallet's first event. */
export const noHash = Buffer.alloc(32);

/** `sha256(prev_hash ‖ canonical(event))`, the link of a wallet's chain. Throws for a record that has no canonical form. */
export function eventHash(previous: Buffer, record: EventRecord): Buffer {
  const canonical = canonicalEvent(record);
  // No character of a string takes more than three bytes in UTF-8.
  const needed = previous.length + canonical.length * 3;
  const bytes = needed <= scratch.length ? scratch : Buffer.allocUnsafe(needed);
  previous.copy(bytes);
  const end = previous.length + bytes.write(canonical, previous.length, 'utf8');
  return digestOf(bytes.subarray(0, end));
}
/** One event's bytes at a time: a ledger of millions would otherwise leave millions of them to be collected. */
const scratch = Buffer.allocUnsafe(16_384);

/** SHA-256 of a request: tells a retry under the same key from another request. */
export const requestHash = (request: Json): Buffer => digestOf(canonicalJson(request));

// As one character a byte and then copied: a digest that comes as a buffer has memory of its own, which costs more to make and to
// let go of than the digest itself.
const digestOf = (bytes: Buffer | string): Buffer => Buffer.from(digest('sha256', bytes, 'binary'), 'latin1');
