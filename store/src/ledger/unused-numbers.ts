import type { UnusedNumbers } from '@touchline/core/contract';
import { tileWidth } from '@touchline/tlog/tiles';
import { hashBytes } from '@touchline/tlog/tree';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '../connect.ts';
import { entryLeaf, readTiles } from '../transparency/log.ts';
import { logSources } from '../transparency/sources.ts';

/** An event, its predecessor, and the entries of both in the log; `null` if the log does not cover them yet. */
type Gap = {
  readonly seq: number;
  readonly hash: Buffer;
  readonly entry: number | null;
  readonly before: number;
  readonly hashBefore: Buffer;
  readonly entryBefore: number | null;
};

/**
 * Returns the numbers below each event of a page that no event has, by the event's `seq`. A number is drawn before its transaction
 * commits, so a rolled-back transaction leaves its numbers unused, and so does a settlement that needs one of the two numbers it
 * reserves. The log holds all events in the order of their numbers: if both neighbours are consecutive events in it, none was between
 * them. The page must not leave out events.
 */
export async function findUnusedNumbers(
  { db, pool }: { readonly db: Db; readonly pool: Pool },
  seqs: readonly number[],
): Promise<ReadonlyMap<number, UnusedNumbers>> {
  const gaps = seqs.length === 0 ? [] : await readGaps(db, seqs);
  const places = gaps.flatMap(({ entry, entryBefore }) => [entry, entryBefore].filter((place) => place !== null));
  const [leaves, between] = await Promise.all([readLeaves(pool, places), eventsBetween(db, gaps)]);
  const isLogged = (place: number, hash: Buffer) =>
    leaves.get(place)?.equals(entryLeaf(logSources.event, hash)) === true;
  return new Map(
    gaps.map(({ seq, hash, entry, before, hashBefore, entryBefore }): [number, UnusedNumbers] => {
      const range = { from: before + 1, to: seq - 1 };
      if (entry === null || entryBefore === null) return [seq, { ...range, entries: null, isProved: false }];
      const isProved = isLogged(entry, hash) && isLogged(entryBefore, hashBefore) && between.get(seq) === 0;
      return [seq, { ...range, entries: { before: entryBefore, after: entry }, isProved }];
    }),
  );
}

/** The events of a page in order, from the one before its first, with their batches in the log. */
type Placed = {
  readonly seq: number;
  readonly hash: Buffer;
  readonly first: number | null;
  /** Of the first event only: how many events of its batch come before it. */
  readonly offset: number | null;
};

async function readGaps(db: Db, seqs: readonly number[]): Promise<readonly Gap[]> {
  const [least, most] = [Math.min(...seqs), Math.max(...seqs)];
  const { rows } = await sql<Placed>`
    with page as materialized (
      select seq, hash from ledger_events
      where seq <= ${most} and seq >= coalesce((select max(seq) from ledger_events where seq < ${least}), ${least})
    )
    select page.seq, page.hash, b.first_index as first,
      case when page.seq = (select min(seq) from page) then
        (select count(*) from ledger_events o where o.seq >= b.from_number and o.seq < page.seq)
      end::bigint as offset
    from page left join lateral (
      select first_index, from_number from log_batches
      where source = ${sql.lit(logSources.event.code)} and to_number >= page.seq and from_number <= page.seq
      order by to_number limit 1
    ) b on true
    order by page.seq`.execute(db);
  const gaps: Gap[] = [];
  let previous: (Placed & { readonly entry: number | null }) | undefined;
  for (const event of rows) {
    // Events of one batch follow each other in the log.
    const isSameBatch = previous !== undefined && previous.entry !== null && previous.first === event.first;
    const entry =
      event.first === null ? null : isSameBatch ? (previous?.entry ?? 0) + 1 : event.first + (event.offset ?? 0);
    if (previous && previous.seq < event.seq - 1) {
      const { seq: before, hash: hashBefore, entry: entryBefore } = previous;
      gaps.push({ seq: event.seq, hash: event.hash, entry, before, hashBefore, entryBefore });
    }
    previous = { ...event, entry };
  }
  return gaps;
}

/** How many entries of events the log has between the two events of each gap. */
async function eventsBetween(db: Db, gaps: readonly Gap[]): Promise<ReadonlyMap<number, number>> {
  const covered = gaps.filter(({ entry, entryBefore }) => entry !== null && entryBefore !== null);
  if (covered.length === 0) return new Map();
  const { rows } = await sql<{ seq: number; count: number }>`
    select gap.seq, coalesce((
      select sum(least(b.first_index + b.entries, gap.entry) - greatest(b.first_index, gap.before + 1))
      from log_batches b
      where b.source = ${sql.lit(logSources.event.code)} and b.to_number >= gap.number_before
        and b.from_number <= gap.seq and b.first_index < gap.entry and b.first_index + b.entries > gap.before + 1
    ), 0)::bigint as count
    from unnest(${covered.map(({ seq }) => seq)}::bigint[], ${covered.map(({ before }) => before)}::bigint[],
      ${covered.map(({ entryBefore }) => entryBefore)}::bigint[], ${covered.map(({ entry }) => entry)}::bigint[])
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
