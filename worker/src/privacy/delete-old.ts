import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import { applyRetention, type RetentionDays } from '@touchline/store/privacy';
import type { Log } from '../log.ts';

export type DeleteOldDeps = {
  readonly db: Db;
  readonly log: Log;
  readonly now: () => Instant;
  readonly days: RetentionDays;
  readonly deleted: (table: string, count: number) => void;
};

/** Deletes rows that are older than their retention policy allows. */
export async function deleteOld({ db, log, now, days, deleted }: DeleteOldDeps): Promise<void> {
  const counts = Object.entries(await applyRetention(db, now(), { days })).filter(([, count]) => count > 0);
  for (const [table, count] of counts) deleted(table, count);
  if (counts.length > 0) log.info(Object.fromEntries(counts), 'old rows deleted');
}
