import { type Heartbeat, liveRoom, type MatchRow, matchRoom, type Tick } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import type { Audience } from './audience.ts';
import type { LiveMeter } from './live-meter.ts';
import type { Replica } from './replica.ts';

/** Sends one node's ticks: what changed, at most four times a second, and a heartbeat when nothing does. */
export type Ticker = {
  /**
   * The tick that brings a reader of the whole list from version `n` up to date; 0 is none. Calls within a moment return the same
   * object, so that it is encoded once for all of them.
   */
  readonly tickSince: (n: number) => Tick;
  /** One match as it is now. Its `n` is not above the list's, so that a reader of both misses nothing of the list. */
  readonly tickOf: (row: MatchRow) => Tick;
  readonly heartbeat: () => Heartbeat;
  /** When the oldest tick was sent that a reader in `rooms` at version `n` has not read; `undefined` for none. */
  readonly unreadSince: (n: number, rooms: ReadonlySet<string>) => Instant | undefined;
  readonly start: () => void;
  readonly stop: () => void;
};
export type TickerOptions = {
  readonly replica: Replica;
  readonly audience: Audience;
  /** Distinguishes this node's ticks from other nodes' and from its earlier runs'. */
  readonly epoch: string;
  readonly meter?: LiveMeter | undefined;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

const everyMs = 250;
const heartbeatAfterMs = 1_500;
/** How often confirmation times are sent, however busy the list is. */
const confirmedEveryMs = 5_000;
/** When a node dies, its clients all reconnect at once. */
const sharedForMs = 50;
/** Longer than any socket may go without acknowledging. */
const logMs = 30_000;

type Sent = { readonly n: number; readonly at: Instant; readonly versions: ReadonlyMap<string, number> };

export function createTicker({ replica, audience, epoch, meter, now, onError }: TickerOptions): Ticker {
  const pending = new Map<string, MatchRow>();
  let pendingSince: Instant | undefined;
  const matchRooms = createMatchRooms({ audience, now });
  const log = createTickLog();
  let sent = 0;
  let sentAt = now();
  let beatAt = now();
  let lastFeed = '';
  let fanningOut: Promise<void> | undefined;
  /** An urgent change arrived while a tick was being sent. */
  let isHurried = false;
  let timer: NodeJS.Timeout | undefined;

  const tickFrom = (p: number, n: number, d: readonly MatchRow[]): Tick => ({ e: epoch, p, n, t: now(), d });
  const heartbeat = (): Heartbeat => ({ e: epoch, n: sent, t: now(), ...replica.feed() });

  const joining = shareForAMoment(now, (from) => {
    const { rows, isAll } = replica.since(from);
    return isAll ? { ...tickFrom(0, replica.n(), rows), full: true } : tickFrom(from, replica.n(), rows);
  });

  const sendChanges = async (): Promise<void> => {
    const rows = [...pending.values()].sort((a, b) => a.s - b.s);
    pending.clear();
    const since = pendingSince ?? now();
    pendingSince = undefined;
    const tick = tickFrom(sent, replica.n(), rows);
    sent = tick.n;
    sentAt = now();
    joining.clear();
    await audience.publish(liveRoom, 'tick', tick);
    meter?.ticked({ rows: rows.length, sinceMs: now() - since });
    // After the list and in version order, so that a reader of several rooms never takes a tick for an old one.
    await matchRooms.send(rows, tickFrom);
    // Only now was it sent to every client: before, a slow one would have nothing to acknowledge.
    log.add({ n: tick.n, at: now(), versions: new Map(rows.map((row) => [matchRoom(row.id), row.s])) });
  };

  const sendHeartbeat = async (): Promise<void> => {
    const beat = heartbeat();
    sentAt = now();
    beatAt = sentAt;
    lastFeed = feedText(beat);
    await audience.publish(liveRoom, 'hb', beat);
  };

  /** While a tick is being sent the next one waits, and includes what changes until then. */
  const beat = (): void => {
    if (fanningOut) return;
    const isIdle =
      now() - sentAt >= heartbeatAfterMs || now() - beatAt >= confirmedEveryMs || feedText(replica.feed()) !== lastFeed;
    const isRoomBeatDue = matchRooms.isHeartbeatDue();
    if (pending.size === 0 && !isIdle && !isRoomBeatDue) return;
    isHurried = false;
    fanningOut = (async () => {
      if (pending.size > 0) await sendChanges();
      if (isIdle) await sendHeartbeat();
      if (isRoomBeatDue) await matchRooms.sendHeartbeats(heartbeat);
    })()
      .catch(onError)
      .finally(() => {
        fanningOut = undefined;
        if (isHurried) beat();
      });
  };

  return {
    tickSince: joining.tickSince,
    tickOf: (row) => tickFrom(0, sent, [row]),
    heartbeat,
    unreadSince: log.unreadSince,
    start: () => {
      sent = replica.n();
      replica.onChange((change) => {
        for (const row of change.rows) pending.set(row.id, row);
        pendingSince ??= change.since;
        if (change.urgency === 'with the next tick') return;
        isHurried = true;
        beat();
      });
      timer = setInterval(beat, everyMs);
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Ticks for clients that join, by the version they have read: those of one moment share them. They are valid until the next tick,
 * which would not follow them.
 */
function shareForAMoment(now: () => Instant, newTickSince: (from: number) => Tick) {
  const ticks = new Map<number, Tick>();
  let since = now();
  return {
    tickSince: (from: number): Tick => {
      if (now() - since > sharedForMs) {
        ticks.clear();
        since = now();
      }
      const tick = ticks.get(from) ?? newTickSince(from);
      ticks.set(from, tick);
      return tick;
    },
    clear: (): void => ticks.clear(),
  };
}

/** The room of each match has its own versions, and heartbeats: it may be silent while the list is busy. */
function createMatchRooms({ audience, now }: Pick<TickerOptions, 'audience' | 'now'>) {
  /** The version last sent to each room. */
  const sentTo = new Map<string, number>();
  let beatAt = now();
  return {
    send: async (rows: readonly MatchRow[], tickFrom: (p: number, n: number, d: readonly MatchRow[]) => Tick) => {
      for (const row of rows) {
        const room = matchRoom(row.id);
        await audience.publish(room, 'tick', tickFrom(sentTo.get(room) ?? 0, row.s, [row]));
        if (row.gone) sentTo.delete(room);
        else sentTo.set(room, row.s);
      }
    },
    isHeartbeatDue: (): boolean => now() - beatAt >= heartbeatAfterMs,
    sendHeartbeats: async (heartbeat: () => Heartbeat): Promise<void> => {
      beatAt = now();
      for (const room of audience.rooms()) {
        if (room !== liveRoom) await audience.publish(room, 'hb', { ...heartbeat(), n: sentTo.get(room) ?? 0 });
      }
    },
  };
}

/** Which ticks were sent lately, in version order. */
function createTickLog() {
  const log: Sent[] = [];
  return {
    add: (tick: Sent): void => {
      log.push(tick);
      while (log[0] && tick.at - log[0].at > logMs) log.shift();
    },
    unreadSince: (n: number, rooms: ReadonlySet<string>): Instant | undefined => {
      const from = firstAfter(log, n);
      if (rooms.has(liveRoom)) return log[from]?.at;
      return log.slice(from).find((tick) => isNewIn(rooms, tick, n))?.at;
    },
  };
}

/** The index of the first tick above version `n`. */
function firstAfter(log: readonly Sent[], n: number): number {
  let [from, to] = [0, log.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((log[middle]?.n ?? 0) > n) to = middle;
    else from = middle + 1;
  }
  return from;
}

function isNewIn(rooms: ReadonlySet<string>, tick: Sent, n: number): boolean {
  for (const room of rooms) if ((tick.versions.get(room) ?? 0) > n) return true;
  return false;
}

const feedText = ({ feed, stale }: Pick<Heartbeat, 'feed' | 'stale'>): string => `${feed} ${stale.join(' ')}`;
