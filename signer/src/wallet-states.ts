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
 * 100 bytes a wallet, in blocks outside the heap, which are added without copying.
 */
export type WalletStates = {
  readonly count: () => number;
  readonly find: (id: string) => number | undefined;
  /** Numbers a wallet that is not known yet. */
  readonly add: (id: string) => number;
  readonly current: (ordinal: number) => WalletState;
  /** Whether the current state has these amounts, this version and this head (32 bytes): compared in place. */
  readonly isCurrent: (
    ordinal: number,
    stored: Wallet & { readonly version: number; readonly head: Buffer },
  ) => boolean;
  readonly currentVersion: (ordinal: number) => number;
  readonly change: (ordinal: number, state: WalletState) => void;
  /** How many wallets changed since the newest seal. */
  readonly changes: () => number;
  /** Makes the current states the sealed ones. */
  readonly seal: () => void;
  /** Returns to the sealed states. */
  readonly revert: () => void;
  /** How many wallets are sealed: those with ordinals below. */
  readonly sealedCount: () => number;
  readonly sealed: (ordinal: number) => SealedWallet;
  /** The sealed states for a file, in place; only right after `seal`. */
  readonly toBytes: () => readonly Buffer[];
};

const idBytes = 16;
const headBytes = 32;
const sealedAmounts = ['cash', 'held', 'bonus', 'staked'] as const;
const amounts = [...sealedAmounts, 'recordedAt'] as const;

/** The length of one wallet in `toBytes`. */
export const stateBytes = idBytes + headBytes + 4 + amounts.length * 8;

const blockBits = 14;
const blockSize = 2 ** blockBits;
type Block = {
  readonly ids: Buffer;
  readonly heads: Buffer;
  readonly versions: Uint32Array;
  readonly amounts: Float64Array;
};
const newBlock = (): Block => ({
  ids: Buffer.alloc(blockSize * idBytes),
  heads: Buffer.alloc(blockSize * headBytes),
  versions: new Uint32Array(blockSize),
  amounts: new Float64Array(blockSize * amounts.length),
});

/** All ids, then all heads, versions and amounts of the first `count` wallets. */
function bytesOf(blocks: readonly Block[], count: number): readonly Buffer[] {
  const column = (of: (block: Block) => Buffer | Uint32Array | Float64Array) =>
    blocks.map((block, at) => {
      const { buffer, byteOffset, byteLength } = of(block);
      const used = Math.max(0, Math.min(blockSize, count - at * blockSize));
      return Buffer.from(buffer, byteOffset, (byteLength / blockSize) * used);
    });
  return [
    ...column(({ ids }) => ids),
    ...column(({ heads }) => heads),
    ...column(({ versions }) => versions),
    ...column((block) => block.amounts),
  ];
}

/** @param fill fills the bytes of `count` sealed wallets, part by part in the order of `toBytes` */
export function createWalletStates(count = 0, fill: (part: Buffer) => void = () => {}): WalletStates {
  const blocks = Array.from({ length: Math.ceil(count / blockSize) }, newBlock);
  for (const part of bytesOf(blocks, count)) fill(part);
  return statesOf(blocks, count);
}

function statesOf(blocks: Block[], sealedAtFirst: number): WalletStates {
  let sealedCount = sealedAtFirst;
  const columns = columnsOf(blocks);
  const { idAt, headAt, isHeadAt, versionAt, amountAt, write } = columns;
  const index = createIndex(columns, sealedCount);
  /** Wallets that the newest seal does not have yet are written in place. */
  const changed = new Map<number, WalletState>();

  return {
    count: index.count,
    find: index.find,
    add: (id) => {
      const ordinal = index.count();
      if (ordinal === blocks.length * blockSize) blocks.push(newBlock());
      idOf(id).copy(idAt(ordinal));
      index.addNext();
      write(ordinal, emptyState);
      return ordinal;
    },
    current: (ordinal) =>
      changed.get(ordinal) ?? {
        version: versionAt(ordinal),
        head: headAt(ordinal).toString('hex'),
        cash: cents(amountAt(ordinal, 0)),
        held: cents(amountAt(ordinal, 1)),
        bonus: cents(amountAt(ordinal, 2)),
        staked: cents(amountAt(ordinal, 3)),
        recordedAt: amountAt(ordinal, 4),
      },
    currentVersion: (ordinal) => changed.get(ordinal)?.version ?? versionAt(ordinal),
    isCurrent: (ordinal, stored) => {
      const change = changed.get(ordinal);
      if (change)
        return (
          change.version === stored.version &&
          change.head === stored.head.toString('hex') &&
          sealedAmounts.every((name) => change[name] === stored[name])
        );
      return (
        versionAt(ordinal) === stored.version &&
        isHeadAt(ordinal, stored.head) &&
        sealedAmounts.every((name, place) => amountAt(ordinal, place) === stored[name])
      );
    },
    change: (ordinal, state) => {
      if (ordinal < sealedCount) changed.set(ordinal, state);
      else write(ordinal, state);
    },
    changes: () => changed.size + index.count() - sealedCount,
    seal: () => {
      for (const [ordinal, state] of changed) write(ordinal, state);
      changed.clear();
      sealedCount = index.count();
    },
    revert: () => {
      changed.clear();
      // The newest first: no wallet that stays was placed behind one of them.
      while (index.count() > sealedCount) index.removeLast();
    },
    sealedCount: () => sealedCount,
    sealed: (ordinal) => ({
      id: idAt(ordinal),
      version: versionAt(ordinal),
      head: headAt(ordinal),
      cash: amountAt(ordinal, 0),
      held: amountAt(ordinal, 1),
      bonus: amountAt(ordinal, 2),
      staked: amountAt(ordinal, 3),
    }),
    toBytes: () => bytesOf(blocks, index.count()),
  };
}

/** Reads and writes the columns of the wallet with an ordinal. */
function columnsOf(blocks: readonly Block[]) {
  const blockOf = (ordinal: number): Block => {
    const block = blocks[ordinal >>> blockBits];
    if (!block) throw new RangeError(`there is no wallet ${ordinal}`);
    return block;
  };
  const idAt = (ordinal: number): Buffer => {
    const at = (ordinal % blockSize) * idBytes;
    return blockOf(ordinal).ids.subarray(at, at + idBytes);
  };
  const headAt = (ordinal: number): Buffer => {
    const at = (ordinal % blockSize) * headBytes;
    return blockOf(ordinal).heads.subarray(at, at + headBytes);
  };
  const isIdAt = (ordinal: number, id: Buffer): boolean => {
    const at = (ordinal % blockSize) * idBytes;
    return blockOf(ordinal).ids.compare(id, 0, idBytes, at, at + idBytes) === 0;
  };
  const isHeadAt = (ordinal: number, head: Buffer): boolean => {
    const at = (ordinal % blockSize) * headBytes;
    return blockOf(ordinal).heads.compare(head, 0, headBytes, at, at + headBytes) === 0;
  };
  const versionAt = (ordinal: number): number => blockOf(ordinal).versions[ordinal % blockSize] ?? 0;
  const amountAt = (ordinal: number, at: number): number =>
    blockOf(ordinal).amounts[(ordinal % blockSize) * amounts.length + at] ?? 0;
  const write = (ordinal: number, state: WalletState): void => {
    const { heads, versions, amounts: numbers } = blockOf(ordinal);
    const place = ordinal % blockSize;
    versions[place] = state.version;
    heads.write(state.head, place * headBytes, headBytes, 'hex');
    for (const [at, name] of amounts.entries()) numbers[place * amounts.length + at] = state[name];
  };
  return { idAt, isIdAt, headAt, isHeadAt, versionAt, amountAt, write };
}

/** Numbers wallets from 0, and finds their ordinals by id. */
function createIndex({ idAt, isIdAt }: Pick<ReturnType<typeof columnsOf>, 'idAt' | 'isIdAt'>, countAtFirst: number) {
  let count = countAtFirst;
  /** Open addressing: ordinals plus 1, at most half full. */
  let places = new Int32Array(2 ** Math.ceil(Math.log2(2 * Math.max(count, blockSize))));

  const placeOf = (id: Buffer): number => {
    // Random bits of a UUID of any version.
    let place = (id.readUInt32BE(12) ^ id.readUInt32BE(8)) & (places.length - 1);
    for (let ordinal = places[place] ?? 0; ordinal !== 0; ordinal = places[place] ?? 0) {
      if (isIdAt(ordinal - 1, id)) break;
      place = (place + 1) & (places.length - 1);
    }
    return place;
  };
  const fillPlaces = (): void => {
    for (let ordinal = 0; ordinal < count; ordinal += 1) places[placeOf(idAt(ordinal))] = ordinal + 1;
  };
  fillPlaces();

  return {
    count: (): number => count,
    find: (id: string): number | undefined => {
      const ordinal = places[placeOf(idOf(id))] ?? 0;
      return ordinal === 0 ? undefined : ordinal - 1;
    },
    /** Takes in the next wallet, whose id has been written. */
    addNext: (): void => {
      if (count * 2 === places.length) {
        places = new Int32Array(places.length * 2);
        fillPlaces();
      }
      places[placeOf(idAt(count))] = count + 1;
      count += 1;
    },
    removeLast: (): void => {
      count -= 1;
      places[placeOf(idAt(count))] = 0;
    },
  };
}

const idScratch = Buffer.alloc(idBytes);
/** The bytes of an id, valid until the next call: a new buffer for each of a million lookups would stay until a full collection. */
function idOf(id: string): Buffer {
  idScratch.write(id.replaceAll('-', ''), 'hex');
  return idScratch;
}
