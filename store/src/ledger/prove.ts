import type { WalletId } from '@touchline/core/ids';
import type { Pool, PoolClient } from 'pg';
import { binaryRows } from './binary-rows.ts';
import { checkpointLine, eventLine, walletLine } from './export.ts';
import { merklePath } from './merkle.ts';
import { leavesQuery, newestCheckpoint } from './read-checkpoints.ts';
import {
  entryQuery,
  eventQuery,
  type HeadRow,
  headQuery,
  readEntryRow,
  readEventRow,
  readHeadRow,
  readWalletRow,
  walletQuery,
} from './rows.ts';
import { inOneSnapshot } from './snapshot.ts';

/** One wallet's events and the way from its seal up to the newest signed checkpoint. JSON, for the stand-alone verifier. */
export type Proof = {
  readonly format: 'touchline-proof';
  readonly version: 1;
  readonly wallet: ReturnType<typeof walletLine>;
  readonly events: readonly ReturnType<typeof eventLine>[];
  /** `null` while no checkpoint has sealed the wallet: its chain can be verified, but nobody has signed it yet. */
  readonly sealed:
    | (ReturnType<typeof checkpointLine> & { readonly index: number; readonly path: readonly string[] })
    | null;
};

/** Proves a wallet as of now. `undefined` when there is no such wallet. Reads only. */
export async function proveWallet(pool: Pool, walletId: WalletId): Promise<Proof | undefined> {
  return inOneSnapshot(pool, 1, async ([client]) => {
    if (!client || !uuid.test(walletId)) return undefined;
    const of = `where wallet_id = '${walletId}'`;
    const [wallet] = await all(binaryRows(client, `${walletQuery} ${of}`, readWalletRow));
    if (!wallet) return undefined;
    const events = await all(binaryRows(client, `${eventQuery} ${of} order by seq`, readEventRow));
    const entries = await all(binaryRows(client, `${entryQuery} ${of} order by seq, leg`, readEntryRow));
    const seals = await all(binaryRows(client, `${headQuery} ${of} order by number`, readHeadRow));
    const legs = Map.groupBy(entries, (entry) => entry.seq);
    return {
      format: 'touchline-proof',
      version: 1,
      wallet: walletLine(walletId, wallet, seals),
      events: events.map((event) => eventLine(event, legs.get(event.record.seq) ?? [])),
      sealed: await wayUp(client, walletId),
    };
  });
}

async function wayUp(client: PoolClient, walletId: WalletId): Promise<Proof['sealed']> {
  const newest = await newestCheckpoint(client);
  if (!newest) return null;
  const leaves: Buffer[] = [];
  let index = -1;
  const take = (head: HeadRow): void => {
    if (head.walletId === walletId) index = leaves.length;
    leaves.push(head.leaf);
  };
  for await (const heads of binaryRows(client, leavesQuery(newest.checkpoint.number), readHeadRow)) heads.forEach(take);
  if (index < 0) return null;
  const path = merklePath(leaves, index).map((hash) => hash.toString('hex'));
  return { ...checkpointLine(newest), index, path };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function all<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
