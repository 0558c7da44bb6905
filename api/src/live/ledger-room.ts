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

const lookEveryMs = 1_000;

export function createLedgerRoom({ io, readTo, onError }: LedgerRoomOptions): LedgerRoom {
  let said = 0;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isAnybodyHere = (): boolean => (io.of('/').adapter.rooms.get(ledgerRoom)?.size ?? 0) > 0;
  const look = async (): Promise<void> => {
    const n = await readTo();
    if (n === undefined || n <= said) return;
    said = n;
    io.local.to(ledgerRoom).emit('ledger', { n });
  };

  return {
    enter: (socket) => {
      if (socket.data.session?.role !== 'auditor') return 'Only auditors hear of the ledger.';
      void socket.join(ledgerRoom);
      // The other sockets may already have what happened before this one joined.
      if (said > 0) socket.emit('ledger', { n: said });
      return undefined;
    },
    leave: (socket) => void socket.leave(ledgerRoom),
    start: () => {
      timer = setInterval(() => {
        if (looking || !isAnybodyHere()) return;
        looking = look()
          .catch(onError)
          .finally(() => {
            looking = undefined;
          });
      }, lookEveryMs);
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
