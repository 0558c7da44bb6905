import type { LedgerEventsPage, LedgerEventView } from '@touchline/core/contract';
import type { EventFilter } from './event-filter.ts';

/** What a reader of events has before them. Events are newest first. */
export type EventList = {
  readonly filter: EventFilter;
  readonly events: readonly LedgerEventView[];
  /** Where the older ones begin; `null` when there are none. */
  readonly next: number | null;
  /** Events that came while the reader was somewhere else; they are shown when asked for. */
  readonly held: readonly LedgerEventView[];
  /** More came than are worth fetching one by one: the list is to be read again from its top. */
  readonly isOverrun: boolean;
  /** Everything up to this `seq` has been read. */
  readonly readTo: number;
};

/** More rows than this are cut back to a page's worth as new ones arrive on top. */
const mostRows = 400;
const keptRows = 200;
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

/** A list that begins with this page and nothing else. */
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

/** Where to ask on from: a little before what has been read, so that nothing slips through. */
export const askAfter = (list: EventList): number => Math.max(list.readTo - overlap, 0);

/** Events that are newer than what was read, kept aside. `upTo`: how far the ledger had grown when they were asked for. */
export function withHeld(list: EventList, page: LedgerEventsPage, upTo: number): EventList {
  const known = new Set(list.events.map((event) => event.seq));
  const oldest = list.events.at(-1)?.seq ?? 0;
  const isNew = ({ seq }: LedgerEventView) => !known.has(seq) && (list.next === null || seq > oldest);
  const held = merged(list.held, page.events.filter(isNew));
  const isOverrun = list.isOverrun || page.next !== null;
  const readTo = page.next === null ? Math.max(list.readTo, upTo, ...page.events.map(({ seq }) => seq)) : list.readTo;
  return { ...list, held, isOverrun, readTo };
}

/** What was kept aside is put on top, and a list that grew long is cut back. */
export function withNews(list: EventList): EventList {
  const events = merged(list.events, list.held);
  if (list.held.length === 0 || events.length <= mostRows) return { ...list, events, held: [] };
  const kept = events.slice(0, keptRows);
  return { ...list, events: kept, held: [], next: kept.at(-1)?.seq ?? null };
}

/** Both, newest first, each event once. */
export function merged(a: readonly LedgerEventView[], b: readonly LedgerEventView[]): readonly LedgerEventView[] {
  if (b.length === 0) return a;
  const bySeq = new Map([...a, ...b].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => other.seq - one.seq);
}
