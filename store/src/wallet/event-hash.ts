import { hash as digest } from 'node:crypto';
import { canonicalEvent, canonicalJson, type EventRecord, type Json } from '@touchline/core/wallet';

/** The previous hash of a wallet's first event. */
export const noHash = Buffer.alloc(32);

/** Returns `sha256(prev_hash ‖ canonical(event))`. Throws for a record without a canonical form. */
export function eventHash(previous: Buffer, record: EventRecord): Buffer {
  const canonical = canonicalEvent(record);
  // A UTF-16 unit takes at most three bytes in UTF-8.
  const needed = previous.length + canonical.length * 3;
  const bytes = needed <= scratch.length ? scratch : Buffer.allocUnsafe(needed);
  previous.copy(bytes);
  const end = previous.length + bytes.write(canonical, previous.length, 'utf8');
  return digestOf(bytes.subarray(0, end));
}
/** Reused: millions of events would otherwise allocate millions of buffers. */
const scratch = Buffer.allocUnsafe(16_384);

/** Returns the SHA-256 of a request, to distinguish a retry under the same key from another request. */
export const requestHash = (request: Json): Buffer => digestOf(canonicalJson(request));

// Copied from a binary string: a digest returned as a buffer has its own memory, which costs more than the digest.
const digestOf = (bytes: Buffer | string): Buffer => Buffer.from(digest('sha256', bytes, 'binary'), 'latin1');
