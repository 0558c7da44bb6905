import type { ServerEvents } from '@touchline/core/contract';

/** Measures the push. */
export type LiveMeter = {
  /** A frame went out to the list. `sinceMs`: from the database's word of the first change in it. */
  readonly ticked: (frame: { readonly rows: number; readonly sinceMs: number }) => void;
  readonly sent: (event: keyof ServerEvents, sockets: number) => void;
  /** A socket does not read fast enough. */
  readonly fellBehind: (what: 'held' | 'dropped') => void;
  /** A socket was not let in, as its client has too many. */
  readonly turnedAway: () => void;
  /** Something that was done for a socket failed, and the socket was ended. */
  readonly failed: () => void;
};
