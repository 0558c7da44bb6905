import { emptyRoot, hashBytes, hashPair, type LeafRange } from './tree.ts';

/**
 * A tree stored as tiles (https://c2sp.org/tlog-tiles): a tile holds up to 256 consecutive hashes of one level, and each hash of the
 * next level is the root of a full tile. A tile that is not full is never hashed upwards.
 */

export const tileWidth = 256;

/** `hashes`: up to 256 hashes of 32 bytes, one after another. */
export type Tile = { readonly level: number; readonly index: number; readonly hashes: Buffer };

/** A tree that grows at its right edge, in memory: at most one tile per level. */
export type GrowingTree = {
  readonly size: () => number;
  /** Adds the hash of a leaf. */
  readonly add: (leaf: Buffer) => void;
  readonly root: () => Buffer;
  /** Returns the tiles that changed since the last call: all that became full, then the partial ones of the edge. */
  readonly takeTiles: () => readonly Tile[];
};

/** The partial tiles of a tree of `size` leaves, from level 0 up; a level without one is left out. */
export const edgeOf = (
  size: number,
): readonly { readonly level: number; readonly index: number; readonly width: number }[] => {
  const edge = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / tileWidth)) {
    const width = count % tileWidth;
    if (width > 0) edge.push({ level, index: Math.floor(count / tileWidth), width });
  }
  return edge;
};

/**
 * Continues a tree of `size` leaves, given the tiles of its right edge (they may be wider than that edge).
 * Throws a RangeError if a tile of the edge is missing or too short.
 */
export function growTree(size = 0, edge: readonly Tile[] = []): GrowingTree {
  let leaves = size;
  /** Per level: the hashes of the tile that is being filled, their number, and the number of full tiles before it. */
  const levels: { readonly hashes: Buffer; width: number; index: number; isChanged: boolean }[] = [];
  let full: Tile[] = [];

  const levelAt = (level: number) => {
    const existing = levels[level];
    if (existing) return existing;
    const added = { hashes: Buffer.alloc(tileWidth * hashBytes), width: 0, index: 0, isChanged: false };
    levels[level] = added;
    return added;
  };
  const push = (level: number, hash: Buffer): void => {
    const tile = levelAt(level);
    hash.copy(tile.hashes, tile.width * hashBytes, 0, hashBytes);
    tile.width += 1;
    tile.isChanged = true;
    if (tile.width < tileWidth) return;
    full.push({ level, index: tile.index, hashes: Buffer.from(tile.hashes) });
    const root = perfectRoot(tile.hashes, 0, tileWidth);
    tile.width = 0;
    tile.index += 1;
    tile.isChanged = false;
    push(level + 1, root);
  };

  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / tileWidth)) {
    levelAt(level).index = Math.floor(count / tileWidth);
  }
  for (const { level, index, width } of edgeOf(size)) {
    const stored = edge.find((tile) => tile.level === level && tile.index === index);
    if (!stored || stored.hashes.length < width * hashBytes) {
      throw new RangeError(`tile ${level}/${index} of the tree's right edge is missing or too short`);
    }
    const tile = levelAt(level);
    stored.hashes.copy(tile.hashes, 0, 0, width * hashBytes);
    tile.width = width;
  }

  return {
    size: () => leaves,
    add: (leaf) => {
      push(0, leaf);
      leaves += 1;
    },
    root: () =>
      levels.reduce<Buffer | undefined>((right, { hashes, width }) => rootOfEdge(hashes, width, right), undefined) ??
      emptyRoot,
    takeTiles: () => {
      const partial = levels.flatMap(({ hashes, width, index, isChanged }, level) =>
        isChanged ? [{ level, index, hashes: Buffer.from(hashes.subarray(0, width * hashBytes)) }] : [],
      );
      for (const level of levels) level.isChanged = false;
      const taken = [...full, ...partial];
      full = [];
      return taken;
    },
  };
}

/** The root of a tile's first `width` hashes, and of the subtree to the right of them if there is one. */
function rootOfEdge(hashes: Buffer, width: number, right?: Buffer): Buffer | undefined {
  let root = right;
  let end = width;
  for (let size = 1; size <= tileWidth; size *= 2) {
    if ((width & size) === 0) continue;
    end -= size;
    const left = perfectRoot(hashes, end, size);
    root = root ? hashPair(left, root) : left;
  }
  return root;
}

function perfectRoot(hashes: Buffer, at: number, width: number): Buffer {
  if (width === 1) return Buffer.from(hashes.subarray(at * hashBytes, (at + 1) * hashBytes));
  return hashPair(perfectRoot(hashes, at, width / 2), perfectRoot(hashes, at + width / 2, width / 2));
}

type TileKey = `${number}/${number}`;
/** A perfect subtree: 2^height leaves, the `at`-th of its kind. */
type Perfect = { readonly height: number; readonly at: number };

/** Returns the hashes of subtrees, and reads each tile that they need once; `readTiles` may return wider tiles than asked for. */
export async function hashRanges(
  ranges: readonly LeafRange[],
  readTiles: (keys: readonly { readonly level: number; readonly index: number }[]) => Promise<readonly Tile[]>,
): Promise<readonly Buffer[]> {
  const perfect = ranges.map(perfectIn);
  const keys = new Map(perfect.flat().map((one) => [keyOf(tileAt(one)), tileAt(one)]));
  const tiles = new Map<TileKey, Tile>();
  for (const tile of keys.size > 0 ? await readTiles([...keys.values()]) : []) tiles.set(keyOf(tile), tile);
  const hashOf = (subtree: Perfect): Buffer => {
    const { level, index, first, width } = tileAt(subtree);
    const hashes = tiles.get(keyOf({ level, index }))?.hashes;
    if (!hashes || hashes.length < (first + width) * hashBytes) {
      throw new RangeError(`tile ${level}/${index} is missing or too short`);
    }
    return perfectRoot(hashes, first, width);
  };
  return perfect.map((subtrees) => subtrees.map(hashOf).reduceRight((right, left) => hashPair(left, right)));
}

const keyOf = ({ level, index }: { readonly level: number; readonly index: number }): TileKey => `${level}/${index}`;

/** Splits a range of leaves into the largest perfect subtrees, from left to right. */
function perfectIn({ from, to }: LeafRange): readonly Perfect[] {
  const subtrees: Perfect[] = [];
  for (let at = from; at < to; ) {
    let height = 0;
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= to) height += 1;
    subtrees.push({ height, at: at / 2 ** height });
    at += 2 ** height;
  }
  return subtrees;
}

const levelsPerTile = 8;

/** Where a perfect subtree is stored: `width` hashes of one tile, from `first` on. */
function tileAt({ height, at }: Perfect) {
  const level = Math.floor(height / levelsPerTile);
  const width = 2 ** (height % levelsPerTile);
  const hash = at * width;
  return { level, index: Math.floor(hash / tileWidth), first: hash % tileWidth, width };
}

/** Returns the path of a tile below a log's prefix, such as `tile/0/x001/234.p/17`; `entries` instead of a level for its contents. */
export function tilePath(level: number | 'entries', index: number, width = tileWidth): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Parses what follows `tile/` in the path of a tile; `undefined` if it is not one. */
export function parseTilePath(
  path: string,
): { readonly level: number | 'entries'; readonly index: number; readonly width: number } | undefined {
  const match = /^(0|[1-9]\d?|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!match) return undefined;
  const [, level = '', name = '', partial] = match;
  const index = Number(name.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? tileWidth : Number(partial);
  if (!Number.isSafeInteger(index) || name.startsWith('x000/') || (partial !== undefined && width >= tileWidth))
    return undefined;
  if (level === 'entries') return { level, index, width };
  return Number(level) <= 63 ? { level: Number(level), index, width } : undefined;
}
