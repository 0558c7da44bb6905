import { setImmediate } from 'node:timers/promises';
import type { ServerEvents } from '@touchline/core/contract';
import type { LiveMeter } from './live-meter.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';

/**
 * Who hears a room on this node. A room is kept as seats of at most 250 sockets: a frame is encoded once per seat and HTTP gets
 * its turn between two, however many listen.
 */
export type Audience = {
  readonly join: (socket: LiveSocket, room: string) => void;
  readonly leave: (socket: LiveSocket, room: string) => void;
  /** The rooms that anybody is in. */
  readonly rooms: () => readonly string[];
  readonly say: <Event extends keyof ServerEvents>(
    room: string,
    event: Event,
    ...said: Parameters<ServerEvents[Event]>
  ) => Promise<void>;
};

const seatsOfOne = 250;

export function createAudience(io: LiveServer, meter?: LiveMeter): Audience {
  const rooms = new Map<string, Set<string>[]>();
  const seatName = (room: string, seat: number): string => `${room}/${seat}`;

  return {
    join: (socket, room) => {
      const seats = rooms.get(room) ?? [];
      rooms.set(room, seats);
      if (seats.some((seat) => seat.has(socket.id))) return;
      const free = seats.findIndex((seat) => seat.size < seatsOfOne);
      const at = free >= 0 ? free : seats.push(new Set()) - 1;
      seats[at]?.add(socket.id);
      void socket.join(seatName(room, at));
    },
    leave: (socket, room) => {
      const seats = rooms.get(room);
      const at = seats?.findIndex((seat) => seat.delete(socket.id)) ?? -1;
      if (!seats || at < 0) return;
      void socket.leave(seatName(room, at));
      if (seats.every((seat) => seat.size === 0)) rooms.delete(room);
    },
    rooms: () => [...rooms.keys()],
    say: async (room, event, ...said) => {
      const seats = rooms.get(room) ?? [];
      for (const [at, seat] of seats.entries()) {
        if (at > 0) await setImmediate();
        if (seat.size === 0) continue;
        io.local.to(seatName(room, at)).emit(event, ...said);
        meter?.sent(event, seat.size);
      }
    },
  };
}
