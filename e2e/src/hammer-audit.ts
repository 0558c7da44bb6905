import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@touchline/store/connect';
import { type VerifyReport, verifyLedger } from '@touchline/store/ledger';
import { settlementEvents } from './audit-payouts.ts';
import type { Answers } from './hammer-bets.ts';

export type HammerAudit = {
  /** Acknowledged bets without a stake in the ledger. */
  readonly missing: readonly string[];
  /** Keys that became two bets, and bets with two stakes. */
  readonly doubled: readonly string[];
  /** Stakes in the ledger whose calls got no answer. */
  readonly unanswered: readonly string[];
  /** Bets that were settled more than once, or not at all. */
  readonly notOnce: readonly string[];
  readonly deadlocks: number;
  readonly negative: number;
  readonly ledger: VerifyReport;
};

/** Compares what was answered with what the ledger holds. */
export async function auditHammer(store: Store, answers: Answers, dataFolder: string): Promise<HammerAudit> {
  const { rows } = await store.pool.query<{ id: string; stakes: number }>(
    `select substring(key from 7) as id, count(*) as stakes from ledger_events
     where type = 'StakeTaken' and cause like 'request:%' group by key`,
  );
  const stakes = new Map(rows.map((row) => [row.id, row.stakes]));
  const acknowledged = new Set([...answers.bets.values()].flatMap((ids) => [...ids]));
  const settlements = await settlementEvents(store);
  const negative = await store.pool.query<{ count: number }>('select count(*) from wallets where cash < 0');
  return {
    missing: [...acknowledged].filter((id) => !stakes.has(id)),
    doubled: [
      ...[...answers.bets].filter(([, ids]) => ids.size > 1).map(([key]) => key),
      ...[...stakes].filter(([, count]) => count > 1).map(([id]) => id),
    ],
    unanswered: [...stakes.keys()].filter((id) => !acknowledged.has(id)),
    notOnce: [...acknowledged].filter((id) => settlements.get(id)?.length !== 1),
    deadlocks: Math.max(await countedDeadlocks(store), loggedDeadlocks(dataFolder)),
    negative: negative.rows[0]?.count ?? 0,
    ledger: await verifyLedger(store.pool),
  };
}

async function countedDeadlocks({ pool }: Store): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}

const loggedDeadlocks = (dataFolder: string): number =>
  readFileSync(join(dataFolder, 'postgres', 'postgres.log'), 'utf8').split('deadlock detected').length - 1;
