import { type Heartbeat, liveRoom, type MatchRow, matchRoom, type Tick } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import type { Audience } from './audience.ts';
import type { LiveMeter } from './live-meter.ts';
import type { Replica } from './replica.ts';

/** Frames of one node: what changed, at most four times a second, and a heartbeat when nothing does. */
export type Ticker = {
  /**
   * The frame that brings somebody who has read up to `n` of the whole list up to date; 0 is nothing. Who asks within a moment of
   * another gets the same object, so that it is written out once for all of them.
   */
  readonly frameSince: (n: number) => Tick;
  /** One match as it is now. Its `n` is no further than the list's, so that a reader of both skips nothing of the list. */
  readonly frameOf: (row: MatchRow) => Tick;
  readonly heartbeat: () => Heartbeat;
  /** When the first frame went out that somebody in `rooms` who has read up to `n` has not read; `undefined` for none. */
  readonly unreadSince: (n: number, rooms: ReadonlySet<string>) => Instant | undefined;
  readonly start: () => void;
  readonly stop: () => void;
};
export type TickerOptions = {
  readonly replica: Replica;
  readonly audience: Audience;
  /** Tells the frames of this node from those of others and of its own earlier runs. */
  readonly epoch: string;
  readonly meter?: LiveMeter | undefined;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

const everyMs = 250;
const heartbeatAfterMs = 1_500;
/** However busy the list is, this often it is told when prices were confirmed. */
const confirmedEveryMs = 5_000;
/** As when a node died, and everybody who was there comes back. */
const sharedForMs = 50;
/** Longer than any socket may go without acknowledging. */
const logMs = 30_000;

type Said = { readonly n: number; readonly at: Instant; readonly versions: ReadonlyMap<string, number> };

export function createTicker({ replica, audience, epoch, meter, now, onError }: TickerOptions): Ticker {
  const pending = new Map<string, MatchRow>();
  let pendingSince: Instant | undefined;
  /** The version that each match's room heard last. */
  const heard = new Map<string, number>();
  const log: Said[] = [];
  /** Frames for those who join, by how far they have read; good until another frame is said, which they would not follow. */
  const joining = new Map<number, Tick>();
  let joiningSince = now();
  let said = 0;
  let saidAt = now();
  let beatAt = now();
  let roomsBeatAt = now();
  let lastFeed = '';
  let fanningOut: Promise<void> | undefined;
  /** Something that must not wait for the next tick came while a frame was going out. */
  let isHurried = false;
  let timer: NodeJS.Timeout | undefined;

  const frame = (p: number, n: number, d: readonly MatchRow[]): Tick => ({ e: epoch, p, n, t: now(), d });
  const heartbeat = (): Heartbeat => ({ e: epoch, n: said, t: now(), ...replica.feed() });

  const sayChanges = async (): Promise<void> => {
    const rows = [...pending.values()].sort((a, b) => a.s - b.s);
    pending.clear();
    const since = pendingSince ?? now();
    pendingSince = undefined;
    const tick = frame(said, replica.n(), rows);
    said = tick.n;
    saidAt = now();
    joining.clear();
    await audience.say(liveRoom, 'tick', tick);
    meter?.ticked({ rows: rows.length, sinceMs: now() - since });
    // After the list, and in the order of versions: a reader of several rooms never takes a frame for an old one.
    for (const row of rows) {
      const room = matchRoom(row.id);
      await audience.say(room, 'tick', frame(heard.get(room) ?? 0, row.s, [row]));
      if (row.gone) heard.delete(room);
      else heard.set(room, row.s);
    }
    // Only now has everybody got it: who is held before a frame reached them would have nothing to acknowledge.
    log.push({ n: tick.n, at: now(), versions: new Map(rows.map((row) => [matchRoom(row.id), row.s])) });
    while (log[0] && now() - log[0].at > logMs) log.shift();
  };

  const sayHeartbeat = async (): Promise<void> => {
    const beat = heartbeat();
    saidAt = now();
    beatAt = saidAt;
    lastFeed = feedText(beat);
    await audience.say(liveRoom, 'hb', beat);
  };

  /** A room of one match may be silent while the list is busy. */
  const sayRoomHeartbeats = async (): Promise<void> => {
    roomsBeatAt = now();
    for (const room of audience.rooms()) {
      if (room !== liveRoom) await audience.say(room, 'hb', { ...heartbeat(), n: heard.get(room) ?? 0 });
    }
  };

  /** While a frame is still going out the next one waits: what changes meanwhile goes with it. */
  const beat = (): void => {
    if (fanningOut) return;
    const isIdle =
      now() - saidAt >= heartbeatAfterMs || now() - beatAt >= confirmedEveryMs || feedText(replica.feed()) !== lastFeed;
    const isRoomBeatDue = now() - roomsBeatAt >= heartbeatAfterMs;
    if (pending.size === 0 && !isIdle && !isRoomBeatDue) return;
    isHurried = false;
    fanningOut = (async () => {
      if (pending.size > 0) await sayChanges();
      if (isIdle) await sayHeartbeat();
      if (isRoomBeatDue) await sayRoomHeartbeats();
    })()
      .catch(onError)
      .finally(() => {
        fanningOut = undefined;
        if (isHurried) beat();
      });
  };

  const freshFrameSince = (from: number): Tick => {
    const { rows, isAll } = replica.since(from);
    return isAll ? { ...frame(0, replica.n(), rows), full: true } : frame(from, replica.n(), rows);
  };

  return {
    frameSince: (from) => {
      if (now() - joiningSince > sharedForMs) {
        joining.clear();
        joiningSince = now();
      }
      const tick = joining.get(from) ?? freshFrameSince(from);
      joining.set(from, tick);
      return tick;
    },
    frameOf: (row) => frame(0, said, [row]),
    heartbeat,
    unreadSince: (n, rooms) => {
      const from = firstAfter(log, n);
      if (rooms.has(liveRoom)) return log[from]?.at;
      return log.slice(from).find((one) => isHeardIn(rooms, one, n))?.at;
    },
    start: () => {
      said = replica.n();
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

/** Where the frames begin that say more than `n`; the log is in their order. */
function firstAfter(log: readonly Said[], n: number): number {
  let [from, to] = [0, log.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((log[middle]?.n ?? 0) > n) to = middle;
    else from = middle + 1;
  }
  return from;
}

function isHeardIn(rooms: ReadonlySet<string>, frame: Said, n: number): boolean {
  for (const room of rooms) if ((frame.versions.get(room) ?? 0) > n) return true;
  return false;
}

const feedText = ({ feed, stale }: Pick<Heartbeat, 'feed' | 'stale'>): string => `${feed} ${stale.join(' ')}`;
