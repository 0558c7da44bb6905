import { hash as digest } from 'node:crypto';
import type { Wallet } from '@touchline/core/wallet';
import {
  continueTree,
  entryLeaf,
  type LogSource,
  loggedNumbers,
  logSources,
  readBatches,
  readEntries,
  readEvents,
  readStoredSeal,
  type SealedEvent,
  saveSeal,
  storedSize,
} from '@touchline/store/transparency';
import {
  buildSumTree,
  type SumTree,
  sealKey,
  shuffleOf,
  type WriteLeaf,
  writeSalt,
  writeSumLeaf,
} from '@touchline/tlog/sum-tree';
import { type GrowingTree, growTree } from '@touchline/tlog/tiles';
import { hashBytes } from '@touchline/tlog/tree';
import type { PoolClient } from 'pg';
import type { Sweep } from './compare-wallets.ts';
import { Difference } from './difference.ts';
import { noHash, type SignedHead, type StateFolder } from './state-folder.ts';
import { createWalletStates, emptyState, type WalletStates } from './wallet-states.ts';

/** Where a signer keeps its memory, and what it signs with. */
export type SignerPlace = {
  readonly files: StateFolder;
  readonly folder: string;
  readonly origin: string;
  readonly master: Buffer;
};

/** Everything in memory. It is read again from the folder and the log after any failure. */
export type Memory = {
  head: SignedHead;
  readonly tree: GrowingTree;
  readonly wallets: WalletStates;
  readonly numbers: Map<number, number>;
  events: number;
  seal: Seal;
  readonly sweep: Sweep;
};

/** The newest seal. `hash`: SHA-256 of its text; `sums`: undefined before the first. */
export type Seal = { readonly number: number; readonly hash: string; readonly sums: SealedSums | undefined };
const noSeal: Seal = { number: 0, hash: noHash, sums: undefined };

type SealedSums = {
  readonly tree: SumTree;
  readonly salts: Buffer;
  readonly positionOf: (ordinal: number) => number;
  readonly writeLeaf: WriteLeaf;
};

/** Builds the sum tree of all wallets as they are sealed. */
export function sumsOf(wallets: WalletStates, master: Buffer, number: number): SealedSums {
  const salts = sealKey(master, number);
  const { ordinalAt, positionOf } = shuffleOf(salts, wallets.sealedCount());
  const salt = Buffer.alloc(hashBytes);
  const writeLeaf: WriteLeaf = (position, hashes, at) => {
    const wallet = wallets.sealed(ordinalAt(position));
    return writeSumLeaf(writeSalt(salts, wallet.id, salt), wallet, hashes, at);
  };
  return { tree: buildSumTree(wallets.sealedCount(), writeLeaf), salts, positionOf, writeLeaf };
}

export const hashOf = (text: string): string => digest('sha256', text, 'hex');

/**
 * Reads the state from the folder and the log, and requires that both agree. `before`: what this process sealed last; if the folder
 * holds the same seal, its wallets and sums are used again, so that repeated attempts take no more memory.
 */
export async function remember(client: PoolClient, place: SignerPlace, before?: Memory): Promise<Memory> {
  const { files, folder, origin, master } = place;
  const head = await settleHead(client, place);
  const sealed = files.readSealed();
  if (sealed && sealed.origin !== origin) throw new Error(`${folder} belongs to the log ${sealed.origin}`);
  const same = sealed && before?.seal.hash === hashOf(sealed.text) ? before : undefined;
  same?.wallets.revert();
  const state: Memory = {
    head,
    tree: sealed ? await edgeAt(client, sealed.size, sealed.root) : growTree(),
    wallets: same?.wallets ?? sealed?.readWallets() ?? createWalletStates(),
    numbers: new Map(),
    events: sealed?.events ?? 0,
    seal: noSeal,
    sweep: { after: undefined, known: 0, seen: 0 },
  };
  if (sealed) {
    const sums = same?.seal.sums ?? sumsOf(state.wallets, master, sealed.seal);
    if (sums.tree.root.hash.toString('hex') !== sealed.sumRoot) {
      throw new Error(`${folder} does not hold what seal ${sealed.seal} sealed`);
    }
    state.seal = { number: sealed.seal, hash: hashOf(sealed.text), sums };
    const stored = await readStoredSeal(client);
    // A crash may have come between the file and the database.
    if ((stored?.number ?? 0) === sealed.seal - 1) {
      await saveSeal(client, { number: sealed.seal, text: sealed.text, buckets: bucketBytes(sums.tree) });
    } else if (stored?.text !== sealed.text) {
      throw new Difference(`the newest seal in the database is not seal ${sealed.seal}, which this signer made last`);
    }
  }
  await replay(client, state, master, same === undefined);
  return state;
}

/** The head that was signed last, or the one whose commit a crash interrupted. */
async function settleHead(client: PoolClient, { files, folder, origin }: SignerPlace): Promise<SignedHead> {
  const size = await storedSize(client);
  const head = files.readHead();
  if (!head) {
    if (size > 0) throw new Difference(`the log has ${size} entries, but this signer has signed none`);
    return { origin, size: 0, root: growTree().root().toString('hex'), note: '' };
  }
  if (head.origin !== origin) throw new Error(`${folder} belongs to the log ${head.origin}`);
  const { next, ...signed } = head;
  const isCommitted = next !== undefined && next.size === size;
  const settled = isCommitted ? { ...signed, ...next, note: '' } : signed;
  if (settled.size !== size) {
    throw new Difference(`the log has ${size} entries, but ${settled.size} were signed`);
  }
  return settled;
}

/** Returns the stored tree of `size` entries. Throws a `Difference` if it does not have this root. */
export async function edgeAt(client: PoolClient, size: number, root: string): Promise<GrowingTree> {
  const tree = await continueTree(client, size).catch((error: unknown) => {
    if (error instanceof RangeError) throw new Difference(`the log is damaged: ${error.message}`);
    throw error;
  });
  if (tree.root().toString('hex') !== root)
    throw new Difference(`the first ${size} entries of the log are not those that were signed`);
  return tree;
}

/** Takes in what was logged after the newest seal, and compares its tree with the signed head. */
async function replay(client: PoolClient, state: Memory, master: Buffer, maySeal: boolean): Promise<void> {
  for (const [source, number] of await loggedNumbers(client)) state.numbers.set(source, number);
  for (const batch of await readBatches(client, state.tree.size())) {
    const count = await takeIn(client, state, batch.source, batch.fromNumber - 1, batch.toNumber, maySeal);
    if (count.entries !== batch.entries) {
      throw new Difference(
        `the log has ${batch.entries} entries of ${batch.source.name} from ${batch.fromNumber} to ${batch.toNumber}, the database ${count.entries}`,
      );
    }
  }
  if (state.tree.root().toString('hex') !== state.head.root) {
    throw new Difference(`the records behind the log are not those that were signed up to entry ${state.head.size}`);
  }
  state.tree.takeTiles();
  if (state.seal.number === 0 || state.seal.sums) return;
  // Made from the log alone: the sums must be those that the seal signed.
  const sums = sumsOf(state.wallets, master, state.seal.number);
  const stored = await readStoredSeal(client);
  const sealed = stored && hashOf(stored.text) === state.seal.hash ? stored : undefined;
  const { sum_root } = JSON.parse(sealed?.text ?? '{}') as { readonly sum_root?: unknown };
  if (sum_root !== sums.tree.root.hash.toString('hex')) {
    throw new Difference(`the wallets of the log do not add up to what seal ${state.seal.number} signed`);
  }
  state.seal = { ...state.seal, sums };
}

/** Adds the records of a source with numbers above `from` up to `to` to the tree, and folds events into the wallets. */
export async function takeIn(
  client: PoolClient,
  state: Memory,
  source: LogSource,
  from: number,
  to: number,
  maySeal: boolean,
) {
  let [first, last, entries] = [0, from, 0];
  const add = (number: number, hash: Buffer) => {
    state.tree.add(entryLeaf(source, hash));
    if (entries === 0) first = number;
    last = number;
    entries += 1;
  };
  if (source.code === logSources.event.code) {
    for await (const events of readEvents(client, from, to)) {
      for (const event of events) {
        fold(state.wallets, event);
        state.events += 1;
        add(event.number, Buffer.from(event.hash, 'hex'));
      }
    }
  } else {
    for await (const records of readEntries(client, source, from, to)) {
      for (const { number, hash } of records) {
        if (source.code === logSources.seal.code) checkSeal(state, number, hash.toString('hex'), maySeal);
        add(number, hash);
      }
    }
  }
  return { first, last, entries };
}

/** Only this signer makes seals. Without its file, it makes the state of the newest one again from the log. */
function checkSeal(state: Memory, number: number, hash: string, maySeal: boolean): void {
  if (number === state.seal.number && hash === state.seal.hash) return;
  if (!maySeal || number !== state.seal.number + 1) {
    throw new Difference(`seal ${number} in the database was not made by this signer`);
  }
  state.wallets.seal();
  state.seal = { number, hash, sums: undefined };
}

/** Applies an event to its wallet. Throws a `Difference` if it does not continue the wallet that was logged. */
function fold(wallets: WalletStates, event: SealedEvent): void {
  const { walletId, version, number } = event;
  const ordinal = wallets.find(walletId);
  const before = ordinal === undefined ? emptyState : wallets.current(ordinal);
  const refuse = (why: string) => new Difference(`event ${number} of wallet ${walletId} ${why}`, walletId);
  if (version !== before.version + 1) throw refuse(`has version ${version} after version ${before.version}`);
  if (event.prevHash !== before.head) throw refuse('does not continue the hash that was logged before it');
  if (!event.isTrue) throw refuse('is not what was hashed');
  if (event.recordedAt < before.recordedAt) throw refuse('was recorded before the event that precedes it');
  let after: Wallet;
  try {
    after = event.applyTo(before);
  } catch {
    throw refuse('lacks the amounts that its type needs');
  }
  const { cash, held, bonus, staked } = after;
  if (held < 0 || bonus < 0 || staked < 0) throw refuse('debits more than the balance');
  const state = { version, head: event.hash, recordedAt: event.recordedAt, cash, held, bonus, staked };
  wallets.change(ordinal ?? wallets.add(walletId), state);
}

/** Hash and sum of each bucket, as a seal stores them. */
export function bucketBytes({ buckets }: SumTree): Buffer {
  const bytes = Buffer.alloc(buckets.length * 40);
  for (const [at, { hash, sum }] of buckets.entries()) {
    hash.copy(bytes, at * 40);
    bytes.writeBigUInt64BE(BigInt(sum), at * 40 + 32);
  }
  return bytes;
}
