import { createHmac } from 'node:crypto';
import { hashBytes, inclusionPath, sha256, writeSha256 } from './tree.ts';

/**
 * A Merkle sum tree over all wallets: each node holds a hash and the sum below it, and a pair's hash covers both sums
 * (0x03 ‖ left hash ‖ left sum ‖ right hash ‖ right sum), so that no sum can be moved or hidden between siblings. The shape is that
 * of RFC 6962. A leaf is salted, and its place is shuffled with a key of its own per seal, so that a path shows nothing about the
 * wallets beside it but sums, and two seals cannot be compared.
 */

/** `sum`: whole cents, 0 or more. */
export type SumNode = { readonly hash: Buffer; readonly sum: number };

/** A wallet as it is sealed. `id`: 16 bytes; `head`: the hash of its event `version`; amounts in whole cents. */
export type SealedWallet = {
  readonly id: Buffer;
  readonly version: number;
  readonly head: Buffer;
  readonly cash: number;
  readonly held: number;
  readonly bonus: number;
  readonly staked: number;
};

/** What the operator owes the wallet's owner. A negative total is a receivable and is never netted against the claims of others. */
export const liabilityOf = ({ cash, held, bonus, staked }: Omit<SealedWallet, 'id' | 'version' | 'head'>): number =>
  Math.max(0, cash + held + bonus + staked);

const saltBytes = 32;
const idBytes = 16;
const [saltAt, idAt] = [1, 1 + saltBytes];
const versionAt = idAt + idBytes;
const headAt = versionAt + 4;
const amountsAt = headAt + hashBytes;
/** 0x02 ‖ salt ‖ wallet id ‖ version (4 bytes) ‖ head ‖ cash ‖ held ‖ bonus ‖ staked (8 bytes each, two's complement). */
const leafBytes = Buffer.alloc(amountsAt + 4 * 8, 2);

/** Returns a wallet's leaf. */
export function sumLeaf(salt: Buffer, wallet: SealedWallet): SumNode {
  const hash = Buffer.alloc(hashBytes);
  return { hash, sum: writeSumLeaf(salt, wallet, hash, 0) };
}

/** Writes the hash of a wallet's leaf at a place of `hashes` and returns its sum: a million leaves make no garbage. */
export function writeSumLeaf(salt: Buffer, wallet: SealedWallet, hashes: Buffer, at: number): number {
  salt.copy(leafBytes, saltAt, 0, saltBytes);
  wallet.id.copy(leafBytes, idAt, 0, idBytes);
  leafBytes.writeUInt32BE(wallet.version, versionAt);
  wallet.head.copy(leafBytes, headAt, 0, hashBytes);
  writeAmount(leafBytes, wallet.cash, amountsAt);
  writeAmount(leafBytes, wallet.held, amountsAt + 8);
  writeAmount(leafBytes, wallet.bonus, amountsAt + 16);
  writeAmount(leafBytes, wallet.staked, amountsAt + 24);
  writeSha256(leafBytes, hashes, at);
  return liabilityOf(wallet);
}

const nodeBytes = Buffer.alloc(1 + 2 * (hashBytes + 8), 3);

/** Throws a RangeError if a sum is negative, or their total is not exact. */
export function sumPair(left: SumNode, right: SumNode): SumNode {
  const sum = sumOfPair(left.sum, right.sum);
  left.hash.copy(nodeBytes, 1, 0, hashBytes);
  writeAmount(nodeBytes, left.sum, 1 + hashBytes);
  right.hash.copy(nodeBytes, 9 + hashBytes, 0, hashBytes);
  writeAmount(nodeBytes, right.sum, 9 + 2 * hashBytes);
  return { hash: sha256(nodeBytes), sum };
}

function sumOfPair(left: number, right: number): number {
  const sum = left + right;
  if (left >= 0 && right >= 0 && Number.isSafeInteger(sum)) return sum;
  throw new RangeError('the sums of a pair are whole, not negative, and add up exactly');
}

function writeAmount(bytes: Buffer, amount: number, at: number): void {
  bytes.writeInt32BE(Math.floor(amount / 2 ** 32), at);
  bytes.writeUInt32BE(amount >>> 0, at + 4);
}

/** Returns the root for a leaf at `index` of `size`, nearest sibling first; `undefined` if the path is wrong in length or sums. */
export function rootFromSums(
  leaf: SumNode,
  index: number,
  size: number,
  path: readonly SumNode[],
): SumNode | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  const ranges = inclusionPath(index, size);
  if (ranges.length !== path.length) return undefined;
  try {
    return ranges.reduce((node, { from }, at) => {
      const sibling = path[at];
      if (!sibling || sibling.hash.length !== hashBytes) throw new RangeError('a sibling is missing');
      return from > index ? sumPair(node, sibling) : sumPair(sibling, node);
    }, leaf);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Leaves that are hashed together: the roots of buckets are kept, the leaves of one are made again for a proof. */
const bucketOf = 1024;

export type SumTree = {
  readonly size: number;
  readonly root: SumNode;
  /** Hash and sum (40 bytes) of each bucket of 1,024 leaves. */
  readonly buckets: readonly SumNode[];
};

/** Writes the hash of the leaf at a position at a place of `hashes` and returns its sum. */
export type WriteLeaf = (position: number, hashes: Buffer, at: number) => number;

/** Builds the tree of `size` leaves, at least one. */
export function buildSumTree(size: number, writeLeaf: WriteLeaf): SumTree {
  const buckets: SumNode[] = [];
  const hashes = Buffer.alloc(bucketOf * hashBytes);
  const sums = new Float64Array(bucketOf);
  for (let first = 0; first < size; first += bucketOf) {
    let count = Math.min(size - first, bucketOf);
    for (let at = 0; at < count; at += 1) sums[at] = writeLeaf(first + at, hashes, at * hashBytes);
    for (; count > 1; count = Math.ceil(count / 2)) pairInPlace(hashes, sums, count);
    buckets.push({ hash: Buffer.from(hashes.subarray(0, hashBytes)), sum: sums[0] ?? 0 });
  }
  return { size, root: rootOf(buckets), buckets };
}

/** Makes the level above `count` nodes where they are. */
function pairInPlace(hashes: Buffer, sums: Float64Array, count: number): void {
  for (let at = 0; at < count; at += 2) {
    const above = at / 2;
    const left = sums[at] ?? 0;
    if (at + 1 === count) {
      hashes.copy(hashes, above * hashBytes, at * hashBytes, (at + 1) * hashBytes);
      sums[above] = left;
      continue;
    }
    const right = sums[at + 1] ?? 0;
    const sum = sumOfPair(left, right);
    hashes.copy(nodeBytes, 1, at * hashBytes, (at + 1) * hashBytes);
    writeAmount(nodeBytes, left, 1 + hashBytes);
    hashes.copy(nodeBytes, 9 + hashBytes, (at + 1) * hashBytes, (at + 2) * hashBytes);
    writeAmount(nodeBytes, right, 9 + 2 * hashBytes);
    writeSha256(nodeBytes, hashes, above * hashBytes);
    sums[above] = sum;
  }
}

/** Returns the path of the leaf at `position`, nearest first; makes the leaves of its bucket again. */
export function sumPath({ size, buckets }: SumTree, position: number, writeLeaf: WriteLeaf): readonly SumNode[] {
  const bucket = Math.floor(position / bucketOf);
  const first = bucket * bucketOf;
  const leaves = leavesFrom(first, Math.min(size, first + bucketOf), writeLeaf);
  return [...pathIn(leaves, position - first), ...pathIn(buckets, bucket)];
}

const leavesFrom = (first: number, end: number, writeLeaf: WriteLeaf): SumNode[] =>
  Array.from({ length: end - first }, (_, at) => {
    const hash = Buffer.alloc(hashBytes);
    return { hash, sum: writeLeaf(first + at, hash, 0) };
  });

function rootOf(nodes: readonly SumNode[]): SumNode {
  let level = nodes;
  while (level.length > 1) level = pairsOf(level);
  const [root] = level;
  if (!root) throw new RangeError('a sum tree has at least one leaf');
  return root;
}

const pathIn = (nodes: readonly SumNode[], index: number): readonly SumNode[] =>
  inclusionPath(index, nodes.length).map(({ from, to }) => rootOf(nodes.slice(from, to)));

/** The last node of an odd level moves up as it is: the shape of RFC 6962. */
function pairsOf(nodes: readonly SumNode[]): readonly SumNode[] {
  const pairs: SumNode[] = [];
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at], nodes[at + 1]];
    if (left) pairs.push(right ? sumPair(left, right) : left);
  }
  return pairs;
}

/** What one seal's tree is salted and shuffled with; derived from a master key that never enters the database. */
export const sealKey = (master: Buffer, seal: number): Buffer =>
  createHmac('sha256', master).update(`touchline seal ${seal}`).digest();

const saltInput = Buffer.alloc(hashBytes + idBytes);

/** Returns the salt of a wallet in one seal. */
export const saltOf = (key: Buffer, walletId: Buffer): Buffer => writeSalt(key, walletId, Buffer.alloc(hashBytes));

/** The same in a buffer of the caller's. */
export function writeSalt(key: Buffer, walletId: Buffer, salt: Buffer): Buffer {
  key.copy(saltInput, 0, 0, hashBytes);
  walletId.copy(saltInput, hashBytes, 0, idBytes);
  writeSha256(saltInput, salt, 0);
  return salt;
}

/** Where each of `size` wallets, numbered from 0, is placed in one seal's tree. */
export type Shuffle = {
  readonly positionOf: (ordinal: number) => number;
  readonly ordinalAt: (position: number) => number;
};

const rounds = 6;

/** A keyed permutation of 0 … size - 1: a Feistel network on the next even power of two, repeated until the result is in range. */
export function shuffleOf(key: Buffer, size: number): Shuffle {
  const halfBits = Math.max(1, Math.ceil(Math.log2(Math.max(2, size)) / 2));
  const mask = 2 ** halfBits - 1;
  const tables = Array.from({ length: rounds }, (_, round) =>
    Uint32Array.from({ length: mask + 1 }, (__, value) => {
      const input = Buffer.concat([key, Buffer.from([round, value >>> 24, value >>> 16, value >>> 8, value])]);
      return (sha256(input).readUInt32BE() & mask) >>> 0;
    }),
  );
  const forth = (value: number): number => {
    let [left, right] = [value >>> halfBits, value & mask];
    for (const table of tables) [left, right] = [right, (left ^ (table[right] ?? 0)) >>> 0];
    return ((left << halfBits) | right) >>> 0;
  };
  const back = (value: number): number => {
    let [left, right] = [value >>> halfBits, value & mask];
    for (let round = rounds - 1; round >= 0; round -= 1) {
      [left, right] = [(right ^ (tables[round]?.[left] ?? 0)) >>> 0, left];
    }
    return ((left << halfBits) | right) >>> 0;
  };
  const inRange = (step: (value: number) => number) => (from: number) => {
    let value = step(from);
    while (value >= size) value = step(value);
    return value;
  };
  return { positionOf: inRange(forth), ordinalAt: inRange(back) };
}
