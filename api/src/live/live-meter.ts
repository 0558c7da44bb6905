import type { ServerEvents } from '@touchline/core/contract';

/** Measures the push. */
export type LiveMeter = {
  /** A frame went out to the list. `sinceMs`: since the database notified of the first change in it. */
  readonly ticked: (frame: { readonly rows: number; readonly sinceMs: number }) => void;
  readonly sent: (event: keyof ServerEvents, sockets: number) => void;
  /** A socket does not read fast enough. */
  readonly fellBehind: (what: 'held' | 'dropped') => void;
  /** A socket was refused because its client has too many. */
  readonly refused: () => void;
  /** A handler of a socket failed, and the socket was disconnected. */
  readonly failed: () => void;
};
