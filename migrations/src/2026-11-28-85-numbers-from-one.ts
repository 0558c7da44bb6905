import { type Kysely, sql } from 'kysely';

/**
 * The numbers of logged records begin at 1. A record below the first one that was logged would be in no log, yet checks of bets would
 * read it. Existing rows are not validated, which would lock large tables: the verification reports a record of that kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const numbers = {
    ...{ ledger_events: 'seq', match_results: 'number', match_reports: 'number', adjustment_steps: 'number' },
    ...{ audit_log: 'id', access_log: 'id', exclusions: 'id', operator_exclusions: 'id' },
  };
  for (const [table, number] of Object.entries(numbers)) {
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.id(`${table}_from_one`)} check (${sql.id(number)} > 0) not valid
    `.execute(db);
  }
}
