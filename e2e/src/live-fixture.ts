import type { Replica, ReplicaChange } from '@touchline/api/replica';
import { createTicker, type Ticker } from '@touchline/api/tick';
import type { MatchRow, Tick } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from '@touchline/web/connection-events';
import { liveMachine } from '@touchline/web/live-machine';
import { createActor, fromCallback } from 'xstate';

/** Nodes with the real ticker, screens with the real machine, and between them a network that fails on request. */
export type LiveFixture = {
  /** A new version of a match, in the database. */
  readonly change: (id: string, urgency: ReplicaChange['urgency']) => void;
  readonly takeAway: (id: string) => void;
  /** A node that sleeps does not read the database. */
  readonly sleep: (node: number) => void;
  readonly wake: (node: number) => void;
  /** Replaces its process: a new epoch, everything read again, every connection lost. */
  readonly restart: (node: number) => void;
  readonly connect: (screen: number, node: number) => void;
  readonly cut: (screen: number) => void;
  /** The next `pushes` to a screen never arrive, although it stays connected. */
  readonly lose: (screen: number, pushes: number) => void;
  /** The next push to a screen arrives twice. */
  readonly double: (screen: number) => void;
  /** A frame that this or another node sent long ago arrives late. */
  readonly arriveLate: (screen: number, back: number) => void;
  /** Nodes that are awake read what changed. */
  readonly read: () => void;
  /** What screens show that they must not: an older row after a newer one. */
  readonly wrongs: readonly string[];
  readonly shown: (screen: number) => string;
  readonly isTrusted: (screen: number) => boolean;
  /** What the database has. */
  readonly truth: () => string;
  readonly close: () => void;
};

type Node = { e: string; read: () => void; isAsleep: boolean; members: Set<Screen>; replica: Replica; ticker: Ticker };
type Screen = {
  node: Node | undefined;
  deliver: ((event: ConnectionEvent) => void) | undefined;
  lost: number;
  isDoubled: boolean;
};

export function openLiveFixture(size: { readonly nodes: number; readonly screens: number }): LiveFixture {
  const database = new Map<string, MatchRow>();
  const frames: Tick[] = [];
  const wrongs: string[] = [];
  let seq = 0;
  let epochs = 0;

  const openNode = (): Node => {
    epochs += 1;
    return startNode(`node ${epochs}`, database, {
      sent: (tick) => frames.push(tick),
      wrong: (error) => wrongs.push(String(error)),
    });
  };
  const nodes = Array.from({ length: size.nodes }, openNode);
  const screens = Array.from({ length: size.screens }, () => openScreen((wrong) => wrongs.push(wrong)));
  const write = (id: string, more: { readonly gone?: true }): void => {
    seq += 1;
    database.set(id, { ...rowOf(id, seq), ...more });
  };

  return {
    change: (id, urgency) => {
      write(id, {});
      if (urgency === 'at once') for (const node of nodes) if (!node.isAsleep) node.read();
    },
    takeAway: (id) => write(id, { gone: true }),
    sleep: (node) => set(nodes[node], true),
    wake: (node) => set(nodes[node], false),
    restart: (at) => {
      const node = nodes[at];
      if (!node) return;
      node.ticker.stop();
      const members = screens.filter(({ screen }) => screen.node === node);
      nodes[at] = openNode();
      for (const { screen } of members) cut(screen);
    },
    connect: (at, to) => {
      const screen = screens[at]?.screen;
      if (!screen || screen.node) return;
      screen.node = nodes[to];
      screen.lost = 0;
      screen.deliver?.({ type: 'connected' });
    },
    cut: (at) => cut(screens[at]?.screen),
    lose: (at, pushes) => {
      const screen = screens[at]?.screen;
      if (screen) screen.lost = pushes;
    },
    double: (at) => {
      const screen = screens[at]?.screen;
      if (screen) screen.isDoubled = true;
    },
    arriveLate: (at, back) => {
      const tick = frames.at(-1 - back);
      if (tick && screens[at]?.screen.node) screens[at].screen.deliver?.({ type: 'tick', tick });
    },
    read: () => {
      for (const node of nodes) if (!node.isAsleep) node.read();
    },
    wrongs,
    shown: (at) => textOf(screens[at]?.actor.getSnapshot().context.rows.values() ?? []),
    isTrusted: (at) => screens[at]?.actor.getSnapshot().hasTag('trusted') ?? false,
    truth: () => textOf([...database.values()].filter((row) => !row.gone)),
    close: () => {
      for (const node of nodes) node.ticker.stop();
      for (const { actor } of screens) actor.stop();
    },
  };
}

/** A node with the product's ticker. */
function startNode(
  epoch: string,
  database: ReadonlyMap<string, MatchRow>,
  report: { readonly sent: (tick: Tick) => void; readonly wrong: (error: unknown) => void },
): Node {
  const members = new Set<Screen>();
  const { replica, read } = openReplica(database);
  const ticker = createTicker({
    replica,
    audience: {
      join: () => undefined,
      leave: () => undefined,
      rooms: () => ['live'],
      publish: async (room, event, ...args) => {
        if (room !== 'live') return;
        const [fact] = args;
        if (event === 'tick') report.sent(fact as Tick);
        for (const screen of members) {
          if (event === 'tick') push(screen, { type: 'tick', tick: fact as Tick });
          if (event === 'hb') push(screen, { type: 'heartbeat', heartbeat: fact as never, at: Date.now() });
        }
      },
    },
    epoch,
    now: () => instant(Date.now()),
    onError: report.wrong,
  });
  ticker.start();
  return { e: epoch, read, isAsleep: false, members, replica, ticker };
}

/** A screen with the product's machine; a row that goes back in time is reported. */
function openScreen(report: (wrong: string) => void) {
  const screen: Screen = { node: undefined, deliver: undefined, lost: 0, isDoubled: false };
  const connection = fromCallback<ConnectionCommand, ConnectionInput>(({ sendBack, receive }) => {
    screen.deliver = sendBack;
    receive((order) => {
      if (order.type === 'subscribe') setTimeout(() => answer(screen, order.n), 5);
    });
  });
  const actor = createActor(liveMachine.provide({ actors: { connection } }), { input: { token: undefined } });
  const newest = new Map<string, number>();
  actor.subscribe(({ context }) => {
    for (const { id, s } of context.rows.values()) {
      const before = newest.get(id) ?? 0;
      if (s < before) report(`${id} went from ${before} to ${s}`);
      newest.set(id, Math.max(before, s));
    }
  });
  actor.start();
  return { screen, actor };
}

/** Sends an event to a screen: not at all if it is to be lost, twice if it is to be doubled. */
function push(screen: Screen, event: ConnectionEvent): void {
  if (screen.lost > 0) {
    screen.lost -= 1;
    return;
  }
  screen.deliver?.(event);
  if (screen.isDoubled) screen.deliver?.(event);
  screen.isDoubled = false;
}

/** As the API answers `sub`: a screen that has read further than this node makes it read first. */
function answer(screen: Screen, n: number): void {
  const { node } = screen;
  if (!node) return;
  if (n > node.replica.n()) node.read();
  const tick = node.ticker.tickSince(n);
  node.members.add(screen);
  screen.deliver?.({
    type: 'subscription answered',
    answer: { ok: true, tick, hb: node.ticker.heartbeat() },
    at: Date.now(),
  });
}

function cut(screen: Screen | undefined): void {
  if (!screen?.node) return;
  screen.node.members.delete(screen);
  screen.node = undefined;
  screen.deliver?.({ type: 'disconnected' });
}

function set(node: Node | undefined, isAsleep: boolean): void {
  if (node) node.isAsleep = isAsleep;
}

/** What a node knows of the database, as of its last read. */
function openReplica(database: ReadonlyMap<string, MatchRow>): { replica: Replica; read: () => void } {
  const known = new Map(database);
  const listeners: ((change: ReplicaChange) => void)[] = [];
  const newest = () => Math.max(0, ...[...known.values()].map((row) => row.s));
  let n = newest();
  const shown = () => [...known.values()].filter((row) => !row.gone);
  const read = (): void => {
    const rows = [...database.values()].filter((row) => row.s > n).sort((a, b) => a.s - b.s);
    for (const row of rows) known.set(row.id, row);
    n = newest();
    const change = { rows, urgency: 'with the next tick', since: instant(Date.now()) } as const;
    if (rows.length > 0) for (const listener of listeners) listener(change);
  };
  const replica: Replica = {
    isLoaded: () => true,
    n: () => n,
    rows: shown,
    row: (id) => shown().find((row) => row.id === id),
    since: (from) =>
      from === 0 || from > n
        ? { rows: shown(), isAll: true }
        : { rows: [...known.values()].filter((row) => row.s > from).sort((a, b) => a.s - b.s), isAll: false },
    closures: () => [],
    feed: () => ({ feed: 'ok', stale: [] }),
    readAt: () => undefined,
    catchUp: async () => true,
    onChange: (listener) => void listeners.push(listener),
    start: async () => undefined,
    close: async () => undefined,
  };
  return { replica, read };
}

const rowOf = (id: string, s: number): MatchRow => ({
  id,
  s,
  match: { homeTeam: `${id} United`, awayTeam: `${id} City`, commenceTime: '2026-11-21T15:00:00.000Z' },
  league: { key: 'soccer_epl', title: 'Premier League' },
  odds: { homeWin: 2 + (s % 100) / 100, draw: 3.4, awayWin: 3.6, overUnder: null },
  markets: { h2h: 'open', totals: 'none' },
  status: 'open',
  score: null,
  quotedAt: '2026-11-20T14:00:00.000Z',
});

const textOf = (rows: Iterable<MatchRow>): string =>
  [...rows]
    .map(({ id, s, odds }) => `${id} ${s} ${odds.homeWin}`)
    .sort()
    .join('\n');
