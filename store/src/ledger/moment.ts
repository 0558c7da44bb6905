import { sql } from 'kysely';

/**
 * A moment in one of the ledger's two times. `recorded`: what was known then. `effective`: what counts for then as it is
 * known now. ISO 8601 with a zone, at most six decimals; events of that very microsecond are included.
 */
export type Moment = { readonly time: 'recorded' | 'effective'; readonly at: string };

/** The condition that an event `e` had happened by then; always true without a moment. */
export const happenedBy = (moment: Moment | undefined) =>
  moment
    ? sql<boolean>`${sql.ref(moment.time === 'recorded' ? 'e.recorded_at' : 'e.effective_at')} <= ${moment.at}::timestamptz`
    : sql<boolean>`true`;
