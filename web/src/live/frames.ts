import type { FeedState, Heartbeat, MatchRow, Tick } from '@touchline/core/contract';

export type Rows = ReadonlyMap<string, MatchRow>;

/** What has been read of the live room. `epoch` is undefined until the first snapshot. `n` is the last frame read. */
export type Board = {
  readonly rows: Rows;
  readonly epoch: string | undefined;
  readonly n: number;
  /** The `n` of a heartbeat that was ahead of mine: seen twice it means that a frame is missing. */
  readonly ahead: number;
  readonly feed: FeedState;
  /** Leagues whose prices the provider has not confirmed. */
  readonly staleLeagues: readonly string[];
  /** When the prices of each league were confirmed last, in ms since the epoch. */
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

/** `gap`: a frame between is missing or another node speaks; ask again. `old`: already read. `next`: apply it. */
export function judgeTick(board: Board, tick: Tick): 'gap' | 'old' | 'next' {
  if (tick.e !== board.epoch) return 'gap';
  if (tick.full) return 'next';
  if (tick.p > board.n) return 'gap';
  return tick.n <= board.n ? 'old' : 'next';
}

export const missesFrames = (board: Board, heartbeat: Heartbeat): boolean =>
  heartbeat.e !== board.epoch || (board.ahead > board.n && heartbeat.n >= board.ahead);

/**
 * The board after a frame: a full one replaces all rows but those that are newer than itself, any other one adds the rows that are
 * newer. Where I have read further than a full frame goes, the house has read its database and begins anew: only its rows count.
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

/** Rows that came by HTTP; they count only until the socket's snapshot is there, and never replace newer ones. */
export const withFetched = (board: Board, fetched: readonly MatchRow[]): Board => ({
  ...board,
  rows: merged(board.rows, fetched),
});

function merged(rows: Rows, arrived: readonly MatchRow[]): Rows {
  const next = new Map(rows);
  for (const row of arrived) {
    const mine = next.get(row.id);
    if (mine && mine.s >= row.s) continue;
    if (row.gone) next.delete(row.id);
    else next.set(row.id, row);
  }
  return next;
}

/** A row that says what I know already stays the same object, so that nothing that shows it is drawn again. */
function replaced(rows: Rows, { n, d }: Tick): Rows {
  // What came by HTTP may be of a node that has read further than the one that sends the frame.
  const next = new Map([...rows].filter(([, row]) => row.s > n));
  for (const row of d) {
    const mine = rows.get(row.id);
    if (!row.gone) next.set(row.id, mine && mine.s >= row.s ? mine : row);
  }
  return next;
}
