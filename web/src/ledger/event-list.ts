import type { LedgerEventsPage, LedgerEventView } from '@touchline/core/contract';
import type { EventFilter } from './event-filter.ts';

/** The events on a screen, newest first. */
export type EventList = {
  readonly filter: EventFilter;
  readonly events: readonly LedgerEventView[];
  /** The `before` of the next page; `null` at the end. */
  readonly next: number | null;
  /** New events that are not shown until the reader asks for them. */
  readonly held: readonly LedgerEventView[];
  /** There are too many new events to fetch: the list has to be loaded again from the top. */
  readonly isOverrun: boolean;
  /** Everything up to this `seq` has been fetched. */
  readonly readTo: number;
};

/** A longer list is cut to `maxRows` when new events arrive. */
const mostRows = 400;
const maxRows = 200;
/** A sequence is not the order of commits: an event may appear a moment after one with a higher `seq`. */
const overlap = 50;

export const emptyList = (filter: EventFilter): EventList => ({
  filter,
  events: [],
  next: null,
  held: [],
  isOverrun: false,
  readTo: 0,
});

/** The list with this page only. */
export const withFirstPage = (list: EventList, page: LedgerEventsPage): EventList => ({
  ...emptyList(list.filter),
  events: page.events,
  next: page.next,
  readTo: Math.max(list.readTo, page.events[0]?.seq ?? 0),
});

export const withOlder = (list: EventList, page: LedgerEventsPage): EventList => ({
  ...list,
  events: merged(list.events, page.events),
  next: page.next,
});

/** The `after` of the next query: a little before the newest fetched event, so that none is missed. */
export const nextQueryAfter = (list: EventList): number => Math.max(list.readTo - overlap, 0);

/** The list holding this page's new events. `upTo`: how far the ledger had grown when they were requested. */
export function withHeld(list: EventList, page: LedgerEventsPage, upTo: number): EventList {
  const known = new Set(list.events.map((event) => event.seq));
  const oldest = list.events.at(-1)?.seq ?? 0;
  const isNew = ({ seq }: LedgerEventView) => !known.has(seq) && (list.next === null || seq > oldest);
  const held = merged(list.held, page.events.filter(isNew));
  const isOverrun = list.isOverrun || page.next !== null;
  const readTo = page.next === null ? Math.max(list.readTo, upTo, ...page.events.map(({ seq }) => seq)) : list.readTo;
  return { ...list, held, isOverrun, readTo };
}

/** The list with the held events shown, cut if it is too long. */
export function withNews(list: EventList): EventList {
  const events = merged(list.events, list.held);
  if (list.held.length === 0 || events.length <= mostRows) return { ...list, events, held: [] };
  const kept = events.slice(0, maxRows);
  return { ...list, events: kept, held: [], next: kept.at(-1)?.seq ?? null };
}

/** Both lists as one, newest first, each event once. */
export function merged(a: readonly LedgerEventView[], b: readonly LedgerEventView[]): readonly LedgerEventView[] {
  if (b.length === 0) return a;
  const bySeq = new Map([...a, ...b].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => other.seq - one.seq);
}
