import { liveRoom, matchRoom } from '@touchline/core/contract';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Audience } from './audience.ts';
import { frameOfTick, send } from './frame.ts';
import type { LiveMeter } from './live-meter.ts';
import type { LiveSocket } from './live-server.ts';
import { outletOf } from './outlet.ts';
import type { Ticker } from './tick.ts';
import { bufferedBytes, cutLine } from './wire.ts';

/** One socket that hears match rooms, and how far behind it is. */
export type Listener = {
  readonly rooms: ReadonlySet<string>;
  /** Joins the list after a frame up to `readUpTo` was handed out, or a match's room. */
  readonly join: (room: string, readUpTo: number) => void;
  readonly leave: (room: string) => void;
  /** The client has read up to `n`. One that was held gets what it missed, in one frame. */
  readonly acknowledge: (n: number) => void;
  /** Holds a socket that falls behind, and disconnects one that stays there. */
  readonly judge: () => void;
  readonly close: () => void;
};
export type ListenerDeps = {
  readonly socket: LiveSocket;
  readonly audience: Audience;
  readonly ticker: Ticker;
  readonly patience: Patience;
  readonly meter?: LiveMeter | undefined;
  readonly now: () => Instant;
};

/** How far behind a socket may be. */
export type Patience = {
  readonly heldAfterMs: number;
  readonly droppedAfterMs: number;
  readonly mostBufferedBytes: number;
};
export const housePatience: Patience = {
  heldAfterMs: seconds(2),
  droppedAfterMs: seconds(15),
  mostBufferedBytes: 256 * 1_024,
};

export function createListener({ socket, audience, ticker, patience, meter, now }: ListenerDeps): Listener {
  const { heldAfterMs, droppedAfterMs, mostBufferedBytes } = patience;
  const rooms = new Set<string>();
  let read = 0;
  let caughtUpAt = now();
  /** Of a socket that is held: since when its oldest unread frame waits to be acknowledged. */
  let heldSince: Instant | undefined;

  const unreadSince = (): Instant | undefined => {
    if (heldSince !== undefined) return heldSince;
    const at = ticker.unreadSince(read, rooms);
    return at !== undefined && at < caughtUpAt ? caughtUpAt : at;
  };

  const hold = (since: Instant): void => {
    heldSince = since;
    meter?.fellBehind('held');
    for (const room of rooms) audience.leave(socket, room);
  };

  const drop = (): void => {
    meter?.fellBehind('dropped');
    cutLine(socket);
  };

  const catchUp = (): void => {
    heldSince = undefined;
    caughtUpAt = now();
    const missed = ticker.frameSince(read);
    if (rooms.has(liveRoom)) send(socket, outletOf(socket), frameOfTick(missed));
    else socket.emit('tick', { ...missed, d: missed.d.filter((row) => rooms.has(matchRoom(row.id))) });
    for (const room of rooms) audience.join(socket, room);
  };

  return {
    rooms,
    join: (room, readUpTo) => {
      rooms.add(room);
      if (heldSince !== undefined) catchUp();
      if (room === liveRoom || rooms.size === 1) {
        read = Math.max(read, readUpTo);
        caughtUpAt = now();
      }
      audience.join(socket, room);
    },
    leave: (room) => {
      rooms.delete(room);
      audience.leave(socket, room);
    },
    acknowledge: (n) => {
      read = Math.max(read, n);
      if (heldSince !== undefined) catchUp();
    },
    judge: () => {
      const since = unreadSince();
      const behindMs = since === undefined ? 0 : now() - since;
      if (behindMs > droppedAfterMs || bufferedBytes(socket) > mostBufferedBytes) drop();
      else if (since !== undefined && behindMs > heldAfterMs && heldSince === undefined) hold(since);
    },
    close: () => {
      for (const room of rooms) audience.leave(socket, room);
      rooms.clear();
    },
  };
}
