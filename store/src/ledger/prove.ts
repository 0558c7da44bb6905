import type { WalletId } from '@touchline/core/ids';
import type { Pool, PoolClient } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { checkpointLine, eventLine, walletLine } from './export.ts';
import { createHandOver } from './hand-over.ts';
import { rootFromPath } from './merkle.ts';
import { newestCheckpoint } from './read-checkpoints.ts';
import {
  type EntryRow,
  type EventRow,
  entryQuery,
  eventQuery,
  headQuery,
  readEntryRow,
  readEventRow,
  readHeadRow,
  readWalletRow,
  walletQuery,
} from './rows.ts';
import { branchOf } from './tree.ts';

/** A wallet's events, and the path from its seal to the newest signed checkpoint. JSON for the stand-alone verifier. */
export type Proof = {
  readonly format: 'touchline-proof';
  readonly version: 1;
  readonly wallet: ReturnType<typeof walletLine>;
  readonly events: readonly ReturnType<typeof eventLine>[];
  /** `null` while no checkpoint has sealed the wallet: its chain can be verified, but is not signed yet. */
  readonly sealed:
    | (ReturnType<typeof checkpointLine> & { readonly index: number; readonly path: readonly string[] })
    | null;
};

/**
 * Streams the current proof of a wallet as the text of a `Proof`. It reads only this wallet and one branch of the tree, so its cost
 * does not grow with other wallets. `no-wallet`: unknown; `not-ready`: the tree of the newest checkpoint is not stored yet.
 */
export async function proveWallet(
  pool: Pool,
  walletId: WalletId,
): Promise<AsyncGenerator<string> | 'no-wallet' | 'not-ready'> {
  if (!uuid.test(walletId)) return 'no-wallet';
  const { rows } = await pool.query<{ found: boolean; ready: boolean }>(
    `select exists (select from wallets where wallet_id = $1) as found,
       coalesce((select max(number) from ledger_checkpoints), 0) = coalesce((select number from ledger_tree), 0) as ready`,
    [walletId],
  );
  if (!rows[0]?.found) return 'no-wallet';
  return rows[0].ready ? proofText(pool, walletId) : 'not-ready';
}

/** How many events are read and written at once. */
const pageOf = 500;

async function* proofText(pool: Pool, walletId: WalletId): AsyncGenerator<string> {
  const queue = createHandOver();
  const running = inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const of = `where wallet_id = '${walletId}'`;
    const [wallet] = await all(binaryRows(client, `${walletQuery} ${of}`, readWalletRow));
    const seals = await all(binaryRows(client, `${headQuery} ${of} order by number`, readHeadRow));
    const sealed = await branchToRoot(client, walletId);
    const head = { format: 'touchline-proof', version: 1, wallet: walletLine(walletId, wallet, seals) };
    let chunk = `${JSON.stringify(head).slice(0, -1)},"events":[`;
    let last = 0;
    for (;;) {
      const page = `${of} and version > ${last} order by version limit ${pageOf}`;
      const events = await all(binaryRows(client, `${eventQuery} ${page}`, readEventRow));
      if (events.length === 0) break;
      const legs = await legsOf(client, events);
      const lines = events.map((event) => JSON.stringify(eventLine(event, legs.get(event.record.seq) ?? [])));
      chunk += `${last === 0 ? '' : ','}${lines.join(',')}`;
      last = events.at(-1)?.record.version ?? last;
      await queue.give(chunk);
      chunk = '';
    }
    await queue.give(`${chunk}],"sealed":${JSON.stringify(sealed)}}`);
  });
  yield* queue.taken(running);
}

/** Entries have no index by wallet, so they are found by their events. */
async function legsOf(client: PoolClient, events: readonly EventRow[]): Promise<ReadonlyMap<number, EntryRow[]>> {
  const seqs = events.map((event) => event.record.seq).join(',');
  const query = `${entryQuery} where seq = any('{${seqs}}'::bigint[]) order by seq, leg`;
  return Map.groupBy(await all(binaryRows(client, query, readEntryRow)), (entry) => entry.seq);
}

async function branchToRoot(client: PoolClient, walletId: WalletId): Promise<Proof['sealed']> {
  const newest = await newestCheckpoint(client);
  const branch = newest && (await branchOf(client, walletId));
  if (!branch) return null;
  const { leaf, index, path } = branch;
  const root = rootFromPath(leaf, index, newest.checkpoint.wallets, path);
  // An invalid proof would accuse the operator; a verification finds what was changed.
  if (root?.toString('hex') !== newest.checkpoint.root) {
    throw new Error(`the stored tree does not lead from wallet ${walletId} to checkpoint ${newest.checkpoint.number}`);
  }
  return { ...checkpointLine(newest), index, path: path.map((hash) => hash.toString('hex')) };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function all<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
