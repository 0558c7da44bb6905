import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeOf, growTree, hashRanges, parseTilePath, type Tile, tilePath, tileWidth } from './tiles.ts';
import {
  consistencyPath,
  createRootBuilder,
  emptyRoot,
  hashLeaf,
  hashPair,
  inclusionPath,
  isConsistent,
  rootFromInclusion,
} from './tree.ts';

// The definition of RFC 6962, section 2.1, as it is written there: the oracle of these tests.
const sha256 = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const contentOf = (index: number) => Buffer.from(`leaf ${index}`);
const rootOf = (from: number, to: number): Buffer => {
  if (to - from === 1) return sha256(Buffer.of(0), contentOf(from));
  let split = 1;
  while (split * 2 < to - from) split *= 2;
  return sha256(Buffer.of(1), rootOf(from, from + split), rootOf(from + split, to));
};
const headOf = (size: number) => ({ size, root: size === 0 ? emptyRoot : rootOf(0, size) });

/** A tree of `size` leaves in tiles, as it is stored: the widest tile of each place. */
function storedTree(size: number) {
  const tree = growTree();
  const stored = new Map<string, Tile>();
  for (let index = 0; index < size; index += 1) tree.add(hashLeaf(contentOf(index)));
  for (const tile of tree.takeTiles()) stored.set(`${tile.level}/${tile.index}`, tile);
  return {
    tree,
    stored,
    read: async (keys: readonly { level: number; index: number }[]) =>
      keys.flatMap(({ level, index }) => stored.get(`${level}/${index}`) ?? []),
  };
}

describe('proofs', () => {
  const most = 70;
  test('every leaf of every small tree is included, and no other leaf, place or path is', () => {
    for (let size = 1; size <= most; size += 1) {
      const { root } = headOf(size);
      for (let index = 0; index < size; index += 1) {
        const path = inclusionPath(index, size).map(({ from, to }) => rootOf(from, to));
        const leaf = hashLeaf(contentOf(index));
        expect(rootFromInclusion(leaf, index, size, path)).toEqual(root);
        expect(rootFromInclusion(hashLeaf(contentOf(size)), index, size, path)).not.toEqual(root);
        expect(rootFromInclusion(leaf, index, size, [...path, leaf])).toBeUndefined();
        expect(rootFromInclusion(leaf, index, size, path.slice(1))).toEqual(size === 1 ? root : undefined);
        if (index > 0) expect(rootFromInclusion(leaf, index - 1, size, path)).not.toEqual(root);
      }
    }
  });

  test('every small tree extends all smaller ones, and none with another root', () => {
    for (let size = 0; size <= most; size += 1) {
      for (let before = 0; before <= size; before += 1) {
        const [old, now] = [headOf(before), headOf(size)];
        const path = consistencyPath(before, size).map(({ from, to }) => rootOf(from, to));
        expect(isConsistent(old, now, path)).toBe(true);
        const forged = Buffer.from(old.root.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));
        expect(isConsistent({ ...old, root: forged }, now, path)).toBe(false);
        expect(isConsistent(old, { ...now, root: sha256(now.root) }, path)).toBe(before === 0);
        expect(isConsistent(old, now, [...path, now.root])).toBe(false);
        if (path.length > 0) expect(isConsistent(old, now, path.slice(1))).toBe(false);
        if (before < size) expect(isConsistent(now, old, path)).toBe(false);
      }
    }
  });
});

describe('tiles', () => {
  test('a tree grown leaf by leaf has the root of its leaves at every size', () => {
    const tree = growTree();
    const builder = createRootBuilder();
    expect([tree.root(), builder.root()]).toEqual([emptyRoot, emptyRoot]);
    for (let size = 1; size <= 600; size += 1) {
      const leaf = hashLeaf(contentOf(size - 1));
      tree.add(leaf);
      builder.add(Buffer.concat([Buffer.of(9), leaf]), 1);
      if (size % 37 === 0 || size % tileWidth < 2 || size < 10) {
        expect([tree.root(), builder.root()]).toEqual([rootOf(0, size), rootOf(0, size)]);
      }
    }
  });

  test('a tree continues from its stored edge, in any number of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 5 }), async (steps) => {
        const stored = new Map<string, Tile>();
        let size = 0;
        for (const step of steps) {
          const edge = edgeOf(size).map(({ level, index }) => stored.get(`${level}/${index}`));
          const tree = growTree(
            size,
            edge.flatMap((tile) => tile ?? []),
          );
          for (let at = 0; at < step; at += 1) tree.add(hashLeaf(contentOf(size + at)));
          for (const tile of tree.takeTiles()) stored.set(`${tile.level}/${tile.index}`, tile);
          size += step;
          expect([tree.size(), tree.root()]).toEqual([size, headOf(size).root]);
        }
      }),
    );
  });

  test('a missing or shortened tile of the edge is refused', () => {
    const { stored } = storedTree(300);
    const edge = edgeOf(300)
      .map(({ level, index }) => stored.get(`${level}/${index}`))
      .flatMap((tile) => tile ?? []);
    expect(() => growTree(300, edge.slice(1))).toThrow('tile 0/1');
    expect(() =>
      growTree(
        300,
        edge.map((tile) => ({ ...tile, hashes: tile.hashes.subarray(0, 32) })),
      ),
    ).toThrow('tile 0/1');
  });

  // More than 256 tiles of level 0, so that level 2 has begun.
  const size = 66_000;
  const { tree, stored, read } = storedTree(size);

  test('the stored tiles are those of C2SP', () => {
    const edge = edgeOf(size).map(({ level, index, width }) => [tilePath(level, index, width), width]);
    expect(edge).toEqual([
      ['tile/0/257.p/208', 208],
      ['tile/1/001.p/1', 1],
      ['tile/2/000.p/1', 1],
    ]);
    expect([...stored.values()].filter(({ level }) => level === 0)).toHaveLength(258);
    expect(stored.get('1/0')?.hashes).toHaveLength(8_192);
    expect(stored.get('1/0')?.hashes.subarray(32, 64)).toEqual(rootOf(256, 512));
  });

  test('proofs read from tiles verify, with few tiles, also for sizes before the newest', async () => {
    const { root } = { root: tree.root() };
    let most = 0;
    const counted = (keys: readonly { level: number; index: number }[]) => {
      most = Math.max(most, keys.length);
      return read(keys);
    };
    for (const index of [0, 255, 256, 40_000, 65_535, 65_536, size - 1]) {
      const path = await hashRanges(inclusionPath(index, size), counted);
      expect(rootFromInclusion(hashLeaf(contentOf(index)), index, size, path)).toEqual(root);
    }
    for (const before of [1, 256, 257, 1_000, 65_536, 65_900, size]) {
      const path = await hashRanges(consistencyPath(before, size), counted);
      expect(isConsistent(headOf(before), { size, root }, path)).toBe(true);
    }
    const path = await hashRanges(consistencyPath(300, 700), counted);
    expect(isConsistent(headOf(300), headOf(700), path)).toBe(true);
    expect(most).toBeLessThanOrEqual(5);
  });

  test('paths of tiles are written and read as C2SP says', () => {
    expect(tilePath(0, 1_234_067)).toBe('tile/0/x001/x234/067');
    expect(tilePath('entries', 5, 17)).toBe('tile/entries/005.p/17');
    expect(parseTilePath('0/x001/x234/067')).toEqual({ level: 0, index: 1_234_067, width: 256 });
    expect(parseTilePath('entries/005.p/17')).toEqual({ level: 'entries', index: 5, width: 17 });
    for (const wrong of [
      '0/1',
      '0/0001',
      '00/001',
      '64/001',
      '0/x000/001',
      '0/001.p/0',
      '0/001.p/256',
      '0/x001/x002',
      'a/001',
    ]) {
      expect(parseTilePath(wrong), wrong).toBeUndefined();
    }
  });
});

test('a pair is hashed left before right', () => {
  const [a, b] = [hashLeaf(Buffer.from('a')), hashLeaf(Buffer.from('b'))];
  expect(hashPair(a, b)).toEqual(sha256(Buffer.of(1), a, b));
});
