import type { WalletId } from '@touchline/core/ids';
import { hashRanges } from '@touchline/tlog/tiles';
import { inclusionPath } from '@touchline/tlog/tree';
import type { Pool, PoolClient } from 'pg';
import { listCheckpoints, readTiles } from '../transparency/log.ts';
import { logSources } from '../transparency/sources.ts';
import { binaryRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { eventLine } from './export.ts';
import { createHandOver } from './hand-over.ts';
import {
  type EntryRow,
  type EventRow,
  entryQuery,
  eventQuery,
  readEntryRow,
  readEventRow,
  readWalletRow,
  walletQuery,
} from './rows.ts';

/**
 * A wallet's events, each with its place in the transparency log and the hashes that prove it for the newest checkpoint, nearest first
 * and in base64. JSON for the stand-alone verifier.
 */
export type Proof = {
  readonly format: 'touchline-proof';
  readonly version: 2;
  /** The newest checkpoint with its cosignatures; `null` while nothing is signed. */
  readonly note: string | null;
  readonly wallet: Readonly<Record<string, string | number>>;
  readonly events: readonly (ReturnType<typeof eventLine> & {
    /** Absent for an event that the checkpoint does not cover yet. */
    readonly index?: number;
    readonly path?: readonly string[];
  })[];
};

/**
 * Streams the current proof of a wallet as the text of a `Proof`. It reads only this wallet and the tiles above its events, so its cost
 * does not grow with other wallets. `no-wallet`: unknown.
 */
export async function proveWallet(pool: Pool, walletId: WalletId): Promise<AsyncGenerator<string> | 'no-wallet'> {
  if (!uuid.test(walletId)) return 'no-wallet';
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select from wallets where wallet_id = $1) as found',
    [walletId],
  );
  return rows[0]?.found ? proofText(pool, walletId) : 'no-wallet';
}

/** Events with their entries and their places in the newest checkpoint, in the order of `seq`. `note`: that checkpoint. */
export const proveEvents = (pool: Pool, seqs: readonly number[]): Promise<Pick<Proof, 'note' | 'events'>> =>
  inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const { note, size } = await newestNote(client);
    const wanted = `where seq = any('{${seqs.map(Math.trunc).join(',')}}'::bigint[]) order by seq`;
    const events = await all(binaryRows(client, `${eventQuery} ${wanted}`, readEventRow));
    return { note, events: await provenEvents(client, events, size) };
  });

async function newestNote(client: PoolClient): Promise<{ readonly note: string | null; readonly size: number }> {
  const [newest] = await listCheckpoints(client, { limit: 1 });
  const note = newest ? newest.note + newest.cosignatures.map(({ line }) => line).join('') : null;
  return { note, size: newest?.size ?? 0 };
}

async function provenEvents(client: PoolClient, events: readonly EventRow[], size: number): Promise<Proof['events']> {
  const legs = await legsOf(client, events);
  const places = await placesOf(client, events, size);
  return events.map((event) => {
    const { seq } = event.record;
    return { ...eventLine(event, legs.get(seq) ?? []), ...places.get(seq) };
  });
}

/** How many events are read and written at once. */
const pageOf = 500;

async function* proofText(pool: Pool, walletId: WalletId): AsyncGenerator<string> {
  const queue = createHandOver();
  const running = inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const of = `where wallet_id = '${walletId}'`;
    const [wallet] = await all(binaryRows(client, `${walletQuery} ${of}`, readWalletRow));
    if (!wallet) throw new RangeError(`wallet ${walletId} is gone`);
    const { note, size } = await newestNote(client);
    const { headHash, recordedAt, walletId: id, ...balances } = wallet;
    const stored = { wallet_id: id, ...balances, head: headHash.toString('hex'), recorded_at: recordedAt };
    const head = { format: 'touchline-proof', version: 2, note, wallet: stored };
    let chunk = `${JSON.stringify(head).slice(0, -1)},"events":[`;
    let last = 0;
    for (;;) {
      const page = `${of} and version > ${last} order by version limit ${pageOf}`;
      const events = await all(binaryRows(client, `${eventQuery} ${page}`, readEventRow));
      if (events.length === 0) break;
      const lines = (await provenEvents(client, events, size)).map((event) => JSON.stringify(event));
      chunk += `${last === 0 ? '' : ','}${lines.join(',')}`;
      last = events.at(-1)?.record.version ?? last;
      await queue.give(chunk);
      chunk = '';
    }
    await queue.give(`${chunk}]}`);
  });
  yield* queue.taken(running);
}

/** Entries have no index by wallet, so they are found by their events. */
async function legsOf(client: PoolClient, events: readonly EventRow[]): Promise<ReadonlyMap<number, EntryRow[]>> {
  const seqs = events.map((event) => event.record.seq).join(',');
  const query = `${entryQuery} where seq = any('{${seqs}}'::bigint[]) order by seq, leg`;
  return Map.groupBy(await all(binaryRows(client, query, readEntryRow)), (entry) => entry.seq);
}

/** The index and the path of each event in the tree of `size` entries, by `seq`. */
async function placesOf(client: PoolClient, events: readonly EventRow[], size: number) {
  const { rows } = await client.query<{ seq: number; index: number }>(
    `select e.seq, b.first_index + (
       select count(*) from ledger_events before where before.seq >= b.from_number and before.seq < e.seq
     ) as index
     from unnest($2::bigint[]) as e (seq)
     cross join lateral (
       select first_index, from_number from log_batches
       where source = $1 and to_number >= e.seq order by to_number limit 1
     ) b
     where b.from_number <= e.seq`,
    [logSources.event.code, events.map(({ record }) => record.seq)],
  );
  const covered = rows.map(({ seq, index }) => ({ seq, index: Number(index) })).filter(({ index }) => index < size);
  const paths = covered.map(({ index }) => inclusionPath(index, size));
  const hashes = await hashRanges(paths.flat(), (keys) => readTiles(client, keys));
  let at = 0;
  return new Map(
    covered.map(({ seq, index }, one) => {
      const length = paths[one]?.length ?? 0;
      at += length;
      return [seq, { index, path: hashes.slice(at - length, at).map((hash) => hash.toString('base64')) }];
    }),
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function all<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}
