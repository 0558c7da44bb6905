import type { ClientEvents, RefusalView } from '@touchline/core/contract';
import type { LiveServer, LiveSocket } from './live-server.ts';
import { terminateSocket } from './wire.ts';

type ReceivedEvents = ClientEvents & { disconnect: (reason: string) => void };
type Work<Args extends readonly unknown[]> = (socket: LiveSocket, ...args: Args) => unknown;

/**
 * The one way to do something for a socket. What fails in it, at once or in the promise it returns, is reported and ends the
 * connection of that socket. It reaches no other socket and never the process (`decisions/0031`).
 */
export type Sockets = {
  /** Decides whether a socket may connect: a refusal keeps it out. */
  readonly admit: (check: (socket: LiveSocket) => RefusalView | undefined | Promise<RefusalView | undefined>) => void;
  readonly onConnect: (work: Work<[]>) => void;
  readonly on: <Event extends keyof ReceivedEvents>(
    event: Event,
    work: Work<Parameters<ReceivedEvents[Event]>>,
  ) => void;
  /** For what the server does to a socket by itself. */
  readonly contain: <Args extends readonly unknown[]>(work: Work<Args>) => (socket: LiveSocket, ...args: Args) => void;
};

const failed: RefusalView = { code: 'failed', error: 'Something went wrong on our side. Please try again.' };

export function createSockets(io: LiveServer, onFailure: (error: unknown) => void): Sockets {
  const contain = containWith(onFailure);
  return {
    admit: (check) => {
      io.use((socket, next) => {
        const answer = (refusal: RefusalView | undefined) => next(refusal && new HandshakeRefused(refusal));
        const fail = (error: unknown) => {
          onFailure(error);
          answer(failed);
        };
        // In a promise, so that a check that throws fails as one that rejects.
        new Promise<RefusalView | undefined>((resolve) => resolve(check(socket))).then(answer).catch(fail);
      });
    },
    onConnect: (work) => {
      const contained = contain(work);
      io.on('connection', (socket) => contained(socket));
    },
    on: <Event extends keyof ReceivedEvents>(event: Event, work: Work<Parameters<ReceivedEvents[Event]>>) => {
      const contained = contain(work);
      // One for all sockets: a closure for each would be a fifth of what a socket takes.
      function onEvent(this: LiveSocket, ...args: Parameters<ReceivedEvents[Event]>): void {
        contained(this, ...args);
      }
      io.on('connection', (socket) => socket.on(event, onEvent as never));
    },
    contain,
  };
}

export function containWith(onFailure: (error: unknown) => void): Sockets['contain'] {
  const end = (socket: LiveSocket, error: unknown): void => {
    onFailure(error);
    try {
      terminateSocket(socket);
    } catch (cause) {
      onFailure(cause);
    }
  };
  return (work) =>
    (socket, ...args) => {
      try {
        const done = work(socket, ...args);
        if (done instanceof Promise) done.catch((error: unknown) => end(socket, error));
      } catch (error) {
        end(socket, error);
      }
    };
}

/** Carries the refusal of a handshake to the client in the error's `data`. */
class HandshakeRefused extends Error {
  readonly data: RefusalView;
  constructor(view: RefusalView) {
    super(view.error);
    this.data = view;
  }
}
