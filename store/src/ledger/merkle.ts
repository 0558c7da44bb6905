import { hash as digest } from 'node:crypto';

/**
 * A Merkle tree as in RFC 6962: leaves are hashed with the prefix 0x00, pairs with 0x01, and a tree of n leaves splits at the
 * largest power of two below n. The root of no leaves is SHA-256 of nothing.
 */
const leafPrefix = Buffer.from([0]);
const pairPrefix = Buffer.from([1]);

const sha256 = (...parts: readonly Buffer[]): Buffer => digest('sha256', Buffer.concat(parts), 'buffer');

export const leafHash = (content: string): Buffer => sha256(leafPrefix, Buffer.from(content, 'utf8'));
export const pairHash = (left: Buffer, right: Buffer): Buffer => sha256(pairPrefix, left, right);

/** Computes a root from leaves one by one, in logarithmic memory. */
export type RootBuilder = {
  readonly add: (leaf: Buffer) => void;
  readonly size: () => number;
  readonly root: () => Buffer;
};

export function createRootBuilder(): RootBuilder {
  const full: { size: number; root: Buffer }[] = [];
  let size = 0;
  return {
    add: (leaf) => {
      size += 1;
      let tree = { size: 1, root: leaf };
      for (let left = full.at(-1); left?.size === tree.size; left = full.at(-1)) {
        full.pop();
        tree = { size: left.size * 2, root: pairHash(left.root, tree.root) };
      }
      full.push(tree);
    },
    size: () => size,
    root: () =>
      full.reduceRight<Buffer | undefined>((right, { root }) => (right ? pairHash(root, right) : root), undefined) ??
      sha256(),
  };
}

/** Returns the sibling hashes from the leaf at `index` (from 0) to the root, nearest first. */
export function merklePath(leaves: readonly Buffer[], index: number): readonly Buffer[] {
  if (leaves.length <= 1) return [];
  const split = splitOf(leaves.length);
  const [near, far] =
    index < split ? [leaves.slice(0, split), leaves.slice(split)] : [leaves.slice(split), leaves.slice(0, split)];
  return [...merklePath(near, index < split ? index : index - split), rootOf(far)];
}

/** Returns the root for a leaf at `index` of `size` leaves and its path; `undefined` if the path has the wrong length. */
export function rootFromPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | undefined {
  if (size <= 1) return size === 1 && path.length === 0 ? leaf : undefined;
  const far = path.at(-1);
  if (!far) return undefined;
  const split = splitOf(size);
  const isLeft = index < split;
  const near = rootFromPath(leaf, isLeft ? index : index - split, isLeft ? split : size - split, path.slice(0, -1));
  if (!near) return undefined;
  return isLeft ? pairHash(near, far) : pairHash(far, near);
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const builder = createRootBuilder();
  for (const leaf of leaves) builder.add(leaf);
  return builder.root();
}

const splitOf = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);
