import { createHash, hash as digest } from 'node:crypto';
import { canonicalEvent, canonicalJson, type EventRecord, type Json } from '@touchline/core/wallet';

/** The hash before a wallet's first event. */
export const noHash = Buffer.alloc(32);

/** `sha256(prev_hash ‖ canonical(event))`, the link of a wallet's chain. Throws for a record that has no canonical form. */
export const eventHash = (previous: Buffer, record: EventRecord): Buffer =>
  digest('sha256', Buffer.concat([previous, Buffer.from(canonicalEvent(record), 'utf8')]), 'buffer');

/** SHA-256 of a request: tells a retry under the same key from another request. */
export const requestHash = (request: Json): Buffer =>
  createHash('sha256').update(canonicalJson(request), 'utf8').digest();
