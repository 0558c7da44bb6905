import { liveRoom, matchRoom } from '@touchline/core/contract';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Audience } from './audience.ts';
import { connectionWriterOf } from './connection-writer.ts';
import { encodeTick, send } from './frame.ts';
import type { LiveMeter } from './live-meter.ts';
import type { LiveSocket } from './live-server.ts';
import type { MatchBooks } from './match-books.ts';
import type { Ticker } from './tick.ts';
import { bufferedBytes, terminateSocket } from './wire.ts';

/** One socket subscribed to match rooms, and how far behind it is. There are thousands, so they share their functions. */
export type Listener = {
  readonly socket: LiveSocket;
  rooms: ReadonlySet<string>;
  read: number;
  caughtUpAt: Instant;
  /** For a held socket: since when its oldest unread frame has awaited acknowledgement. */
  heldSince: Instant | undefined;
};
export type Listeners = {
  readonly open: (socket: LiveSocket) => Listener;
  /** Joins the list after it was sent a frame up to `readUpTo`, or joins a match's room. */
  readonly join: (listener: Listener, room: string, readUpTo: number) => void;
  readonly leave: (listener: Listener, room: string) => void;
  /** The client has read up to `n`. A held one gets what it missed in one frame. */
  readonly acknowledge: (listener: Listener, n: number) => void;
  /** Holds a socket that falls behind, and disconnects one that stays there. */
  readonly judge: (listener: Listener) => void;
  readonly close: (listener: Listener) => void;
};
export type ListenerDeps = {
  readonly audience: Audience;
  readonly ticker: Ticker;
  readonly books?: Pick<MatchBooks, 'resend'> | undefined;
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
export const defaultPatience: Patience = {
  heldAfterMs: seconds(2),
  droppedAfterMs: seconds(15),
  mostBufferedBytes: 256 * 1_024,
};

const noRooms: ReadonlySet<string> = new Set();
/** The room that nearly every socket is in. */
const onlyTheList: ReadonlySet<string> = new Set([liveRoom]);

export function createListeners({ audience, ticker, books, patience, meter, now }: ListenerDeps): Listeners {
  const { heldAfterMs, droppedAfterMs, mostBufferedBytes } = patience;

  const unreadSince = ({ heldSince, read, rooms, caughtUpAt }: Listener): Instant | undefined => {
    if (heldSince !== undefined) return heldSince;
    const at = ticker.unreadSince(read, rooms);
    return at !== undefined && at < caughtUpAt ? caughtUpAt : at;
  };

  const hold = (listener: Listener, since: Instant): void => {
    listener.heldSince = since;
    meter?.fellBehind('held');
    for (const room of listener.rooms) audience.leave(listener.socket, room);
  };

  const drop = ({ socket }: Listener): void => {
    meter?.fellBehind('dropped');
    terminateSocket(socket);
  };

  const catchUp = (listener: Listener): void => {
    const { socket, rooms, read } = listener;
    listener.heldSince = undefined;
    listener.caughtUpAt = now();
    const missed = ticker.tickSince(read);
    if (rooms.has(liveRoom)) send(socket, connectionWriterOf(socket), encodeTick(missed));
    else socket.emit('tick', { ...missed, d: missed.d.filter((row) => rooms.has(matchRoom(row.id))) });
    for (const room of rooms) {
      audience.join(socket, room);
      books?.resend(room);
    }
  };

  return {
    open: (socket) => ({ socket, rooms: noRooms, read: 0, caughtUpAt: now(), heldSince: undefined }),
    join: (listener, room, readUpTo) => {
      listener.rooms = withRoom(listener.rooms, room);
      if (listener.heldSince !== undefined) catchUp(listener);
      if (room === liveRoom || listener.rooms.size === 1) {
        listener.read = Math.max(listener.read, readUpTo);
        listener.caughtUpAt = now();
      }
      audience.join(listener.socket, room);
    },
    leave: (listener, room) => {
      listener.rooms = new Set([...listener.rooms].filter((other) => other !== room));
      audience.leave(listener.socket, room);
    },
    acknowledge: (listener, n) => {
      listener.read = Math.max(listener.read, n);
      if (listener.heldSince !== undefined) catchUp(listener);
    },
    judge: (listener) => {
      const since = unreadSince(listener);
      const behindMs = since === undefined ? 0 : now() - since;
      if (behindMs > droppedAfterMs || bufferedBytes(listener.socket) > mostBufferedBytes) drop(listener);
      else if (since !== undefined && behindMs > heldAfterMs && listener.heldSince === undefined) hold(listener, since);
    },
    close: (listener) => {
      for (const room of listener.rooms) audience.leave(listener.socket, room);
      listener.rooms = noRooms;
    },
  };
}

function withRoom(rooms: ReadonlySet<string>, room: string): ReadonlySet<string> {
  if (rooms.has(room)) return rooms;
  return rooms.size === 0 && room === liveRoom ? onlyTheList : new Set([...rooms, room]);
}
