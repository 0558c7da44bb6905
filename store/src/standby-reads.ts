import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Store } from './connect.ts';

export type ReadServer = Pick<Store, 'db' | 'pool'>;
/** `behind`: the standby had not replayed everything in time, and `away`: it could not be used, so the primary was. */
export type ReadOutcome = 'standby' | 'behind' | 'away';

/** Where read models are read. No decision about money may be based on them. */
export type Reads = {
  /**
   * Resolves with the standby once it has everything that was committed before this call, or else with the primary. All statements that
   * must agree with each other go to one of these.
   */
  readonly server: () => Promise<ReadServer>;
};

export type StandbyOptions = {
  /** How long to wait for the standby; 300 ms by default. */
  readonly waitMs?: number;
  /** How long a standby that failed is left alone; 5 seconds by default. */
  readonly retryAfterMs?: number;
  /** Called for each choice, if there is a standby. */
  readonly onRead?: (outcome: ReadOutcome) => void;
};

/** How often the position of the standby is read. */
const pollMs = 10;
/** How long its answer may take beyond `waitMs`. */
const lateMs = 200;

/** The same in two servers only if one is a copy of the other, and neither was promoted since. */
const lineage = `(select system_identifier::text from pg_control_system()) || '/' ||
  (select timeline_id::text from pg_control_checkpoint())`;

/** Reads from `primary`, or from its physical standby if there is one. */
export function createReads(primary: ReadServer, standby?: ReadServer, options: StandbyOptions = {}): Reads {
  if (!standby) return { server: () => Promise.resolve(primary) };
  const { waitMs = 300, retryAfterMs = 5_000, onRead = () => {} } = options;
  let awayUntil = 0;
  const choose = async (): Promise<ReadOutcome> => {
    if (performance.now() < awayUntil) return 'away';
    const committed = await committedAt(primary.pool);
    try {
      return await Promise.race([isReplayed(standby.pool, committed, waitMs), unanswered(waitMs + lateMs)]);
    } catch {
      awayUntil = performance.now() + retryAfterMs;
      return 'away';
    }
  };
  return {
    server: async () => {
      const outcome = await choose();
      onRead(outcome);
      return outcome === 'standby' ? standby : primary;
    },
  };
}

type Position = { readonly lsn: string; readonly lineage: string };

async function committedAt(pool: Pool): Promise<Position> {
  const { rows } = await pool.query<Position>(`select pg_current_wal_flush_lsn()::text as lsn, ${lineage} as lineage`);
  const [position] = rows;
  if (!position) throw new Error('the database has no position in its write-ahead log');
  return position;
}

/** @throws if it is not a standby of the server that the position is of */
async function isReplayed(
  pool: Pool,
  { lsn, lineage: expected }: Position,
  waitMs: number,
): Promise<'standby' | 'behind'> {
  for (const end = performance.now() + waitMs; ; ) {
    const { rows } = await pool.query<{ recovers: boolean; replayed: boolean | null; lineage: string }>(
      `select pg_is_in_recovery() as recovers, pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed, ${lineage} as lineage`,
      [lsn],
    );
    const [standby] = rows;
    if (standby?.recovers !== true || standby.lineage !== expected)
      throw new Error('the standby is not a copy of the primary');
    if (standby.replayed === true) return 'standby';
    if (performance.now() >= end) return 'behind';
    await pause(pollMs);
  }
}

const unanswered = (afterMs: number): Promise<never> =>
  pause(afterMs, undefined, { ref: false }).then(() => {
    throw new Error('the standby does not answer');
  });
