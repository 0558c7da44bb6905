import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildSumTree,
  rootFromSums,
  type SealedWallet,
  saltOf,
  sealKey,
  shuffleOf,
  sumLeaf,
  sumPair,
  sumPath,
  type WriteLeaf,
} from './sum-tree.ts';

const master = Buffer.alloc(32, 7);
const digestOf = (text: string) => createHash('sha256').update(text).digest();
const walletOf = (ordinal: number, cash = (ordinal * 7_919) % 100_000): SealedWallet => ({
  id: digestOf(`wallet ${ordinal}`).subarray(0, 16),
  version: ordinal + 1,
  head: digestOf(`head ${ordinal}`),
  cash,
  held: 0,
  bonus: 0,
  staked: ordinal % 3,
});

function sealed(size: number, seal = 1) {
  const key = sealKey(master, seal);
  const { ordinalAt, positionOf } = shuffleOf(key, size);
  const leafOf = (ordinal: number) => {
    const wallet = walletOf(ordinal);
    return sumLeaf(saltOf(key, wallet.id), wallet);
  };
  const writeLeaf: WriteLeaf = (position, hashes, at) => {
    const { hash, sum } = leafOf(ordinalAt(position));
    hash.copy(hashes, at);
    return sum;
  };
  return { tree: buildSumTree(size, writeLeaf), writeLeaf, leafOf, positionOf };
}

describe('the sum tree', () => {
  test.each([1, 2, 3, 1_023, 1_024, 1_025, 2_500])('of %i wallets holds their sum, and proves every wallet', (size) => {
    const { tree, writeLeaf, leafOf, positionOf } = sealed(size);
    let sum = 0;
    for (let ordinal = 0; ordinal < size; ordinal += 1) sum += leafOf(ordinal).sum;
    expect(tree.root.sum).toBe(sum);
    for (const ordinal of new Set([0, Math.floor(size / 2), size - 1])) {
      const position = positionOf(ordinal);
      const path = sumPath(tree, position, writeLeaf);
      expect(rootFromSums(leafOf(ordinal), position, size, path)).toEqual(tree.root);
      const richer = { ...leafOf(ordinal), sum: leafOf(ordinal).sum + 1 };
      if (size > 1) expect(rootFromSums(richer, position, size, path)?.hash).not.toEqual(tree.root.hash);
      expect(rootFromSums(leafOf(ordinal), position, size, path.slice(1))).toEqual(size === 1 ? tree.root : undefined);
    }
  });

  test('a path cannot take from one wallet what it gives to another', () => {
    const { tree, writeLeaf, leafOf, positionOf } = sealed(50);
    const position = positionOf(3);
    const path = sumPath(tree, position, writeLeaf);
    const [near, far] = path;
    if (!near || !far) throw new Error('a tree of 50 has longer paths');
    const moved = [{ ...near, sum: near.sum - 1 }, { ...far, sum: far.sum + 1 }, ...path.slice(2)];
    expect(rootFromSums(leafOf(3), position, 50, moved)?.hash).not.toEqual(tree.root.hash);
    expect(rootFromSums(leafOf(3), position, 50, [{ ...near, sum: -1 }, ...path.slice(1)])).toBeUndefined();
    const over = [{ ...near, sum: Number.MAX_SAFE_INTEGER }, ...path.slice(1)];
    expect(rootFromSums(leafOf(3), position, 50, over)).toBeUndefined();
  });

  test('a negative total is not a liability, but its leaf shows it', () => {
    const salt = Buffer.alloc(32);
    const [debt, zero] = [sumLeaf(salt, walletOf(0, -5_000)), sumLeaf(salt, walletOf(0, 0))];
    expect([debt.sum, zero.sum]).toEqual([0, 0]);
    expect(debt.hash).not.toEqual(zero.hash);
    expect(() => sumPair({ ...debt, sum: -1 }, zero)).toThrow(RangeError);
  });

  test('the bytes of a leaf and a pair are those of the documented form', () => {
    const wallet = walletOf(41, -2);
    const salt = saltOf(sealKey(master, 9), wallet.id);
    const bytes = Buffer.alloc(117);
    bytes.writeUInt8(2, 0);
    salt.copy(bytes, 1);
    wallet.id.copy(bytes, 33);
    bytes.writeUInt32BE(42, 49);
    wallet.head.copy(bytes, 53);
    for (const [at, amount] of [-2, 0, 0, 2].entries()) bytes.writeBigInt64BE(BigInt(amount), 85 + 8 * at);
    const leaf = sumLeaf(salt, wallet);
    expect(leaf).toEqual({ hash: createHash('sha256').update(bytes).digest(), sum: 0 });
    const pair = Buffer.concat([Buffer.of(3), leaf.hash, Buffer.alloc(8), leaf.hash, Buffer.alloc(8)]);
    pair.writeBigInt64BE(5_000_000_000n, 73);
    expect(sumPair(leaf, { ...leaf, sum: 5_000_000_000 })).toEqual({
      hash: createHash('sha256').update(pair).digest(),
      sum: 5_000_000_000,
    });
  });
});

test('a shuffle gives every wallet a place of its own, and another one in the next seal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 1_000 }), (size, seal) => {
      const { positionOf, ordinalAt } = shuffleOf(sealKey(master, seal), size);
      const places = Array.from({ length: size }, (_, ordinal) => positionOf(ordinal));
      expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, at) => at));
      expect(places.map(ordinalAt)).toEqual(Array.from({ length: size }, (_, at) => at));
    }),
  );
  const first = shuffleOf(sealKey(master, 1), 1_000);
  const second = shuffleOf(sealKey(master, 2), 1_000);
  const same = Array.from({ length: 1_000 }, (_, at) => at).filter(
    (at) => first.positionOf(at) === second.positionOf(at),
  );
  expect(same.length).toBeLessThan(20);
});
