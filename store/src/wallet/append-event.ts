import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, cents, noMoney } from '@touchline/core/money';
import {
  applyLegs,
  type EventRecord,
  type Json,
  type Leg,
  legs,
  type PlayToDate,
  playAfter,
  requirePlainNames,
  type Wallet,
  type WalletEvent,
} from '@touchline/core/wallet';
import { eventHash } from './event-hash.ts';
import type { AgedPlay, LockedWallet } from './group-reads.ts';

/** An event as the ledger stores it, and the wallet after it. */
export type AppendedEvent = {
  readonly record: EventRecord;
  readonly event: WalletEvent;
  readonly legs: readonly Leg[];
  readonly after: Wallet;
  readonly toDate: PlayToDate;
  readonly request: Buffer;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
};

/** Who caused an event, and why; `effectiveAt`: when it counts, if that is not the moment of recording. */
export type EventSource = {
  readonly walletId: WalletId;
  readonly actor: string;
  readonly cause: string;
  readonly effectiveAt?: Instant;
};
/** `promised`: the change of what the wallet's bets may pay. */
type NewEvent = {
  readonly event: WalletEvent;
  readonly key: string;
  readonly seq: number;
  readonly request: Buffer;
  readonly now: string;
  readonly promised?: Cents;
};

/** Appends an event to a wallet's hash chain. `locked` becomes the wallet after it. */
export function appendEvent(source: EventSource, entry: NewEvent, locked: LockedWallet): AppendedEvent {
  const { event, key, seq, request } = entry;
  const { type, amount, ...payload } = event;
  requirePlainNames(payload as Json);
  // A clock that was set back must not make a wallet's history run backwards.
  const micros = Math.max(microsOf(entry.now), locked.recordedAt);
  const recordedAt = micros === microsOf(entry.now) ? entry.now : microsText(micros);
  const record: EventRecord = {
    seq,
    wallet_id: source.walletId,
    version: locked.version + 1,
    type,
    amount,
    payload: payload as Json,
    key,
    request: request.toString('hex'),
    actor: source.actor,
    cause: source.cause,
    effective_at: source.effectiveAt === undefined ? recordedAt : microsText(source.effectiveAt * 1000),
    recorded_at: recordedAt,
  };
  const prevHash = locked.headHash;
  const hash = eventHash(prevHash, record);
  const before = locked.toDate;
  const moved = legs(event);
  locked.wallet = applyLegs(locked.wallet, moved);
  locked.version = record.version;
  locked.headHash = hash;
  locked.recordedAt = micros;
  locked.toDate = playAfter(before, event, entry.promised ?? noMoney);
  locked.aged = agedAfter(locked.aged, before, locked.toDate);
  return { record, event, legs: moved, after: locked.wallet, toDate: locked.toDate, request, prevHash, hash };
}

/** Subtracts a decrease from the aged part: the remainder may overstate the last day, but never understates it. */
const agedAfter = (aged: AgedPlay, before: PlayToDate, after: PlayToDate): AgedPlay => ({
  staked: cents(aged.staked + Math.min(0, after.staked - before.staked)),
  promised: cents(aged.promised + Math.min(0, after.promised - before.promised)),
});

/** Returns the microseconds since 1970 of UTC text with six decimals, the ledger's canonical form. */
export function microsOf(text: string): number {
  if (text !== lastText) {
    lastText = text;
    lastMicros = Date.parse(`${text.slice(0, 23)}Z`) * 1000 + Number(text.slice(23, 26));
  }
  return lastMicros;
}
/** Nearly all events of a group have the same time, and each is converted several times. */
let [lastText, lastMicros] = ['', Number.NaN];

function microsText(micros: number): string {
  const millis = Math.floor(micros / 1000);
  const rest = String(micros - millis * 1000).padStart(3, '0');
  return new Date(millis).toISOString().replace('Z', `${rest}Z`);
}
