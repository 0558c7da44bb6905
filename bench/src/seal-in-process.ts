import { randomFillSync } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { cents } from '@touchline/core/money';
import { sumsOf } from '@touchline/signer/log-memory';
import { createWalletStates } from '@touchline/signer/wallet-states';
import { saltOf, sumPath } from '@touchline/tlog/sum-tree';

const size = Number(process.argv[2]);
const proofs = Number(process.argv[3]);
const wallets = createWalletStates();
const id = Buffer.alloc(16);
const ids: string[] = [];
for (let count = 0; count < size; count += 1) {
  randomFillSync(id);
  const hex = id.toString('hex');
  const uuid = [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20, 32][at])).join('-');
  if (count < proofs) ids.push(uuid);
  const amounts = { cash: cents(count % 100_000), held: cents(0), bonus: cents(0), staked: cents(500) };
  wallets.change(wallets.add(uuid), { ...amounts, version: 3, head: hex + hex, recordedAt: 1 });
  // As after a seal of a moment before: the changes since are few.
  if (count % 10_000 === 9_999) wallets.seal();
}
wallets.seal();
const master = Buffer.alloc(32, 7);
const before = process.cpuUsage();
const sums = sumsOf(wallets, master, 1);
const { user, system } = process.cpuUsage(before);
const proofMs = ids.map((uuid) => {
  const begun = performance.now();
  const ordinal = wallets.find(uuid) ?? 0;
  sumPath(sums.tree, sums.positionOf(ordinal), sums.writeLeaf);
  saltOf(sums.salts, wallets.sealed(ordinal).id);
  return performance.now() - begun;
});
const pathLength = sumPath(sums.tree, 0, sums.writeLeaf).length;
process.stdout.write(
  `${JSON.stringify({ cpuSeconds: (user + system) / 1e6, bucketBytes: sums.tree.buckets.length * 40, proofMs, pathLength })}\n`,
);
