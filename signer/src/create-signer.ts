import { hash as digest } from 'node:crypto';
import { canonicalJson, emptyWallet, type Wallet } from '@touchline/core/wallet';
import {
  allSources,
  appendToLog,
  beginStop,
  continueTree,
  endStop,
  entryLeaf,
  type LogBatch,
  type LogSource,
  loggedNumbers,
  logSources,
  newestSeal,
  readBatches,
  readEntries,
  readEvents,
  readWallets,
  type SealedEvent,
  saveCheckpoint,
  saveSeal,
  settledOf,
  storedSize,
} from '@touchline/store/transparency';
import { checkpointText, type NoteSigner, signNote } from '@touchline/tlog/note';
import {
  buildSumTree,
  liabilityOf,
  type SumNode,
  type SumTree,
  saltOf,
  sealKey,
  shuffleOf,
  sumLeaf,
  sumPath,
} from '@touchline/tlog/sum-tree';
import { type GrowingTree, growTree } from '@touchline/tlog/tiles';
import type { Pool, PoolClient } from 'pg';
import { noHash, openStateFolder, type SignedHead } from './state-folder.ts';
import { createWalletStates, type WalletState, type WalletStates } from './wallet-states.ts';

export type SignerOptions = {
  /** Connections with the rights of `touchline_signer`. */
  readonly pool: Pool;
  /** What the signer remembers outside the database. No other signer may use it. */
  readonly folder: string;
  /** Its name is the log's origin. */
  readonly key: NoteSigner;
  /** 32 bytes that salt and shuffle the sealed wallets; never in the database. */
  readonly master: Buffer;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
};

/** A checkpoint that was signed now: what the witnesses are asked to cosign. */
export type SignedCheckpoint = { readonly size: number; readonly note: string };

/** Something in the database that contradicts what was logged or sealed. Nothing is signed while it lasts. */
export class Difference extends Error {
  override readonly name = 'Difference';
  readonly walletId: string | undefined;
  constructor(sentence: string, walletId?: string) {
    super(sentence);
    this.walletId = walletId;
  }
}

export type Signer = {
  /**
   * Appends all new records to the log, compares some wallets with it and signs it. `undefined` if there are none.
   * Throws a `Difference`, after recording it, if the database contradicts what was signed.
   */
  readonly sign: () => Promise<SignedCheckpoint | undefined>;
  /** Compares all wallets with the log, and seals what is owed; signed with the next `sign`. `undefined` if no wallet changed. */
  readonly seal: () => Promise<number | undefined>;
  /** A wallet's leaf and path in the newest seal; `undefined` if the seal does not have it. */
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

/** Everything in memory. It is read again from the folder and the log after any failure. */
type Memory = {
  head: SignedHead;
  readonly tree: GrowingTree;
  readonly wallets: WalletStates;
  readonly numbers: Map<number, number>;
  events: number;
  seal: Seal;
  readonly sweep: Sweep;
};

/** The newest seal. `hash`: SHA-256 of its text; `sums`: undefined before the first. */
type Seal = { readonly number: number; readonly hash: string; readonly sums: SealedSums | undefined };
const noSeal: Seal = { number: 0, hash: noHash, sums: undefined };

type SealedSums = {
  readonly tree: SumTree;
  readonly salts: Buffer;
  readonly positionOf: (ordinal: number) => number;
  readonly leafAt: (position: number) => SumNode;
};

/** Builds the sum tree of all wallets as they are sealed. */
function sumsOf(wallets: WalletStates, master: Buffer, number: number): SealedSums {
  const salts = sealKey(master, number);
  const { ordinalAt, positionOf } = shuffleOf(salts, wallets.sealedCount());
  const leafAt = (position: number): SumNode => {
    const wallet = wallets.sealed(ordinalAt(position));
    return sumLeaf(saltOf(salts, wallet.id), wallet);
  };
  return { tree: buildSumTree(wallets.sealedCount(), leafAt), salts, positionOf, leafAt };
}

const hashOf = (text: string): string => digest('sha256', text, 'hex');

/** How many entries are appended with one transaction. */
const mostEntries = 20_000;
/** How many wallets are compared with each signature: a million within 10 minutes. */
const walletsPerTurn = 20_000;
const everyWallet = 2 ** 31;

export function createSigner({ pool, folder, key, master, now = Date.now }: SignerOptions): Signer {
  const files = openStateFolder(folder);
  const origin = key.key.name;
  let memory: Memory | undefined;

  const withClient = async <Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> => {
    const client = await pool.connect();
    let isBroken = true;
    try {
      const value = await work(client);
      isBroken = false;
      return value;
    } finally {
      client.release(isBroken);
    }
  };

  /** Runs `work` on the state in memory; after a failure the state is made again from what is stored. */
  const remembered = <Value>(work: (client: PoolClient, state: Memory) => Promise<Value>): Promise<Value> =>
    withClient(async (client) => {
      try {
        memory ??= await remember(client);
        const value = await work(client, memory);
        await endStop(client);
        return value;
      } catch (error) {
        memory = undefined;
        // A broken connection cannot record it, and the next call finds it again.
        if (error instanceof Difference) await beginStop(pool, error.message, error.walletId);
        throw error;
      }
    });

  async function remember(client: PoolClient): Promise<Memory> {
    const head = await settleHead(client);
    const sealed = files.readSealed();
    if (sealed && sealed.origin !== origin) throw new Error(`${folder} belongs to the log ${sealed.origin}`);
    const state: Memory = {
      head,
      tree: sealed ? await edgeAt(client, sealed.size, sealed.root) : growTree(),
      wallets: sealed?.wallets ?? createWalletStates(),
      numbers: new Map(),
      events: sealed?.events ?? 0,
      seal: noSeal,
      sweep: { after: undefined, known: 0, seen: 0 },
    };
    if (sealed) {
      const sums = sumsOf(sealed.wallets, master, sealed.seal);
      if (sums.tree.root.hash.toString('hex') !== sealed.sumRoot) {
        throw new Error(`${folder} does not hold what seal ${sealed.seal} sealed`);
      }
      state.seal = { number: sealed.seal, hash: hashOf(sealed.text), sums };
      const stored = await newestSeal(client);
      // A crash may have come between the file and the database.
      if ((stored?.number ?? 0) === sealed.seal - 1) {
        await saveSeal(client, { number: sealed.seal, text: sealed.text, buckets: bucketBytes(sums.tree) });
      } else if (stored?.text !== sealed.text) {
        throw new Difference(`the newest seal in the database is not seal ${sealed.seal}, which this signer made last`);
      }
    }
    await replay(client, state);
    return state;
  }

  /** The head that was signed last, or the one whose commit a crash interrupted. */
  async function settleHead(client: PoolClient): Promise<SignedHead> {
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

  async function edgeAt(client: PoolClient, size: number, root: string): Promise<GrowingTree> {
    const tree = await continueTree(client, size).catch((error: unknown) => {
      if (error instanceof RangeError) throw new Difference(`the log is damaged: ${error.message}`);
      throw error;
    });
    if (tree.root().toString('hex') !== root)
      throw new Difference(`the first ${size} entries of the log are not those that were signed`);
    return tree;
  }

  /** Takes in what was logged after the newest seal, and compares its tree with the signed head. */
  async function replay(client: PoolClient, state: Memory): Promise<void> {
    for (const [source, number] of await loggedNumbers(client)) state.numbers.set(source, number);
    for (const batch of await readBatches(client, state.tree.size())) {
      const count = await takeIn(client, state, batch.source, batch.fromNumber - 1, batch.toNumber, true);
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
    const stored = await newestSeal(client);
    const sealed = stored && hashOf(stored.text) === state.seal.hash ? stored : undefined;
    const { sum_root } = JSON.parse(sealed?.text ?? '{}') as { readonly sum_root?: unknown };
    if (sum_root !== sums.tree.root.hash.toString('hex')) {
      throw new Difference(`the wallets of the log do not add up to what seal ${state.seal.number} signed`);
    }
    state.seal = { ...state.seal, sums };
  }

  /** Adds the records of a source with numbers above `from` up to `to` to the tree, and folds events into the wallets. */
  async function takeIn(
    client: PoolClient,
    state: Memory,
    source: LogSource,
    from: number,
    to: number,
    isReplayed: boolean,
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
          if (source.code === logSources.seal.code) checkSeal(state, number, hash.toString('hex'), isReplayed);
          add(number, hash);
        }
      }
    }
    return { first, last, entries };
  }

  async function append(client: PoolClient, state: Memory): Promise<boolean> {
    const batches: LogBatch[] = [];
    const size = state.tree.size();
    for (const source of allSources) {
      const settled = await settledOf(client, source);
      const from = state.numbers.get(source.code) ?? 0;
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
    files.writeHead({ ...state.head, next });
    await appendToLog(client, size, state.tree.takeTiles(), batches);
    state.head = { origin, ...next, note: '' };
    return true;
  }

  /** The number of the last record that still fits into one transaction. */
  async function limited(client: PoolClient, { table, number }: LogSource, from: number, to: number): Promise<number> {
    if (to - from <= mostEntries) return to;
    const { rows } = await client.query<{ number: string | null }>(
      `select max(number) as number from (
         select ${number} as number from ${table} where ${number} > $1 and ${number} <= $2 order by ${number} limit ${mostEntries}
       ) first`,
      [from, to],
    );
    return Number(rows[0]?.number ?? to);
  }

  const sign = () =>
    remembered(async (client, state) => {
      const size = await storedSize(client);
      if (size !== state.head.size)
        throw new Difference(`the log has ${size} entries, but ${state.head.size} were signed`);
      await edgeAt(client, size, state.head.root);
      let isGrown = false;
      while (await append(client, state)) isGrown = true;
      await compareWallets(client, state.wallets, state.sweep, walletsPerTurn);
      if (!isGrown && state.head.note !== '') return undefined;
      if (state.head.size === 0) return undefined;
      const root = Buffer.from(state.head.root, 'hex');
      const note = signNote(checkpointText({ origin, size: state.head.size, root }), key);
      state.head = { ...state.head, note };
      files.writeHead(state.head);
      await saveCheckpoint(client, state.head.size, note);
      return { size: state.head.size, note };
    });

  /** Only this signer makes seals. Without its file, it makes the state of the newest one again from the log. */
  function checkSeal(state: Memory, number: number, hash: string, isReplayed: boolean): void {
    if (number === state.seal.number && hash === state.seal.hash) return;
    if (!isReplayed || number !== state.seal.number + 1) {
      throw new Difference(`seal ${number} in the database was not made by this signer`);
    }
    state.wallets.seal();
    state.seal = { number, hash, sums: undefined };
  }

  const seal = () =>
    remembered(async (client, state) => {
      await compareWallets(client, state.wallets, newSweep(state.wallets), everyWallet);
      if (state.wallets.count() === 0 || (state.seal.number > 0 && state.wallets.changes() === 0)) return undefined;
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
      await saveSeal(client, { number, text, buckets: bucketBytes(sums.tree) });
      state.seal = { number, hash: hashOf(text), sums };
      return number;
    });

  return {
    sign,
    seal,
    prove: (walletId) => {
      const { wallets, seal: newest } = memory ?? {};
      const ordinal = wallets?.find(walletId);
      if (!wallets || !newest?.sums || ordinal === undefined) return undefined;
      const { tree, salts, positionOf, leafAt } = newest.sums;
      if (ordinal >= tree.size) return undefined;
      const position = positionOf(ordinal);
      const { id, head, ...wallet } = wallets.sealed(ordinal);
      return {
        seal: newest.number,
        position,
        size: tree.size,
        salt: saltOf(salts, id),
        wallet: { ...wallet, head: head.toString('hex') },
        path: sumPath(tree, position, leafAt),
      };
    },
  };
}

const emptyState: WalletState = { ...emptyWallet, version: 0, head: noHash, recordedAt: Number.MIN_SAFE_INTEGER };

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

/** How far the comparison of all wallets has come. */
type Sweep = {
  after: string | undefined;
  /** The wallets that were known when it began, and how many of them it has seen. */
  known: number;
  seen: number;
};
const newSweep = (wallets: WalletStates): Sweep => ({ after: undefined, known: wallets.count(), seen: 0 });

/**
 * Compares the next `limit` stored wallets with the log: they may only be ahead by events that are stored and not logged yet. Begins
 * again after the last.
 */
async function compareWallets(client: PoolClient, wallets: WalletStates, sweep: Sweep, limit: number): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  let rowCount = 0;
  const ahead: { readonly id: string; readonly version: number; readonly head: Buffer }[] = [];
  for await (const rows of readWallets(client, { after: sweep.after, limit })) {
    for (const row of rows) {
      rowCount += 1;
      sweep.after = row.walletId;
      const ordinal = wallets.find(row.walletId);
      const known = ordinal === undefined ? emptyState : wallets.current(ordinal);
      if (ordinal !== undefined && ordinal < sweep.known) sweep.seen += 1;
      if (row.version > known.version) {
        ahead.push({ id: row.walletId, version: row.version, head: row.headHash });
        continue;
      }
      const isSame =
        row.version === known.version &&
        row.headHash.toString('hex') === known.head &&
        (['cash', 'held', 'bonus', 'staked'] as const).every((name) => row[name] === known[name]);
      if (!isSame) {
        const sentence = `wallet ${row.walletId} is not what the log says it is at version ${known.version}`;
        throw new Difference(sentence, row.walletId);
      }
    }
  }
  const { rows: unexplained } = await client.query<{ id: string }>(
    `select a.id from unnest($1::uuid[], $2::integer[], $3::bytea[]) as a (id, version, head)
     where not exists (select from ledger_events e where e.wallet_id = a.id and e.version = a.version and e.hash = a.head)
     limit 1`,
    [ahead.map(({ id }) => id), ahead.map(({ version }) => version), ahead.map(({ head }) => head)],
  );
  await client.query('commit');
  const [first] = unexplained;
  if (first) throw new Difference(`wallet ${first.id} is ahead of its events`, first.id);
  if (rowCount === limit) return;
  if (sweep.seen < sweep.known) {
    throw new Difference(`${sweep.known - sweep.seen} of ${sweep.known} wallets in the log are missing`);
  }
  Object.assign(sweep, newSweep(wallets));
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

function bucketBytes({ buckets }: SumTree): Buffer {
  const bytes = Buffer.alloc(buckets.length * 40);
  for (const [at, { hash, sum }] of buckets.entries()) {
    hash.copy(bytes, at * 40);
    bytes.writeBigUInt64BE(BigInt(sum), at * 40 + 32);
  }
  return bytes;
}
