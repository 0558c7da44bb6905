import { cents } from '@touchline/core/money';
import { emptyWallet, type Wallet } from '@touchline/core/wallet';
import type { SealedWallet } from '@touchline/tlog/sum-tree';

/** A wallet after its newest logged event. `head`: 64 hex digits; `recordedAt`: microseconds since 2000. */
export type WalletState = Wallet & { readonly version: number; readonly head: string; readonly recordedAt: number };

/** A wallet before its first event. */
export const emptyState: WalletState = {
  ...emptyWallet,
  version: 0,
  head: '0'.repeat(64),
  recordedAt: Number.MIN_SAFE_INTEGER,
};

/**
 * All wallets as the newest seal has them, and what changed since. A wallet is numbered from 0 in the order of its first event. About
 * 90 bytes a wallet, in arrays outside the heap.
 */
export type WalletStates = {
  readonly count: () => number;
  readonly find: (id: string) => number | undefined;
  /** Numbers a wallet that is not known yet. */
  readonly add: (id: string) => number;
  readonly current: (ordinal: number) => WalletState;
  readonly change: (ordinal: number, state: WalletState) => void;
  /** How many wallets changed since the newest seal. */
  readonly changes: () => number;
  /** Makes the current states the sealed ones. */
  readonly seal: () => void;
  /** How many wallets are sealed: those with ordinals below. */
  readonly sealedCount: () => number;
  readonly sealed: (ordinal: number) => SealedWallet;
  /** The sealed states as bytes, for a file; only right after `seal`. */
  readonly toBytes: () => readonly Buffer[];
};

const idBytes = 16;
const headBytes = 32;
const amounts = ['cash', 'held', 'bonus', 'staked', 'recordedAt'] as const;
const numberBytes = 8;

/** The length of one wallet in `toBytes`. */
export const stateBytes = idBytes + headBytes + 4 + amounts.length * numberBytes;

type Arrays = {
  readonly count: number;
  readonly ids: Buffer;
  readonly heads: Buffer;
  readonly versions: Uint32Array;
  readonly numbers: Float64Array;
};

/** @param bytes what `toBytes` returned, joined; not needed any more afterwards */
export const createWalletStates = (bytes: Buffer = Buffer.alloc(0)): WalletStates => statesOf(arraysFrom(bytes));

/** Copies, so that the arrays do not keep the bytes alive. */
function arraysFrom(bytes: Buffer): Arrays {
  const count = bytes.length / stateBytes;
  if (!Number.isInteger(count)) throw new RangeError('the sealed wallets are cut off');
  const capacity = Math.max(1_024, 2 ** Math.ceil(Math.log2(count + 1)));
  let at = 0;
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const ids = Buffer.alloc(capacity * idBytes);
  take(count * idBytes).copy(ids);
  const heads = Buffer.alloc(capacity * headBytes);
  take(count * headBytes).copy(heads);
  const versionBytes = take(count * 4);
  const versions = new Uint32Array(capacity);
  for (let ordinal = 0; ordinal < count; ordinal += 1) versions[ordinal] = versionBytes.readUInt32LE(ordinal * 4);
  const numberBytesOfAll = take(count * amounts.length * numberBytes);
  const numbers = new Float64Array(capacity * amounts.length);
  for (let place = 0; place < count * amounts.length; place += 1) {
    numbers[place] = numberBytesOfAll.readDoubleLE(place * numberBytes);
  }
  return { count, ids, heads, versions, numbers };
}

function statesOf({ count: sealedAtFirst, ...arrays }: Arrays): WalletStates {
  let { ids, heads, versions, numbers } = arrays;
  let count = sealedAtFirst;
  let sealedCount = sealedAtFirst;
  let capacity = versions.length;
  /** Open addressing: ordinals plus 1, at most half full. */
  let places = new Int32Array(capacity * 2);
  const changed = new Map<number, WalletState>();

  const placeOf = (id: Buffer): number => {
    // Random bits of a UUID of any version.
    let place = (id.readUInt32BE(12) ^ id.readUInt32BE(8)) & (places.length - 1);
    for (let ordinal = places[place] ?? 0; ordinal !== 0; ordinal = places[place] ?? 0) {
      if (ids.compare(id, 0, idBytes, (ordinal - 1) * idBytes, ordinal * idBytes) === 0) break;
      place = (place + 1) & (places.length - 1);
    }
    return place;
  };
  const grow = (): void => {
    capacity *= 2;
    ids = Buffer.concat([ids, Buffer.alloc(ids.length)]);
    heads = Buffer.concat([heads, Buffer.alloc(heads.length)]);
    versions = copied(versions, new Uint32Array(capacity));
    numbers = copied(numbers, new Float64Array(capacity * amounts.length));
    places = new Int32Array(capacity * 2);
    fillPlaces();
  };
  const fillPlaces = (): void => {
    for (let ordinal = 0; ordinal < count; ordinal += 1) {
      places[placeOf(ids.subarray(ordinal * idBytes, (ordinal + 1) * idBytes))] = ordinal + 1;
    }
  };
  const addBytes = (id: Buffer): number => {
    if (count === capacity) grow();
    id.copy(ids, count * idBytes, 0, idBytes);
    places[placeOf(id)] = count + 1;
    count += 1;
    return count - 1;
  };
  const amountAt = (ordinal: number, at: number): number => numbers[ordinal * amounts.length + at] ?? 0;
  const headAt = (ordinal: number): Buffer => heads.subarray(ordinal * headBytes, (ordinal + 1) * headBytes);

  fillPlaces();

  return {
    count: () => count,
    find: (id) => {
      const ordinal = places[placeOf(idOf(id))] ?? 0;
      return ordinal === 0 ? undefined : ordinal - 1;
    },
    add: (id) => addBytes(idOf(id)),
    current: (ordinal) =>
      changed.get(ordinal) ?? {
        version: versions[ordinal] ?? 0,
        head: headAt(ordinal).toString('hex'),
        cash: cents(amountAt(ordinal, 0)),
        held: cents(amountAt(ordinal, 1)),
        bonus: cents(amountAt(ordinal, 2)),
        staked: cents(amountAt(ordinal, 3)),
        recordedAt: amountAt(ordinal, 4),
      },
    change: (ordinal, state) => {
      changed.set(ordinal, state);
    },
    changes: () => changed.size,
    seal: () => {
      for (const [ordinal, state] of changed) {
        versions[ordinal] = state.version;
        heads.write(state.head, ordinal * headBytes, headBytes, 'hex');
        for (const [at, name] of amounts.entries()) numbers[ordinal * amounts.length + at] = state[name];
      }
      changed.clear();
      sealedCount = count;
    },
    sealedCount: () => sealedCount,
    sealed: (ordinal) => ({
      id: ids.subarray(ordinal * idBytes, (ordinal + 1) * idBytes),
      version: versions[ordinal] ?? 0,
      head: headAt(ordinal),
      cash: amountAt(ordinal, 0),
      held: amountAt(ordinal, 1),
      bonus: amountAt(ordinal, 2),
      staked: amountAt(ordinal, 3),
    }),
    toBytes: () => [
      ids.subarray(0, count * idBytes),
      heads.subarray(0, count * headBytes),
      Buffer.from(versions.buffer, 0, count * 4),
      Buffer.from(numbers.buffer, 0, count * amounts.length * numberBytes),
    ],
  };
}

function copied<List extends Uint32Array | Float64Array>(from: List, to: List): List {
  to.set(from);
  return to;
}

const idOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
