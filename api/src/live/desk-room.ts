import { deskRoom } from '@touchline/core/contract';
import type { LiveSocket } from './live-server.ts';

/** Admins who look at the transactions or the markets. What happens to them comes into it on whatever node it happened. */
export const deskDoor = {
  /** A sentence when the socket may not come in. */
  enter: (socket: LiveSocket): string | undefined => {
    if (socket.data.session?.role !== 'admin') return 'Only admins are told what happens at the desk.';
    void socket.join(deskRoom);
    return undefined;
  },
  leave: (socket: LiveSocket): void => void socket.leave(deskRoom),
} as const;
