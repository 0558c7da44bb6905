import { ledgerRoom } from '@touchline/core/contract';
import type { LiveServer, LiveSocket } from './live-server.ts';

/** The room of auditors. The worker publishes verification runs to it; this node publishes the growth of the ledger. */
export type LedgerRoom = {
  /** The reason, as a sentence, if the socket may not join. */
  readonly enter: (socket: LiveSocket) => string | undefined;
  readonly leave: (socket: LiveSocket) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};
export type LedgerRoomOptions = {
  readonly io: LiveServer;
  /** How far the ledger can be read without missing anything; `undefined` if that is unknown now. */
  readonly readTo: () => Promise<number | undefined>;
  readonly onError: (error: unknown) => void;
};

const readEveryMs = 1_000;

export function createLedgerRoom({ io, readTo, onError }: LedgerRoomOptions): LedgerRoom {
  let published = 0;
  let reading: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const hasAuditor = (): boolean => (io.of('/').adapter.rooms.get(ledgerRoom)?.size ?? 0) > 0;
  const publishGrowth = async (): Promise<void> => {
    const n = await readTo();
    if (n === undefined || n <= published) return;
    published = n;
    io.local.to(ledgerRoom).emit('ledger', { n });
  };

  return {
    enter: (socket) => {
      if (socket.data.session?.role !== 'auditor') return 'Only auditors hear of the ledger.';
      void socket.join(ledgerRoom);
      // The other sockets may already have what happened before this one joined.
      if (published > 0) socket.emit('ledger', { n: published });
      return undefined;
    },
    leave: (socket) => void socket.leave(ledgerRoom),
    start: () => {
      timer = setInterval(() => {
        if (reading || !hasAuditor()) return;
        reading = publishGrowth()
          .catch(onError)
          .finally(() => {
            reading = undefined;
          });
      }, readEveryMs);
    },
    stop: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}
