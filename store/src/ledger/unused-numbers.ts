import type { UnusedNumbers } from '@touchline/core/contract';
import { tileWidth } from '@touchline/tlog/tiles';
import { hashBytes } from '@touchline/tlog/tree';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../connect.ts';
import { entryLeaf, readTiles } from '../transparency/log.ts';
import { logSources } from '../transparency/sources.ts';

type Gap = {
  readonly seq: number;
  readonly hash: Buffer;
  readonly before: number;
  readonly hash_before: Buffer;
  /** The entries of both events; `null` if the log does not cover the later one yet. */
  readonly entry_before: number | null;
  readonly entry: number | null;
};

/**
 * Returns the numbers below each event that no event has, by the event's `seq`. A number is drawn before its transaction commits, so
 * a rolled-back transaction leaves its numbers unused, and so does a settlement that needs one of the two numbers it reserves. The
 * log holds all events in the order of their numbers: if both neighbours are consecutive events in it, none was between them.
 */
export async function findUnusedNumbers(
  { db, pool }: { readonly db: Db; readonly pool: Pool },
  seqs: readonly number[],
): Promise<ReadonlyMap<number, UnusedNumbers>> {
  if (seqs.length === 0) return new Map();
  const events = sql.lit(logSources.event.code);
  const entryOf = (seq: string) => sql`
    select b.first_index + (
      select count(*) from ledger_events o where o.seq >= b.from_number and o.seq < ${sql.ref(seq)}
    ) as index
    from log_batches b
    where b.source = ${events} and b.to_number >= ${sql.ref(seq)} and b.from_number <= ${sql.ref(seq)}
    order by b.to_number limit 1`;
  const { rows } = await sql<Gap>`
    select e.seq, e.hash, p.seq as before, p.hash as hash_before,
      case when logged.seq >= e.seq then (${entryOf('p.seq')}) end::bigint as entry_before,
      case when logged.seq >= e.seq then (${entryOf('e.seq')}) end::bigint as entry
    from ledger_events e
    cross join lateral (select seq, hash from ledger_events where seq < e.seq order by seq desc limit 1) p
    cross join (select max(to_number) as seq from log_batches where source = ${events}) logged
    where e.seq = any(${seqs}::bigint[]) and p.seq < e.seq - 1`.execute(db);
  const places = rows.flatMap(({ entry, entry_before: before }) => [entry, before].filter((place) => place !== null));
  const leaves = await readLeaves(pool, places);
  const isLogged = (place: number | null, hash: Buffer) =>
    place !== null && leaves.get(place)?.equals(entryLeaf(logSources.event, hash)) === true;
  const between = await eventsBetween(db, rows);
  return new Map(
    rows.map((gap) => {
      const { seq, before, entry, entry_before: entryBefore } = gap;
      const isCovered = entry !== null && entryBefore !== null;
      const unused: UnusedNumbers = {
        from: before + 1,
        to: seq - 1,
        entries: isCovered ? { before: entryBefore, after: entry } : null,
        isProved:
          isCovered && isLogged(entry, gap.hash) && isLogged(entryBefore, gap.hash_before) && between.get(seq) === 0,
      };
      return [seq, unused];
    }),
  );
}

/** How many entries of events the log has between the two events of each gap. */
async function eventsBetween(db: Db, gaps: readonly Gap[]): Promise<ReadonlyMap<number, number>> {
  const covered = gaps.filter(({ entry, entry_before: before }) => entry !== null && before !== null);
  if (covered.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; count: number }>`
    select gap.seq, coalesce((
      select sum(least(b.first_index + b.entries, gap.entry) - greatest(b.first_index, gap.before + 1))
      from log_batches b
      where b.source = ${sql.lit(logSources.event.code)} and b.to_number >= gap.number_before
        and b.from_number <= gap.seq and b.first_index < gap.entry and b.first_index + b.entries > gap.before + 1
    ), 0)::bigint as count
    from unnest(${covered.map(({ seq }) => seq)}::bigint[], ${covered.map(({ before }) => before)}::bigint[],
      ${covered.map(({ entry_before: before }) => before)}::bigint[], ${covered.map(({ entry }) => entry)}::bigint[])
      as gap (seq, number_before, before, entry)`.execute(db);
  return new Map(rows.map(({ seq, count }) => [seq, count]));
}

async function readLeaves(pool: Pool, places: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const indexes = new Set(places.map((place) => Math.floor(place / tileWidth)));
  const tiles = await readTiles(
    pool,
    [...indexes].map((index) => ({ level: 0, index })),
  );
  const hashesOf = new Map(tiles.map(({ index, hashes }) => [index, hashes]));
  return new Map(
    places.flatMap((place) => {
      const at = (place % tileWidth) * hashBytes;
      const hash = hashesOf.get(Math.floor(place / tileWidth))?.subarray(at, at + hashBytes);
      return hash?.length === hashBytes ? [[place, hash] as const] : [];
    }),
  );
}
