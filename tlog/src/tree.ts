import { hash as digest } from 'node:crypto';

/**
 * Merkle trees as in RFC 6962: leaves are hashed with the prefix 0x00, pairs with 0x01, and a tree of n leaves splits at the largest
 * power of two below n. All hashes have 32 bytes.
 */

export const hashBytes = 32;

/** The root of a tree without leaves: SHA-256 of nothing. */
export const emptyRoot: Buffer = digest('sha256', '', 'buffer');

/** Returns the hash of a leaf with this content. */
export function hashLeaf(content: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(content.length + 1);
  bytes[0] = 0;
  content.copy(bytes, 1);
  return sha256(bytes);
}

const pairBytes = Buffer.alloc(1 + 2 * hashBytes, 1);

/** Returns the hash of two subtrees. */
export function hashPair(left: Buffer, right: Buffer): Buffer {
  left.copy(pairBytes, 1, 0, hashBytes);
  right.copy(pairBytes, 1 + hashBytes, 0, hashBytes);
  return sha256(pairBytes);
}

/** As a string and back, hashing costs a quarter of what it costs as a buffer. */
export const sha256 = (bytes: Buffer): Buffer => Buffer.from(digest('sha256', bytes, 'binary'), 'latin1');

/** Writes the hash of `bytes` at a place of `hashes`: a million of them make no garbage. */
export function writeSha256(bytes: Buffer, hashes: Buffer, at: number): void {
  hashes.write(digest('sha256', bytes, 'binary'), at, hashBytes, 'latin1');
}

/** The largest power of two below `size`, which must be at least 2. */
export function splitOf(size: number): number {
  let split = 2 ** Math.floor(Math.log2(size));
  // The logarithm of a large number may be rounded up or down.
  while (split >= size) split /= 2;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The leaves from `from` to before `to`; always a subtree of the tree that it belongs to. */
export type LeafRange = { readonly from: number; readonly to: number };

/** Returns the subtrees whose hashes prove that leaf `index` belongs to a tree of `size` leaves, nearest first. */
export function inclusionPath(index: number, size: number): readonly LeafRange[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
  const path: LeafRange[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
    }
  }
  return path.reverse();
}

/** Returns the subtrees whose hashes prove that a tree of `size` leaves extends its first `before` leaves, nearest first. */
export function consistencyPath(before: number, size: number): readonly LeafRange[] {
  if (!(before >= 0 && before <= size))
    throw new RangeError(`a tree of ${size} leaves does not extend ${before} leaves`);
  if (before === 0) return [];
  const path: LeafRange[] = [];
  let from = 0;
  let to = size;
  while (before < to) {
    const middle = from + splitOf(to - from);
    if (before <= middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
    }
  }
  // A verifier knows the root of the smaller tree, unless that root is only a part of it.
  if (from > 0) path.push({ from, to });
  return path.reverse();
}

/** Returns the root for a leaf at `index` of `size` leaves; `undefined` if the path has the wrong length. */
export function rootFromInclusion(
  leaf: Buffer,
  index: number,
  size: number,
  path: readonly Buffer[],
): Buffer | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  const ranges = inclusionPath(index, size);
  if (ranges.length !== path.length) return undefined;
  return ranges.reduce((hash, { from }, at) => {
    const sibling = path[at] ?? emptyRoot;
    return from > index ? hashPair(hash, sibling) : hashPair(sibling, hash);
  }, leaf);
}

export type TreeHead = { readonly size: number; readonly root: Buffer };

/** Whether the path proves that `now` extends `before`. */
export function isConsistent(before: TreeHead, now: TreeHead, path: readonly Buffer[]): boolean {
  if (before.size > now.size) return false;
  if (before.size === 0) return path.length === 0 && before.root.equals(emptyRoot);
  const ranges = consistencyPath(before.size, now.size);
  if (ranges.length !== path.length) return false;
  // The nearest subtree ends where the smaller tree ends; those before it belong to both trees, those after it to the new one only.
  const isWhole = ranges[0] === undefined || ranges[0].from >= before.size;
  let at = isWhole ? 0 : 1;
  let old = isWhole ? before.root : (path[0] ?? emptyRoot);
  let all = old;
  for (; at < ranges.length; at += 1) {
    const [range, sibling] = [ranges[at], path[at]];
    if (!range || !sibling) return false;
    if (range.from >= before.size) all = hashPair(all, sibling);
    else [old, all] = [hashPair(sibling, old), hashPair(sibling, all)];
  }
  return old.equals(before.root) && all.equals(now.root);
}

/** Collects leaves from left to right and knows their root at any time, in the memory of some fifty hashes. */
export type RootBuilder = {
  /** Adds the hash of a leaf, which is at a place of `hashes`. */
  readonly add: (hashes: Buffer, at: number) => void;
  readonly size: () => number;
  readonly root: () => Buffer;
};

export function createRootBuilder(): RootBuilder {
  /** The roots of the full subtrees, largest first: one for each bit of `leaves`. */
  const roots = Buffer.alloc(54 * hashBytes);
  let end = 0;
  let leaves = 0;
  return {
    add: (hashes, at) => {
      hashes.copy(roots, end, at, at + hashBytes);
      for (let left = leaves; left % 2 === 1; left = (left - 1) / 2) {
        end -= hashBytes;
        roots.copy(pairBytes, 1, end, end + 2 * hashBytes);
        writeSha256(pairBytes, roots, end);
      }
      end += hashBytes;
      leaves += 1;
    },
    size: () => leaves,
    root: () => {
      if (end === 0) return emptyRoot;
      let at = end - hashBytes;
      let root: Buffer = Buffer.from(roots.subarray(at, end));
      for (; at > 0; at -= hashBytes) root = hashPair(roots.subarray(at - hashBytes, at), root);
      return root;
    },
  };
}
