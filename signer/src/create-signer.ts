import { canonicalJson } from '@touchline/core/wallet';
import {
  allSources,
  appendToLog,
  beginStop,
  belowAllNumbers,
  endStop,
  type LogBatch,
  type LogSource,
  saveCheckpoint,
  saveSeal,
  settledOf,
  storedSize,
} from '@touchline/store/transparency';
import { checkpointText, type NoteSigner, signNote } from '@touchline/tlog/note';
import { liabilityOf, type SumNode, saltOf, sumPath } from '@touchline/tlog/sum-tree';
import type { Pool, PoolClient } from 'pg';
import { compareWallets, newSweep } from './compare-wallets.ts';
import { Difference } from './difference.ts';
import { bucketBytes, edgeAt, hashOf, type Memory, remember, sumsOf, takeIn } from './log-memory.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';
import type { WalletStates } from './wallet-states.ts';

export type SignerOptions = {
  /** Connections with the rights of `touchline_signer`. */
  readonly pool: Pool;
  /** The signer's state outside the database. No other signer may use it. */
  readonly folder: string;
  /** Its name is the log's origin. */
  readonly key: NoteSigner;
  /** 32 bytes that salt and shuffle the sealed wallets; never in the database. */
  readonly master: Buffer;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How many wallets are compared with each signature. The default compares a million within 10 minutes. */
  readonly walletsPerTurn?: number;
};

/** A new checkpoint, for the witnesses to cosign. */
export type SignedCheckpoint = { readonly size: number; readonly note: string };

export type Signer = {
  /**
   * Appends all new records to the log, compares some wallets with it and signs it. `undefined` if there are none.
   * Throws a `Difference`, after recording it, if the database contradicts what was signed.
   */
  readonly sign: () => Promise<SignedCheckpoint | undefined>;
  /** Its newest checkpoint, even from before a restart; `undefined` before the first `sign`. */
  readonly newest: () => SignedCheckpoint | undefined;
  /** Compares all wallets with the log, and seals what is owed; signed with the next `sign`. `undefined` if no wallet changed. */
  readonly seal: () => Promise<number | undefined>;
  /** A wallet's leaf and path in the newest seal; `undefined` if the seal does not have it. Still works after a `Difference`. */
  readonly prove: (walletId: string) => WalletProof | undefined;
};

export type WalletProof = {
  readonly seal: number;
  readonly position: number;
  readonly size: number;
  readonly salt: Buffer;
  readonly wallet: { readonly version: number; readonly head: string } & Readonly<
    Record<'cash' | 'held' | 'bonus' | 'staked', number>
  >;
  readonly path: readonly SumNode[];
};

/** How many entries are appended with one transaction. */
const mostEntries = 20_000;
const everyWallet = 2 ** 31;

export function createSigner({
  pool,
  folder,
  key,
  master,
  now = Date.now,
  walletsPerTurn = 20_000,
}: SignerOptions): Signer {
  const files = openStateFolder(folder);
  const origin = key.key.name;
  const place = { files, folder, origin, master };
  let memory: Memory | undefined;
  /** The memory whose totals are those of its sealed wallets. */
  let proving: Memory | undefined;
  /** Whether all wallets were compared since the start or the last difference; until then each turn compares all of them. */
  let areAllCompared = false;

  /** Runs `work` on the state in memory; after a failure the state is rebuilt from what is stored. */
  const remembered = <Value>(work: (client: PoolClient, state: Memory) => Promise<Value>): Promise<Value> =>
    withClient(pool, async (client) => {
      try {
        if (!memory) {
          memory = await remember(client, place, proving);
          proving = memory;
        }
        return await work(client, memory);
      } catch (error) {
        memory = undefined;
        if (error instanceof Difference) areAllCompared = false;
        // If the connection is broken, the difference is not recorded here; the next call finds it again.
        if (error instanceof Difference) await beginStop(pool, error.message, error.walletId);
        throw error;
      }
    });

  const sign = () =>
    remembered(async (client, state) => {
      const size = await storedSize(client);
      if (size !== state.head.size)
        throw new Difference(`the log has ${size} entries, but ${state.head.size} were signed`);
      await edgeAt(client, size, state.head.root);
      let isGrown = false;
      while (await append(client, state, files)) isGrown = true;
      if (areAllCompared) await compareWallets(client, state.wallets, state.sweep, walletsPerTurn);
      else await compareWallets(client, state.wallets, newSweep(state.wallets), everyWallet);
      areAllCompared = true;
      // Only here, because a seal does not read events that no batch has yet.
      await endStop(client);
      if (!isGrown && state.head.note !== '') return undefined;
      if (state.head.size === 0) return undefined;
      const root = Buffer.from(state.head.root, 'hex');
      const note = signNote(checkpointText({ origin, size: state.head.size, root }), key);
      state.head = { ...state.head, note };
      files.writeHead(state.head);
      await saveCheckpoint(client, state.head.size, note);
      return { size: state.head.size, note };
    });

  const seal = () =>
    remembered(async (client, state) => {
      await compareWallets(client, state.wallets, newSweep(state.wallets), everyWallet);
      if (state.wallets.count() === 0 || (state.seal.number > 0 && state.wallets.changes() === 0)) return undefined;
      proving = undefined;
      state.wallets.seal();
      const number = state.seal.number + 1;
      const sums = sumsOf(state.wallets, master, number);
      const { root: sum } = sums.tree;
      const { size, root } = state.head;
      const sumRoot = sum.hash.toString('hex');
      const text = canonicalJson({
        ...totalsOf(state.wallets),
        events: state.events,
        liabilities: sum.sum,
        log_size: size,
        number,
        origin,
        previous: state.seal.hash,
        sum_root: sumRoot,
        taken_at: new Date(now()).toISOString(),
        wallets: state.wallets.count(),
      });
      files.writeSealed({ origin, seal: number, text, sumRoot, size, root, events: state.events }, state.wallets);
      state.seal = { number, hash: hashOf(text), sums };
      proving = state;
      await saveSeal(client, { number, text, buckets: bucketBytes(sums.tree) });
      return number;
    });

  return {
    sign,
    newest: () => (memory && memory.head.note !== '' ? { size: memory.head.size, note: memory.head.note } : undefined),
    seal,
    prove: (walletId) => proving && proofOf(proving, walletId),
  };
}

async function withClient<Value>(pool: Pool, work: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const value = await work(client);
    isBroken = false;
    return value;
  } finally {
    client.release(isBroken);
  }
}

function proofOf({ wallets, seal }: Memory, walletId: string): WalletProof | undefined {
  const ordinal = wallets.find(walletId);
  if (!seal.sums || ordinal === undefined) return undefined;
  const { tree, salts, positionOf, writeLeaf } = seal.sums;
  if (ordinal >= tree.size) return undefined;
  const position = positionOf(ordinal);
  const { id, head, ...wallet } = wallets.sealed(ordinal);
  return {
    seal: seal.number,
    position,
    size: tree.size,
    salt: saltOf(salts, id),
    wallet: { ...wallet, head: head.toString('hex') },
    path: sumPath(tree, position, writeLeaf),
  };
}

/** Appends what can be appended with one transaction; `false` if there is nothing. */
async function append(client: PoolClient, state: Memory, files: StateFolder): Promise<boolean> {
  const batches: LogBatch[] = [];
  const size = state.tree.size();
  for (const source of allSources) {
    const settled = await settledOf(client, source);
    const from = state.numbers.get(source.code) ?? belowAllNumbers;
    if (settled === undefined || settled <= from) continue;
    const { first, last, entries } = await takeIn(
      client,
      state,
      source,
      from,
      await limited(client, source, from, settled),
      false,
    );
    if (entries === 0) continue;
    batches.push({ firstIndex: state.tree.size() - entries, entries, source, fromNumber: first, toNumber: last });
    state.numbers.set(source.code, last);
  }
  if (batches.length === 0) return false;
  const next = { size: state.tree.size(), root: state.tree.root().toString('hex') };
  await appendToLog(client, size, { tiles: state.tree.takeTiles(), batches }, () =>
    files.writeHead({ ...state.head, next }),
  );
  state.head = { origin: state.head.origin, ...next, note: '' };
  return true;
}

/** The number of the last record that still fits into one transaction. */
async function limited(client: PoolClient, { table, number }: LogSource, from: number, to: number): Promise<number> {
  if (to - from <= mostEntries) return to;
  const { rows } = await client.query<{ number: string | null }>(
    `select max(number) as number from (
       select ${number} as number from ${table}
       where ${number} > ${Math.trunc(from)} and ${number} <= ${Math.trunc(to)} order by ${number} limit ${mostEntries}
     ) first`,
  );
  return Number(rows[0]?.number ?? to);
}

function totalsOf(wallets: WalletStates) {
  const totals = { bonus: 0, cash: 0, held: 0, receivables: 0, staked: 0 };
  for (let ordinal = 0; ordinal < wallets.count(); ordinal += 1) {
    const { cash, held, bonus, staked } = wallets.sealed(ordinal);
    totals.cash += cash;
    totals.held += held;
    totals.bonus += bonus;
    totals.staked += staked;
    totals.receivables += liabilityOf({ cash, held, bonus, staked }) - (cash + held + bonus + staked);
  }
  return totals;
}
