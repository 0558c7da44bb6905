import { hash as digest, randomUUID } from 'node:crypto';
import { parseCheckpoint } from '@touchline/tlog/note';
import { edgeOf, type GrowingTree, growTree, hashRanges, type Tile } from '@touchline/tlog/tiles';
import { consistencyPath, hashBytes, inclusionPath, rootFromInclusion, writeSha256 } from '@touchline/tlog/tree';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { insertActions, operatorActor } from '../audit/record-action.ts';
import type { Db } from '../connect.ts';
import { allSources, entriesQuery, type LogSource, logSources } from './sources.ts';

/** Records of one source that were appended together: entries `firstIndex` and following. Numbers may have gaps. */
export type LogBatch = {
  readonly firstIndex: number;
  readonly entries: number;
  readonly source: LogSource;
  readonly fromNumber: number;
  readonly toNumber: number;
};

/** A leaf's prefix, its source's code and its record's hash. */
const leafBytes = Buffer.alloc(2 + hashBytes);

/** The hash of an entry's leaf: of the source's code and the record's hash. */
export function entryLeaf(source: LogSource, hash: Buffer): Buffer {
  const leaf = Buffer.alloc(hashBytes);
  writeEntryLeaf(source, hash, leaf, 0);
  return leaf;
}

/** Writes the hash of an entry's leaf at a place of `leaves`. */
export function writeEntryLeaf({ code }: LogSource, hash: Buffer, leaves: Buffer, at: number): void {
  leafBytes[1] = code;
  hash.copy(leafBytes, 2, 0, hashBytes);
  writeSha256(leafBytes, leaves, at);
}

type Queries = Pick<ClientBase | Pool, 'query'>;

/** The number of entries that are stored. */
export async function storedSize(client: Queries): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    'select first_index + entries as size from log_batches order by first_index desc limit 1',
  );
  return Number(rows[0]?.size ?? 0);
}

/** Up to which number the records of each source are in the log, by its code. */
export async function loggedNumbers(client: Queries): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ source: number; number: number }>(
    'select source, max(to_number)::bigint as number from log_batches group by source',
  );
  return new Map(rows.map(({ source, number }) => [source, Number(number)]));
}

/** Reads tiles, of any width, in any order; one that is not stored is left out. */
export async function readTiles(
  client: Queries,
  keys: readonly { readonly level: number; readonly index: number }[],
): Promise<readonly Tile[]> {
  const { rows } = await client.query<{ level: number; index: number; hashes: Buffer }>(
    `select level, index, hashes from log_tiles
     join unnest($1::smallint[], $2::bigint[]) as wanted (level, index) using (level, index)`,
    [keys.map(({ level }) => level), keys.map(({ index }) => index)],
  );
  return rows.map(({ level, index, hashes }) => ({ level, index: Number(index), hashes }));
}

/** Continues the stored tree of `size` entries. Throws a RangeError if its right edge is not stored. */
export const continueTree = async (client: Queries, size: number): Promise<GrowingTree> =>
  growTree(size, await readTiles(client, edgeOf(size)));

/**
 * Stores new tiles and the batches behind them, in one transaction; refused if the log has another size by now. `remember` is called
 * once no earlier attempt can still be committed.
 */
export async function appendToLog(
  client: PoolClient,
  size: number,
  { tiles, batches }: { readonly tiles: readonly Tile[]; readonly batches: readonly LogBatch[] },
  remember: () => void,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query("select pg_advisory_xact_lock(hashtext('transparency log'))");
    const stored = await storedSize(client);
    if (stored !== size) throw new Error(`the log has ${stored} entries where ${size} were expected`);
    remember();
    await client.query(
      `insert into log_tiles (level, index, hashes) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
       on conflict (level, index) do update set hashes = excluded.hashes`,
      [tiles.map(({ level }) => level), tiles.map(({ index }) => index), tiles.map(({ hashes }) => hashes)],
    );
    await client.query(
      `insert into log_batches (first_index, entries, source, from_number, to_number)
       select * from unnest($1::bigint[], $2::integer[], $3::smallint[], $4::bigint[], $5::bigint[])`,
      [
        batches.map(({ firstIndex }) => firstIndex),
        batches.map(({ entries }) => entries),
        batches.map(({ source }) => source.code),
        batches.map(({ fromNumber }) => fromNumber),
        batches.map(({ toNumber }) => toNumber),
      ],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const logTables = [
  ...['log_tiles', 'log_batches', 'log_cosignatures', 'log_time_stamps', 'log_time_stamping', 'log_witnesses'],
  ...['log_checkpoints', 'liability_seals'],
];

/** The size of the log that ended, and its newest signed checkpoint; empty if there was none. */
export type EndedLog = { readonly size: number; readonly note: string };

/**
 * Ends the log: the next signer begins one of its own, which covers every record again. The audit log keeps the newest checkpoint. Needs
 * the owner's connection.
 */
export async function endLog(client: PoolClient, reason: string): Promise<EndedLog> {
  await client.query('begin');
  try {
    await client.query("select pg_advisory_xact_lock(hashtext('transparency log'))");
    const { rows } = await client.query<{ note: string }>(
      'select note from log_checkpoints order by size desc limit 1',
    );
    const ended = { size: await storedSize(client), note: rows[0]?.note ?? '' };
    for (const table of logTables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(`truncate ${logTables.join(', ')}`);
    for (const table of logTables) await client.query(`alter table ${table} enable trigger user`);
    await insertActions(client, [
      {
        ...{
          actor: operatorActor,
          action: 'log-ended',
          subject: 'log:transparency',
          reason,
          before: ended,
          after: null,
        },
        requestId: randomUUID(),
      },
    ]);
    await client.query('commit');
    return ended;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Returns the batches from an entry on, in order; all of them without a limit. */
export async function readBatches(client: Queries, fromIndex: number, limit?: number): Promise<readonly LogBatch[]> {
  const { rows } = await client.query<{
    first_index: number;
    entries: number;
    source: number;
    from_number: number;
    to_number: number;
  }>(
    `select first_index, entries, source, from_number, to_number from log_batches
     where first_index >= $1 order by first_index limit $2`,
    [fromIndex, limit ?? null],
  );
  return rows.map((row) => {
    const source = allSources.find(({ code }) => code === row.source);
    if (!source) throw new RangeError(`the log has entries of an unknown source, ${row.source}`);
    return {
      firstIndex: Number(row.first_index),
      entries: row.entries,
      source,
      fromNumber: Number(row.from_number),
      toNumber: Number(row.to_number),
    };
  });
}

/** Returns the index of a record's entry; `undefined` if it is not in the log yet. */
export async function indexOf(client: Queries, source: LogSource, number: number): Promise<number | undefined> {
  const { rows } = await client.query<{ index: number }>(
    `select b.first_index + (
       select count(*) from ${source.table} where ${source.number} between b.from_number and $2 - 1
     ) as index
     from log_batches b where b.source = $1 and b.to_number >= $2 and b.from_number <= $2
     order by b.to_number limit 1`,
    [source.code, number],
  );
  return rows[0] && Number(rows[0].index);
}

/** Returns the hashes that prove that entry `index` is in the tree of the first `size` entries. */
export const proveInclusion = (client: Queries, index: number, size: number): Promise<readonly Buffer[]> =>
  hashRanges(inclusionPath(index, size), (keys) => readTiles(client, keys));

/** Returns the hashes that prove that the tree of `size` entries extends the one of `before`. */
export const proveConsistency = (client: Queries, before: number, size: number): Promise<readonly Buffer[]> =>
  hashRanges(consistencyPath(before, size), (keys) => readTiles(client, keys));

/** A checkpoint's note with all cosignatures that arrived for it. */
export type StoredCheckpoint = {
  readonly size: number;
  readonly note: string;
  /** Milliseconds since 1970. */
  readonly signedAt: number;
  readonly cosignatures: readonly { readonly witness: string; readonly line: string; readonly cosignedAt: number }[];
};

/** Returns the newest checkpoints, newest first; `before`: only smaller ones; `after`: only larger ones, smallest first. */
export async function listCheckpoints(
  client: Queries,
  { limit, before, after }: { readonly limit: number; readonly before?: number | undefined; readonly after?: number },
): Promise<readonly StoredCheckpoint[]> {
  const { rows } = await client.query<{
    size: number;
    note: string;
    signed: number;
    lines: StoredCheckpoint['cosignatures'];
  }>(
    `select c.size, c.note, extract(epoch from c.signed_at) * 1000 as signed, coalesce((
       select jsonb_agg(jsonb_build_object('witness', s.witness, 'line', s.line,
         'cosignedAt', extract(epoch from s.cosigned_at) * 1000) order by s.witness)
       from log_cosignatures s where s.size = c.size), '[]') as lines
     from log_checkpoints c
     where ${after === undefined ? '$2::bigint is null or c.size < $2' : 'c.size > $2'}
     order by c.size ${after === undefined ? 'desc' : ''} limit $1`,
    [limit, after ?? before ?? null],
  );
  return rows.map(({ size, note, signed, lines }) => ({
    size: Number(size),
    note,
    signedAt: Number(signed),
    cosignatures: lines,
  }));
}

/** The size of the newest checkpoint with an entry that a witness has cosigned; `undefined` if there is none. */
export async function newestCosigned(client: Queries, index: number): Promise<number | undefined> {
  const { rows } = await client.query<{ size: number }>(
    'select size from log_cosignatures where size > $1 order by size desc limit 1',
    [index],
  );
  return rows[0] && Number(rows[0].size);
}

export async function saveCheckpoint(client: Queries, size: number, note: string): Promise<void> {
  await client.query('insert into log_checkpoints (size, note) values ($1, $2) on conflict do nothing', [size, note]);
}

/** What a witness answered last. `problem`: why it did not cosign; `undefined` if it did. */
export type WitnessReport = {
  readonly witness: string;
  readonly size: number;
  readonly line?: string;
  /** Seconds since 1970. */
  readonly time?: number;
  readonly problem?: string;
};

/** Stores a cosignature, or since when and why a witness is away. */
export async function saveWitnessReport(client: Queries, report: WitnessReport): Promise<void> {
  const { witness, size, line, time, problem } = report;
  if (line !== undefined && time !== undefined) {
    await client.query(
      `with saved as (
         insert into log_cosignatures (size, witness, line, cosigned_at) values ($1, $2, $3, to_timestamp($4))
         on conflict do nothing)
       insert into log_witnesses (witness, cosigned_at, size) values ($2, to_timestamp($4), $1)
       on conflict (witness) do update set cosigned_at = excluded.cosigned_at, size = excluded.size,
         away_since = null, problem = null`,
      [size, witness, line, time],
    );
    return;
  }
  await client.query(
    `insert into log_witnesses (witness, away_since, problem) values ($1, clock_timestamp(), $2)
     on conflict (witness) do update set away_since = coalesce(log_witnesses.away_since, excluded.away_since),
       problem = excluded.problem`,
    [witness, problem ?? 'It did not answer.'],
  );
}

/** Forgets what witnesses answered that are not asked any more: they neither confirm nor are away. Their cosignatures stay. */
export const forgetWitnesses = (client: Queries, asked: readonly string[]): Promise<unknown> =>
  client.query('delete from log_witnesses where witness <> all ($1::text[])', [asked]);

export type WitnessState = {
  readonly witness: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly cosignedAt: number | null;
  readonly awaySince: number | null;
  readonly problem: string | null;
};

export async function listWitnesses(client: Queries): Promise<readonly WitnessState[]> {
  const { rows } = await client.query<WitnessState>(
    `select witness, size, extract(epoch from cosigned_at)::float8 * 1000 as "cosignedAt",
       extract(epoch from away_since)::float8 * 1000 as "awaySince", problem
     from log_witnesses order by witness`,
  );
  return rows;
}

export type SigningStop = { readonly sentence: string; readonly walletId: string | null; readonly at: number };

/** Returns why signing is stopped; `undefined` while it runs. */
export const openStop = (db: Db): Promise<SigningStop | undefined> =>
  db
    .selectFrom('signing_stops')
    .select(['sentence', 'wallet_id as walletId', 'at'])
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export async function beginStop(client: Queries, sentence: string, walletId: string | undefined): Promise<void> {
  await client.query('insert into signing_stops (sentence, wallet_id) values ($1, $2) on conflict do nothing', [
    sentence,
    walletId ?? null,
  ]);
}

export async function endStop(client: Queries): Promise<void> {
  await client.query('update signing_stops set ended_at = clock_timestamp() where ended_at is null');
}

/** A liability seal as it is stored. */
export type StoredSeal = { readonly number: number; readonly text: string };

export async function saveSeal(
  client: Queries,
  { number, text, buckets }: StoredSeal & { readonly buckets: Buffer },
): Promise<void> {
  await client.query('insert into liability_seals (number, text, buckets) values ($1, $2, $3)', [
    number,
    text,
    buckets,
  ]);
}

/** Returns the seal of a number, or the newest. */
export async function readStoredSeal(client: Queries, number?: number): Promise<StoredSeal | undefined> {
  const { rows } = await client.query<StoredSeal>(
    `select number, text from liability_seals where $1::integer is null or number = $1
     order by number desc limit 1`,
    [number ?? null],
  );
  return rows[0];
}

/** How many entries a seal covers. Its own is appended right behind them. */
export function sealedSize({ text }: StoredSeal): number {
  const { log_size: size } = JSON.parse(text) as { readonly log_size?: unknown };
  return Number.isSafeInteger(size) ? Number(size) : 0;
}

/** Returns the index of a seal's entry and the hashes that prove it to a checkpoint; `undefined` if the checkpoint does not have it. */
export async function proveSeal(
  client: Queries,
  seal: StoredSeal,
  { size, note }: Pick<StoredCheckpoint, 'size' | 'note'>,
): Promise<{ readonly index: number; readonly path: readonly Buffer[] } | undefined> {
  const expected = sealedSize(seal);
  if (expected < size) {
    const path = await proveInclusion(client, expected, size);
    const leaf = entryLeaf(logSources.seal, digest('sha256', seal.text, 'buffer'));
    const root = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1))?.root;
    if (root && rootFromInclusion(leaf, expected, size, path)?.equals(root)) return { index: expected, path };
  }
  const index = await indexOf(client, logSources.seal, seal.number);
  return index !== undefined && index < size ? { index, path: await proveInclusion(client, index, size) } : undefined;
}

/** Returns a seal and the index of its entry; `undefined` if there is none of this number, or none at all. */
export async function readSeal(
  client: Queries,
  number?: number,
): Promise<(StoredSeal & { readonly index: number | undefined }) | undefined> {
  const seal = await readStoredSeal(client, number);
  return seal && { ...seal, index: await indexOf(client, logSources.seal, seal.number) };
}

/** Returns entries `from` and following, at most `count`, each as its code and hash. */
export async function readLogEntries(client: Queries, from: number, count: number): Promise<readonly Buffer[]> {
  const { rows: batches } = await client.query<{
    first_index: number;
    entries: number;
    source: number;
    from_number: number;
    to_number: number;
  }>(
    `select first_index, entries, source, from_number, to_number from log_batches
     where first_index < $1 and first_index + entries > $2 order by first_index`,
    [from + count, from],
  );
  const entries: Buffer[] = [];
  for (const batch of batches) {
    const source = allSources.find(({ code }) => code === batch.source);
    if (!source) return entries;
    const skipped = Math.max(0, from - batch.first_index);
    const { rows } = await client.query<{ hash: Buffer }>(
      `select hash from (${entriesQuery(source, batch.from_number - 1, batch.to_number)}) entries
       order by number offset $1 limit $2`,
      [skipped, from + count - Math.max(from, batch.first_index)],
    );
    // A deleted record leaves a gap that its bundle cannot be served over.
    if (rows.length < Math.min(batch.entries - skipped, from + count - Math.max(from, batch.first_index))) return [];
    for (const { hash } of rows) entries.push(Buffer.concat([Buffer.of(source.code), hash]));
  }
  return entries;
}
