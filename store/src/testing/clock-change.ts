import { sql } from 'kysely';
import type { TestDatabase } from './test-database.ts';

const day = 24 * 3_600_000;

/** Sets the time zone of new sessions to one whose clocks were put forward or back some days ago. */
export async function changeClocks(
  { byOwner, url }: Pick<TestDatabase, 'byOwner' | 'url'>,
  change: 'forward' | 'back',
  daysAgo: number,
): Promise<void> {
  const changed = Date.now() - daysAgo * day;
  const summer = change === 'forward' ? [changed, changed + 90 * day] : [changed - 250 * day, changed];
  // As POSIX writes it: standard time is UTC, summer time an hour ahead, from one day of the year to another.
  const zone = `STD0SUM,${summer.map(dayOfYear).join(',')}`;
  const name = sql.id(new URL(url).pathname.slice(1));
  await byOwner((owner) => sql`alter database ${name} set timezone = ${sql.lit(zone)}`.execute(owner));
}

/** POSIX's day of the year, from J1 to J365: 29 February is never counted. */
function dayOfYear(at: number): string {
  const date = new Date(at);
  return `J${(Date.UTC(2025, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(2025, 0, 1)) / day + 1}`;
}
