import { sql } from 'kysely';

/**
 * A time on one of the ledger's two time axes. `recorded`: as known then; `effective`: as it counts for then, by what is known now.
 * ISO 8601 with a zone, up to six decimals; inclusive.
 */
export type Moment = { readonly time: 'recorded' | 'effective'; readonly at: string };

/** The SQL condition that an event `e` had happened by then; true without a moment. */
export const happenedBy = (moment: Moment | undefined) =>
  moment
    ? sql<boolean>`${sql.ref(moment.time === 'recorded' ? 'e.recorded_at' : 'e.effective_at')} <= ${moment.at}::timestamptz`
    : sql<boolean>`true`;
