import { type LedgerEventsQuery, ledgerEventsQuery } from '@touchline/core/contract';

/** Which events to show; without fields, all that the user may see. */
export type EventFilter = Omit<LedgerEventsQuery, 'before' | 'after' | 'limit'>;
export const filterNames = [
  ...(['type', 'wallet', 'account', 'league', 'market'] as const),
  ...(['minAmount', 'maxAmount', 'time', 'from', 'to', 'cause'] as const),
];

/** Reads the filter in a URL. Invalid fields are left out, so that no link can break the page. */
export function filterFromSearch(search: string): EventFilter {
  const query = new URLSearchParams(search);
  const found: Record<string, unknown> = {};
  for (const name of filterNames) {
    const text = query.get(name);
    if (text && ledgerEventsQuery.shape[name].safeParse(text).success) found[name] = text;
  }
  // Every value was checked by the same schema above.
  const { limit: _limit, time, ...filter } = ledgerEventsQuery.parse(found);
  return time === 'effective' ? { ...filter, time } : filter;
}

/** The query of a URL with this filter. */
export function searchFromFilter(filter: EventFilter): string {
  const query = new URLSearchParams();
  for (const name of filterNames) {
    const value = filter[name];
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.toString();
}

/** Whether the filter hides any events. The choice of time alone hides none. */
export const leavesOut = ({ time: _time, ...filter }: EventFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
