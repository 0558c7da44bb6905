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

/** Collects leaves from left to right and knows their root at any time, for some thirty hashes of memory. */
export type RootBuilder = {
  /** Adds the hash of a leaf. */
  readonly add: (leaf: Buffer) => void;
  readonly size: () => number;
  readonly root: () => Buffer;
};

export function createRootBuilder(): RootBuilder {
  const full: { readonly size: number; readonly hash: Buffer }[] = [];
  let leaves = 0;
  return {
    add: (leaf) => {
      let tree = { size: 1, hash: leaf };
      for (let left = full.at(-1); left?.size === tree.size; left = full.at(-1)) {
        full.pop();
        tree = { size: left.size * 2, hash: hashPair(left.hash, tree.hash) };
      }
      full.push(tree);
      leaves += 1;
    },
    size: () => leaves,
    root: () =>
      full.reduceRight<Buffer | undefined>((right, { hash }) => (right ? hashPair(hash, right) : hash), undefined) ??
      emptyRoot,
  };
}
