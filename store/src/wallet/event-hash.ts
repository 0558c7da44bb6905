import { createHash } from 'node:crypto';
import { canonicalEvent, canonicalJson, type EventRecord, type Json } from '@touchline/core/wallet';

/** The hash before a wallet's first event. */
export const noHash = Buffer.alloc(32);

/** `sha256(prev_hash ‖ canonical(event))`, the link of a wallet's chain. */
export const eventHash = (previous: Buffer, record: EventRecord): Buffer =>
  createHash('sha256').update(previous).update(canonicalEvent(record), 'utf8').digest();

/** SHA-256 of a request: tells a retry under the same key from another request. */
export const requestHash = (request: Json): Buffer =>
  createHash('sha256').update(canonicalJson(request), 'utf8').digest();
