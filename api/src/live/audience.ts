import { setImmediate } from 'node:timers/promises';
import type { ServerEvents } from '@touchline/core/contract';
import { type ConnectionWriter, connectionWriterOf } from './connection-writer.ts';
import { encode, type Frame, send } from './frame.ts';
import type { LiveMeter } from './live-meter.ts';
import type { LiveSocket } from './live-server.ts';
import type { Sockets } from './sockets.ts';

/**
 * The subscribers of a room on this node. A frame is encoded once for all of them. A room is split into rows of a few seats; when
 * sending has used up its time slice, HTTP requests get a turn before the next row.
 */
export type Audience = {
  readonly join: (socket: LiveSocket, room: string) => void;
  readonly leave: (socket: LiveSocket, room: string) => void;
  /** The rooms that have a subscriber. */
  readonly rooms: () => readonly string[];
  readonly publish: <Event extends keyof ServerEvents>(
    room: string,
    event: Event,
    ...args: Parameters<ServerEvents[Event]>
  ) => Promise<void>;
};

type AudienceDeps = {
  /** Contains a failure to send a frame to one socket, so that the others still get it. */
  readonly contain: Sockets['contain'];
  readonly meter?: LiveMeter | undefined;
};
type Seat = { readonly socket: LiveSocket; readonly writer: ConnectionWriter | undefined };
type Room = { readonly rows: Seat[][]; readonly rowOf: Map<LiveSocket, Seat[]> };

const seatsOfOne = 32;
/** How long requests wait while a frame is sent. Shorter turns mean more of them, and the last subscriber gets the frame later. */
const longestTurnMs = 1;

export function createAudience({ contain, meter }: AudienceDeps): Audience {
  const rooms = new Map<string, Room>();
  // Writing below Socket.IO uses private fields of its libraries. If that fails for one socket, the others still get the frame.
  const sendTo = contain((socket, writer: ConnectionWriter | undefined, frame: Frame) => send(socket, writer, frame));

  const open = (name: string): Room => {
    const room = { rows: [], rowOf: new Map() };
    rooms.set(name, room);
    return room;
  };

  return {
    join: (socket, name) => {
      const { rows, rowOf } = rooms.get(name) ?? open(name);
      if (rowOf.has(socket)) return;
      const free = rows.find((row) => row.length < seatsOfOne);
      const row = free ?? [];
      if (!free) rows.push(row);
      row.push({ socket, writer: connectionWriterOf(socket) });
      rowOf.set(socket, row);
    },
    leave: (socket, name) => {
      const room = rooms.get(name);
      const row = room?.rowOf.get(socket);
      if (!room || !row) return;
      row.splice(
        row.findIndex((seat) => seat.socket === socket),
        1,
      );
      room.rowOf.delete(socket);
      if (room.rowOf.size === 0) rooms.delete(name);
    },
    rooms: () => [...rooms.keys()],
    publish: async (name, event, ...args) => {
      const room = rooms.get(name);
      if (!room) return;
      const frame = encode(event, ...args);
      let begun = performance.now();
      for (const row of room.rows) {
        if (performance.now() - begun > longestTurnMs) {
          await setImmediate();
          begun = performance.now();
        }
        for (const { socket, writer } of row) sendTo(socket, writer, frame);
        if (row.length > 0) meter?.sent(event, row.length);
      }
    },
  };
}
