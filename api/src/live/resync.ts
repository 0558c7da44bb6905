import { setImmediate } from 'node:timers/promises';
import type { LiveServer } from './live-server.ts';

/** Makes screens fetch again what they show, after an outage that may have lost pushes. */
export type Resync = {
  /** Pushes to sockets of this process may have been lost until now. */
  readonly missedHere: () => void;
  /** Pushes to sockets of any process may have been lost until now. */
  readonly missedAnywhere: () => void;
  readonly stop: () => void;
};

type ResyncOptions = { readonly delayMs?: number; readonly pauseMs?: number };

/** How many screens of one process fetch again in a second. */
const screensPerSecond = 500;
const socketsOfOneTurn = 250;

/**
 * One message for all gaps of a second, and at most one every five seconds: a connection that flaps costs no more. The delay also lets a
 * listener that has just reconnected subscribe first.
 */
export function createResync(io: LiveServer, { delayMs = 1_000, pauseMs = 5_000 }: ResyncOptions = {}): Resync {
  let timer: NodeJS.Timeout | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;

  const send = async (): Promise<void> => {
    timer = undefined;
    sentAt = performance.now();
    const members = [...io.of('/').sockets.values()].filter(({ data }) => data.session);
    const missed = { withinMs: Math.ceil((members.length / screensPerSecond) * 1_000) };
    for (const [at, socket] of members.entries()) {
      if (at % socketsOfOneTurn === 0) await setImmediate();
      socket.emit('missed', missed);
    }
  };
  const missedHere = (): void => {
    timer ??= setTimeout(() => void send(), Math.max(delayMs, sentAt + pauseMs - performance.now()));
  };

  io.on('missed', missedHere);
  return {
    missedHere,
    missedAnywhere: () => {
      io.serverSideEmit('missed');
      missedHere();
    },
    stop: () => clearTimeout(timer),
  };
}
