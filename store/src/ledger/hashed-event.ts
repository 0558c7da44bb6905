import { hash as digest } from 'node:crypto';
import type { EventRecord, Json } from '@touchline/core/wallet';
import { eventHash } from '../wallet/event-hash.ts';
import { type FieldReader, timeText } from './binary-rows.ts';
import { createCanonicalBytes } from './canonical-bytes.ts';

/** An event as stored, with the recomputed hash of its columns. Hashes are hex digits. */
export type HashedEvent = {
  readonly walletId: string;
  readonly seq: number;
  readonly version: number;
  readonly type: string;
  readonly amount: number;
  /** Valid until the next batch. */
  readonly payload: () => Json;
  /** Whether the payload may have a member of this name; valid as long. */
  readonly mentions: (member: string) => boolean;
  readonly key: string;
  /** Microseconds since 2000-01-01, PostgreSQL's epoch. */
  readonly recordedAt: number;
  readonly prevHash: string;
  readonly hash: string;
  /** `undefined` if a column has no canonical form, so that no hash is correct. */
  readonly trueHash: string | undefined;
};

/** The columns in the order of hashing, so that a row is read once from left to right. */
export const hashedEventQuery = `
  select prev_hash, actor, amount, cause, effective_at, key, payload, recorded_at, request, seq, type, version, wallet_id,
    hash
  from ledger_events`;

/** Returns a reader for rows of `hashedEventQuery`. */
export function createHashedEventReader(): (fields: FieldReader) => HashedEvent {
  const canonical = createCanonicalBytes();
  const { put, whole } = canonical;
  return (fields) => {
    if (fields.isLenient()) return { ...readSlowly(fields), trueHash: undefined };
    const source = fields.source();
    const begin = fields.place();
    canonical.begin(source, fields.start());
    put('{"actor":');
    canonical.text(source, fields.start(), fields.end());
    put(',"amount":');
    const amount = fields.int64();
    whole(amount);
    put(',"cause":');
    canonical.text(source, fields.start(), fields.end());
    put(',"effective_at":');
    canonical.time(fields.int64());
    put(',"key":');
    const keyStart = fields.start();
    const key = source.toString('latin1', keyStart, fields.end());
    canonical.text(source, keyStart, fields.end());
    put(',"payload":');
    // The first byte is the version of the format.
    const payloadStart = fields.start() + 1;
    const payloadEnd = fields.end();
    canonical.json(source, payloadStart, payloadEnd);
    put(',"recorded_at":');
    const recordedAt = fields.int64();
    canonical.time(recordedAt);
    put(',"request":');
    canonical.hex(source, fields.start(), fields.end());
    put(',"seq":');
    const seq = fields.int64();
    whole(seq);
    put(',"type":');
    const typeStart = fields.start();
    const type = source.toString('latin1', typeStart, fields.end());
    canonical.text(source, typeStart, fields.end());
    put(',"version":');
    const version = fields.int32();
    whole(version);
    put(',"wallet_id":"');
    const walletId = fields.uuid();
    put(walletId);
    put('"}');
    const hash = fields.hex();
    if (!canonical.isPlain()) {
      fields.goTo(begin);
      return readSlowly(fields);
    }
    const trueHash = digest('sha256', canonical.written(), 'hex');
    const prevHash = source.toString('hex', begin + 4, begin + 36);
    const payload = () => JSON.parse(source.toString('latin1', payloadStart, payloadEnd)) as Json;
    // A plain payload has names without escapes; a value with the same text also matches.
    const mentions = (member: string) => source.subarray(payloadStart, payloadEnd).includes(member, 0, 'latin1');
    return { walletId, seq, version, type, amount, payload, mentions, key, recordedAt, prevHash, hash, trueHash };
  };
}

function readSlowly(fields: FieldReader): HashedEvent {
  const previous = fields.bytes();
  const [actor, amount, cause, effectiveAt] = [fields.text(), fields.int64(), fields.text(), fields.time()];
  const [key, json, recordedAt, request] = [fields.text(), fields.json(), fields.int64(), fields.hex()];
  const [seq, type, version, walletId] = [fields.int64(), fields.text(), fields.int32(), fields.uuid()];
  const payload = JSON.parse(json) as Json;
  const trueHash = hashOf(previous, {
    seq,
    wallet_id: walletId,
    version,
    type,
    amount,
    payload,
    key,
    request,
    actor,
    cause,
    effective_at: effectiveAt,
    recorded_at: timeText(recordedAt),
  });
  const [prevHash, hash] = [previous.toString('hex'), fields.hex()];
  return {
    walletId,
    seq,
    version,
    type,
    amount,
    payload: () => payload,
    mentions: () => true,
    key,
    recordedAt,
    prevHash,
    hash,
    trueHash,
  };
}

function hashOf(previous: Buffer, record: EventRecord): string | undefined {
  try {
    return eventHash(previous, record).toString('hex');
  } catch {
    return undefined;
  }
}
