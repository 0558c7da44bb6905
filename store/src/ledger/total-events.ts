import type { EventTotalView } from '@touchline/core/contract';
import { type Cents, dollars } from '@touchline/core/money';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { type EventFilter, findEvents } from './list-events.ts';

const pageSize = 10_000;
/** A page that finds few events has read 20,000, so a total reads 120,000 at most. */
const mostPages = 6;

/** Returns how many events a filter finds, newest first, and the sum of their entries on the accounts of the filter. */
export async function totalEvents(db: Db, filter: EventFilter): Promise<EventTotalView> {
  const { account } = filter;
  let events = 0;
  let amount = 0;
  let before: number | null | undefined;
  for (let page = 0; page < mostPages && before !== null; page += 1) {
    const { seqs, next }: { seqs: readonly number[]; next: number | null } = await findEvents(db, filter, {
      before,
      limit: pageSize,
    });
    events += seqs.length;
    before = next;
    if (account === undefined || seqs.length === 0) continue;
    const { rows } = await sql<{ amount: Cents }>`
      select coalesce(sum(amount), 0)::bigint as amount from ledger_entries
      where seq = any(${seqs}::bigint[]) and account = any(${account.split(',')}::text[])`.execute(db);
    amount += rows[0]?.amount ?? 0;
  }
  return {
    events,
    amount: account === undefined ? null : dollars(amount as Cents),
    isComplete: before === null,
  };
}
