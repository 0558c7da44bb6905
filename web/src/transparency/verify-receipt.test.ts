// @vitest-environment node
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { ReceiptView } from '@touchline/core/contract';
import { checkpointText, cosign, noteSigner, signNote } from '@touchline/tlog/note';
import {
  buildSumTree,
  type SealedWallet,
  saltOf,
  sealKey,
  sumPath,
  type WriteLeaf,
  writeSumLeaf,
} from '@touchline/tlog/sum-tree';
import { growTree, hashRanges, type Tile } from '@touchline/tlog/tiles';
import { consistencyPath, hashLeaf, inclusionPath } from '@touchline/tlog/tree';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ProofStep, type SeenHead, verifyReceipt } from './verify-receipt.ts';

const log = noteSigner('touchline.test/ledger', 'log', generateKeyPairSync('ed25519').privateKey);
const witness = noteSigner('witness.test/w1', 'cosigner', generateKeyPairSync('ed25519').privateKey);
const salts = sealKey(Buffer.alloc(32, 1), 12);
const wallets: readonly SealedWallet[] = Array.from({ length: 9 }, (_, at) => ({
  id: createHash('sha256').update(`w${at}`).digest().subarray(0, 16),
  version: at + 3,
  head: createHash('sha256').update(`h${at}`).digest(),
  cash: at === 4 ? -700 : 1_000 * at,
  held: 0,
  bonus: at,
  staked: 50,
}));
const writeLeaf: WriteLeaf = (position, hashes, at) => {
  const wallet = wallets[position];
  if (!wallet) throw new RangeError('there are nine wallets');
  return writeSumLeaf(saltOf(salts, wallet.id), wallet, hashes, at);
};
const sums = buildSumTree(wallets.length, writeLeaf);
const seal = JSON.stringify({
  liabilities: sums.root.sum,
  number: 12,
  origin: log.key.name,
  sum_root: sums.root.hash.toString('hex'),
  taken_at: '2026-11-23T10:00:00.000Z',
  wallets: wallets.length,
});

// A log of 600 entries with the seal at 517.
const sealIndex = 517;
const tiles = new Map<string, Tile>();
const roots: Buffer[] = [];
const tree = growTree();
for (let at = 0; at < 600; at += 1) {
  roots.push(tree.root());
  const entry =
    at === sealIndex ? createHash('sha256').update(seal).digest() : createHash('sha256').update(`e${at}`).digest();
  tree.add(hashLeaf(Buffer.concat([Buffer.of(at === sealIndex ? 7 : 1), entry])));
}
for (const tile of tree.takeTiles()) tiles.set(`${tile.level}/${tile.index}`, tile);
const size = tree.size();
const read = async (keys: readonly { level: number; index: number }[]) =>
  keys.flatMap(({ level, index }) => tiles.get(`${level}/${index}`) ?? []);
const inBase64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'));
const headAt = (at: number): SeenHead => ({
  origin: log.key.name,
  size: at,
  root: roots[at]?.toString('base64') ?? '',
  at: 0,
});
const growth = async (from: number, to = size) => inBase64(await hashRanges(consistencyPath(from, to), read));

async function receiptOf(at: number): Promise<ReceiptView> {
  const wallet = wallets[at];
  if (!wallet) throw new RangeError('there are nine wallets');
  const hex = wallet.id.toString('hex');
  const text = checkpointText({ origin: log.key.name, size, root: tree.root() });
  return {
    format: 'touchline-receipt',
    version: 1,
    keys: { log: log.key.text, witnesses: [witness.key.text] },
    note: signNote(text, log) + cosign(text, 1_800_000_000, witness),
    seal,
    index: sealIndex,
    path: inBase64(await hashRanges(inclusionPath(sealIndex, size), read)),
    wallet: {
      ...wallet,
      id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
      head: wallet.head.toString('hex'),
    },
    salt: saltOf(salts, wallet.id).toString('base64'),
    position: at,
    size: wallets.length,
    sums: sumPath(sums, at, writeLeaf).map(({ hash, sum }) => ({ hash: hash.toString('base64'), sum })),
  };
}

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(wallets.map((_, at) => at))('wallet %i is proved', async (at) => {
  expect(await verifyReceipt(await receiptOf(at), undefined, [])).toEqual({
    head: { origin: log.key.name, size, root: tree.root().toString('base64') },
    seal: { number: 12, takenAt: '2026-11-23T10:00:00.000Z', wallets: 9, liabilities: sums.root.sum },
    cosigned: [{ name: 'witness.test/w1', time: 1_800_000_000 }],
  });
});

test('a browser that cannot check Ed25519 itself uses a library', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('Unrecognized name', 'NotSupportedError'));
  expect((await verifyReceipt(await receiptOf(2), undefined, [])).cosigned).toHaveLength(1);
  const forged = await receiptOf(2);
  await expect(
    verifyReceipt({ ...forged, note: forged.note.replace('\n600\n', '\n601\n') }, undefined, []),
  ).rejects.toMatchObject({ step: 'signature' });
});

describe('what was changed is found', () => {
  type Change = (receipt: ReceiptView) => ReceiptView;
  const cases: readonly (readonly [what: string, change: Change, step: ProofStep])[] = [
    ['a cent more', (r) => ({ ...r, wallet: { ...r.wallet, cash: r.wallet.cash + 1 } }), 'sums'],
    ['money moved between accounts', (r) => ({ ...r, wallet: { ...r.wallet, cash: 1_999, bonus: 3 } }), 'sums'],
    ['part of a cent', (r) => ({ ...r, wallet: { ...r.wallet, cash: 0.5 } }), 'wallet'],
    ['another version', (r) => ({ ...r, wallet: { ...r.wallet, version: 6 } }), 'sums'],
    ['another salt', (r) => ({ ...r, salt: r.path[0] ?? '' }), 'sums'],
    [
      'a negative sum',
      (r) => ({ ...r, sums: r.sums.map((node, at) => (at === 0 ? { ...node, sum: -5 } : node)) }),
      'sums',
    ],
    [
      'a sum beyond exact numbers',
      (r) => ({ ...r, sums: r.sums.map((node) => ({ ...node, sum: 2 ** 53 - 1 })) }),
      'sums',
    ],
    ['a sibling less', (r) => ({ ...r, sums: r.sums.slice(1) }), 'sums'],
    ['fewer wallets', (r) => ({ ...r, size: 8 }), 'sums'],
    ['another place', (r) => ({ ...r, position: 3 }), 'sums'],
    ['a lower total', (r) => ({ ...r, seal: r.seal.replace(/"liabilities":\d+/, '"liabilities":1') }), 'sums'],
    ['another seal', (r) => ({ ...r, seal: r.seal.replace('"number":12', '"number":13') }), 'log'],
    ['another entry', (r) => ({ ...r, index: r.index - 1 }), 'log'],
    ['a hash less', (r) => ({ ...r, path: r.path.slice(1) }), 'log'],
    ['another size', (r) => ({ ...r, note: r.note.replace('\n600\n', '\n601\n') }), 'signature'],
    ['no signature of the log', (r) => ({ ...r, note: r.note.replace(/— touchline.*\n/, '') }), 'signature'],
    [
      'a changed time of the witness',
      (r) => ({ ...r, note: r.note.replace(/(— witness.* .{12})(.)/, (_, a, b) => `${a}${b === 'A' ? 'B' : 'A'}`) }),
      'signature',
    ],
    [
      'a key that is not the one it names',
      (r) => ({ ...r, keys: { ...r.keys, log: r.keys.log.replace('touchline', 'touchlime') } }),
      'signature',
    ],
  ];
  test.each(cases)('%s', async (_, change, step) => {
    await expect(verifyReceipt(change(await receiptOf(2)), undefined, [])).rejects.toMatchObject({ step });
  });
});

describe('the log has only grown since this browser saw it', () => {
  test.each([1, 2, 255, 256, 257, 511, 512, 517, 599])('from entry %i', async (from) => {
    await expect(verifyReceipt(await receiptOf(1), headAt(from), await growth(from))).resolves.toBeTruthy();
    const other = { ...headAt(from), root: tree.root().toString('base64') };
    await expect(verifyReceipt(await receiptOf(1), other, await growth(from))).rejects.toMatchObject({
      step: 'growth',
    });
    await expect(verifyReceipt(await receiptOf(1), headAt(from), [])).rejects.toMatchObject({ step: 'growth' });
  });

  test('the head itself, another log, and one that is newer than the receipt', async () => {
    const receipt = await receiptOf(1);
    const now = { origin: log.key.name, size, root: tree.root().toString('base64'), at: 0 };
    await expect(verifyReceipt(receipt, now, [])).resolves.toBeTruthy();
    await expect(verifyReceipt(receipt, { ...headAt(9), origin: 'other.test/ledger' }, [])).resolves.toBeTruthy();
    await expect(verifyReceipt(receipt, { ...now, size: size + 5 }, [])).rejects.toMatchObject({ step: 'growth' });
  });
});
