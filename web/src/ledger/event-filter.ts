import { ledgerEventsQuery } from '@touchline/core/contract';
import type { EventsQuery } from '../api/ledger.ts';

/** Which events are asked for; without any of it: all that one may see. */
export type EventFilter = Omit<EventsQuery, 'before' | 'after' | 'limit'>;
export const filterNames = ['type', 'wallet', 'minAmount', 'maxAmount', 'time', 'from', 'to', 'cause'] as const;

/** The filter that an address names. What makes no sense is left out, so that no link can break the page. */
export function filterFromSearch(search: string): EventFilter {
  const query = new URLSearchParams(search);
  const found: Record<string, unknown> = {};
  for (const name of filterNames) {
    const text = query.get(name);
    if (text && ledgerEventsQuery.shape[name].safeParse(text).success) found[name] = text;
  }
  // Every value above was judged by the same schema, and `limit` comes from its default.
  const { limit: _limit, time, ...filter } = ledgerEventsQuery.parse(found);
  return time === 'effective' ? { ...filter, time } : filter;
}

/** The query of an address that names the filter, after whatever else it says. */
export function searchFromFilter(filter: EventFilter, kept: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(kept);
  for (const name of filterNames) {
    const value = filter[name];
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.toString();
}

/** Whether some events are left out. Which of the two times is shown leaves nothing out by itself. */
export const leavesOut = ({ time: _time, ...filter }: EventFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
