import { hash as digest } from 'node:crypto';
import type { EventRecord, Json } from '@touchline/core/wallet';
import { eventHash } from '../wallet/event-hash.ts';
import type { FieldReader } from './binary-rows.ts';
import { createCanonicalBytes } from './canonical-bytes.ts';

/** An event as stored, and the hash that its columns really have. Hashes are hex digits. */
export type HashedEvent = {
  readonly walletId: string;
  readonly seq: number;
  readonly version: number;
  readonly type: string;
  readonly amount: number;
  readonly payload: Json;
  readonly key: string;
  readonly recordedAt: string;
  readonly prevHash: string;
  readonly hash: string;
  /** `undefined` when a column has no canonical form: nothing ever hashed to it. */
  readonly trueHash: string | undefined;
};

/** The columns in the order in which they are hashed: a row is read once, from left to right. */
export const hashedEventQuery = `
  select prev_hash, actor, amount, cause, effective_at, key, payload, recorded_at, request, seq, type, version, wallet_id,
    hash
  from ledger_events`;

/** Reads a row of `hashedEventQuery`. */
export function createHashedEventReader(): (fields: FieldReader) => HashedEvent {
  const canonical = createCanonicalBytes();
  const { put } = canonical;
  return (fields) => {
    const source = fields.source();
    const begin = fields.place();
    canonical.begin(source, fields.start());
    put('{"actor":');
    canonical.text(source, fields.start(), fields.end());
    put(',"amount":');
    const amount = fields.int64();
    put(String(amount));
    put(',"cause":');
    canonical.text(source, fields.start(), fields.end());
    put(',"effective_at":"');
    put(fields.time());
    put('","key":');
    const keyStart = fields.start();
    const key = source.toString('latin1', keyStart, fields.end());
    canonical.text(source, keyStart, fields.end());
    put(',"payload":');
    // The first byte is the version of the format.
    const payloadStart = fields.start() + 1;
    const payload = source.toString('latin1', payloadStart, fields.end());
    canonical.json(source, payloadStart, fields.end());
    put(',"recorded_at":"');
    const recordedAt = fields.time();
    put(recordedAt);
    put('","request":');
    canonical.hex(source, fields.start(), fields.end());
    put(',"seq":');
    const seq = fields.int64();
    put(String(seq));
    put(',"type":');
    const typeStart = fields.start();
    const type = source.toString('latin1', typeStart, fields.end());
    canonical.text(source, typeStart, fields.end());
    put(',"version":');
    const version = fields.int32();
    put(String(version));
    put(',"wallet_id":"');
    const walletId = fields.uuid();
    put(walletId);
    put('"}');
    const hash = fields.hex();
    if (!canonical.isPlain()) {
      fields.goTo(begin);
      return readByTheRule(fields);
    }
    const trueHash = digest('sha256', canonical.written(), 'hex');
    const prevHash = source.toString('hex', begin + 4, begin + 36);
    return {
      walletId,
      seq,
      version,
      type,
      amount,
      payload: JSON.parse(payload) as Json,
      key,
      recordedAt,
      prevHash,
      hash,
      trueHash,
    };
  };
}

function readByTheRule(fields: FieldReader): HashedEvent {
  const previous = fields.bytes();
  const record: EventRecord = {
    actor: fields.text(),
    amount: fields.int64(),
    cause: fields.text(),
    effective_at: fields.time(),
    key: fields.text(),
    payload: JSON.parse(fields.json()) as Json,
    recorded_at: fields.time(),
    request: fields.hex(),
    seq: fields.int64(),
    type: fields.text(),
    version: fields.int32(),
    wallet_id: fields.uuid(),
  };
  const { wallet_id: walletId, recorded_at: recordedAt, seq, version, type, amount, payload, key } = record;
  const prevHash = previous.toString('hex');
  return {
    walletId,
    seq,
    version,
    type,
    amount,
    payload,
    key,
    recordedAt,
    prevHash,
    hash: fields.hex(),
    trueHash: hashOf(previous, record),
  };
}

function hashOf(previous: Buffer, record: EventRecord): string | undefined {
  try {
    return eventHash(previous, record).toString('hex');
  } catch {
    return undefined;
  }
}
