import { adminRoom } from '@touchline/core/contract';
import type { LiveSocket } from './live-server.ts';

/** The room of admins who have the transactions or the markets open. Changes on any node are sent to it. */
export const adminDoor = {
  /** Returns a sentence if the socket may not join. */
  enter: (socket: LiveSocket): string | undefined => {
    if (socket.data.session?.role !== 'admin') return 'Only admins can follow transactions and markets.';
    void socket.join(adminRoom);
    return undefined;
  },
  leave: (socket: LiveSocket): void => void socket.leave(adminRoom),
} as const;
