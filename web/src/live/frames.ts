import type { FeedState, Heartbeat, MatchRow, Tick } from '@touchline/core/contract';

export type Rows = ReadonlyMap<string, MatchRow>;

/** The client's copy of the live room. `epoch` is undefined until the first snapshot. `n` is the last frame applied. */
export type Board = {
  readonly rows: Rows;
  readonly epoch: string | undefined;
  readonly n: number;
  /** The `n` of a heartbeat that was ahead of this copy. Two in a row mean that a frame is missing. */
  readonly ahead: number;
  readonly feed: FeedState;
  /** Leagues whose prices the provider has not confirmed recently. */
  readonly staleLeagues: readonly string[];
  /** When each league's prices were last confirmed, in ms since the Unix epoch. */
  readonly confirmed: Readonly<Record<string, number>>;
  /** Server clock minus this clock, in ms. */
  readonly clockLeadMs: number;
};

export const emptyBoard: Board = {
  rows: new Map(),
  epoch: undefined,
  n: 0,
  ahead: 0,
  feed: 'ok',
  staleLeagues: [],
  confirmed: {},
  clockLeadMs: 0,
};

/** `gap`: a frame is missing or another node answered, so subscribe again. `old`: already applied. `next`: apply it. */
export function classifyTick(board: Board, tick: Tick): 'gap' | 'old' | 'next' {
  if (tick.e !== board.epoch) return 'gap';
  if (tick.full) return 'next';
  if (tick.p > board.n) return 'gap';
  return tick.n <= board.n ? 'old' : 'next';
}

export const hasMissedFrames = (board: Board, heartbeat: Heartbeat): boolean =>
  heartbeat.e !== board.epoch || (board.ahead > board.n && heartbeat.n >= board.ahead);

/**
 * Applies a frame. A full frame replaces all rows except newer ones; any other frame adds its newer rows. A full frame older than
 * this copy means that the server restarted its sequence from the database, so only its rows count.
 */
export function withTick(board: Board, tick: Tick): Board {
  const known = tick.full && tick.n < board.n ? emptyBoard.rows : board.rows;
  const rows = tick.full ? replaced(known, tick) : merged(known, tick.d);
  return { ...board, rows, epoch: tick.e, n: tick.n, ahead: 0 };
}

export function withHeartbeat(board: Board, heartbeat: Heartbeat, receivedAt: number): Board {
  const sameLeagues = board.staleLeagues.join() === heartbeat.stale.join();
  return {
    ...board,
    ahead: heartbeat.n > board.n ? heartbeat.n : 0,
    feed: heartbeat.feed,
    staleLeagues: sameLeagues ? board.staleLeagues : heartbeat.stale,
    confirmed: heartbeat.confirmed ?? board.confirmed,
    clockLeadMs: heartbeat.t - receivedAt,
  };
}

/** Applies rows fetched over HTTP. They never replace newer rows, and the socket's snapshot supersedes them. */
export const withFetched = (board: Board, fetched: readonly MatchRow[]): Board => ({
  ...board,
  rows: merged(board.rows, fetched),
});

function merged(rows: Rows, arrived: readonly MatchRow[]): Rows {
  const next = new Map(rows);
  for (const row of arrived) {
    const current = next.get(row.id);
    if (current && current.s >= row.s) continue;
    if (row.gone) next.delete(row.id);
    else next.set(row.id, row);
  }
  return next;
}

/** Keeps the object of an unchanged row, so that its components do not render again. */
function replaced(rows: Rows, { n, d }: Tick): Rows {
  // Rows fetched over HTTP may come from a node that is ahead of the one that sent this frame.
  const next = new Map([...rows].filter(([, row]) => row.s > n));
  for (const row of d) {
    const current = rows.get(row.id);
    if (!row.gone) next.set(row.id, current && current.s >= row.s ? current : row);
  }
  return next;
}
