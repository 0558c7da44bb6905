import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { type NumberedTable, settledBy } from './settled-numbers.ts';

// Writers lock a wallet before they take a sequence number, and hold it until the commit.
const ledger: NumberedTable = { table: 'ledger_events', number: 'seq', lockedTable: 'wallets' };

/**
 * Returns the highest `seq` below which no event can still appear. Sequence numbers are taken before the commit, so a higher one
 * may become visible first; this waits for the current writers, about one commit. `undefined` if they take longer than `withinMs`.
 */
export const settledSeq = (db: Db, withinMs = 1_000): Promise<number | undefined> =>
  settledBy(async (text) => (await sql.raw(text).execute(db)).rows, ledger, withinMs);
