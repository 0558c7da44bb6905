import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import type { Tick } from '@touchline/core/contract';
import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Sessions } from '../http/sessions.ts';
import type { ReadMarkets } from '../matches/read-markets.ts';
import { createAudience } from './audience.ts';
import { type CashOutQuotesOptions, createCashOutQuotes } from './cash-out-quotes.ts';
import { type ConnectionLimitOptions, createConnectionLimit } from './connection-limit.ts';
import type { Fanout } from './fan-out.ts';
import { dismissEnded, sessionRoom, welcomeSockets } from './handshake.ts';
import { createLedgerRoom, type LedgerRoomOptions } from './ledger-room.ts';
import { createListeners, defaultPatience, type Patience } from './listener.ts';
import type { LiveMeter } from './live-meter.ts';
import { createLiveServer, type LiveServer, type LiveSocket } from './live-server.ts';
import { createMatchBooks } from './match-books.ts';
import type { Replica } from './replica.ts';
import { createSockets } from './sockets.ts';
import { serveSubscriptions } from './subscriptions.ts';
import { createTicker } from './tick.ts';
import { connectionsOf } from './wire.ts';

/** To be called once sessions have been ended in the database. */
export type EndSessions = (sessionIds: readonly SessionId[]) => void;

export type Live = {
  readonly io: LiveServer;
  readonly tickSince: (n: number) => Tick;
  /** Ends the sockets of these sessions on every node, and clears the sessions from every node's cache. */
  readonly endSessions: EndSessions;
  /** Checks all sessions again and ends the sockets of those that have ended. */
  readonly checkSessions: () => void;
  /** The number of connections of the client that has the most on this node. */
  readonly fullestClient: () => number;
  /** A bet changed, on any node. */
  readonly betChanged: (id: string) => void;
  readonly start: () => void;
  /** Disconnects the sockets of this node in groups, over the second half of the given time. */
  readonly moveAway: (withinMs: number) => void;
  /** Disconnects every socket. */
  readonly disconnect: () => void;
  readonly close: () => Promise<void>;
};
export type LiveOptions = {
  readonly http: HttpServer;
  readonly publicUrl: string;
  readonly replica: Replica;
  readonly sessions: Sessions;
  /** Connects this node with the others. */
  readonly fanOut: (io: LiveServer) => Fanout;
  readonly patience?: Patience;
  readonly meter?: LiveMeter | undefined;
  /** Without it, a client may hold any number of sockets. */
  readonly connections?: ConnectionLimitOptions;
  /** Without it, rooms of matches get no books. */
  readonly readMarkets?: ReadMarkets;
  /** How often books are checked whose matches have not changed. */
  readonly renewBooksEveryMs?: number;
  /** Without it, bets have no rooms. */
  readonly cashOut?: Pick<CashOutQuotesOptions, 'db' | 'margin' | 'inPlay'>;
  /** Without it, there is no ledger room. */
  readonly readLedgerTo?: LedgerRoomOptions['readTo'];
  /** How often sockets are checked for ended sessions. */
  readonly checkEveryMs?: number;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

type EngineConnection = LiveSocket['conn'];

const checkEveryMs = 10_000;
const mostPacketsPerSecond = 20;
/** Socket.IO's packet for a disconnect by the server. */
const disconnectPacket = '1';
/** In how many groups sockets are moved to other nodes. */
const moveGroups = 10;
/** How long a client may take to disconnect when this process stops. */
const closeTimeoutMs = 1_000;

/**
 * The push: match rows in frames of this node, and user events from any node. The socket only publishes; commands are HTTP
 * requests.
 */
export function createLive(options: LiveOptions): Live {
  const { replica, sessions, patience = defaultPatience, meter, now, onError } = options;
  const limit = createConnectionLimit(options.connections ?? { mostOfOne: 0, callerOf: () => '' });
  const connections = connectionsOf(options.http, limit.leave);
  const io = createLiveServer(options.http, options.publicUrl, (request) => {
    const isAccepted = limit.enter(request);
    if (!isAccepted || limit.isTooMany(request.socket)) meter?.refused();
    return isAccepted;
  });
  const fanout = options.fanOut(io);
  const onFailure = (error: unknown): void => {
    meter?.failed();
    onError(error);
  };
  const sockets = createSockets(io, onFailure);
  limitPackets(io, now);
  const audience = createAudience({ contain: sockets.contain, meter });
  const ticker = createTicker({ replica, audience, epoch: randomUUID(), meter, now, onError });
  const { readMarkets } = options;
  const books =
    readMarkets &&
    createMatchBooks({ replica, audience, readMarkets, renewEveryMs: options.renewBooksEveryMs, onError });
  const readTo = options.readLedgerTo;
  const ledger = readTo && createLedgerRoom({ io, readTo, onError });
  const quotes =
    options.cashOut && createCashOutQuotes({ ...options.cashOut, replica, contain: sockets.contain, now, onError });
  const listeners = createListeners({ audience, ticker, books, patience, meter, now });
  welcomeSockets({ sockets, sessions, isTooMany: limit.isTooMany, now });
  const subscriptions = serveSubscriptions({ sockets, replica, ticker, listeners, ledger, quotes });
  let checking: NodeJS.Timeout | undefined;
  io.on('sessionsEnded', sessions.forget);

  return {
    io,
    tickSince: ticker.tickSince,
    endSessions: (sessionIds) => {
      if (sessionIds.length === 0) return;
      sessions.forget(sessionIds);
      io.serverSideEmit('sessionsEnded', sessionIds);
      io.in(sessionIds.map(sessionRoom)).disconnectSockets(true);
    },
    checkSessions: () => {
      sessions.forgetAll();
      dismissEnded(io, sessions).catch(onError);
    },
    fullestClient: limit.fullest,
    betChanged: (id) => quotes?.betChanged(id),
    start: () => {
      ticker.start();
      books?.start();
      ledger?.start();
      quotes?.start();
      subscriptions.start();
      checking = setInterval(() => dismissEnded(io, sessions).catch(onError), options.checkEveryMs ?? checkEveryMs);
    },
    moveAway: (withinMs) => {
      const sockets = [...io.of('/').sockets.values()];
      // By then, balancers have noticed and send them to other nodes.
      const begins = withinMs / 2;
      for (const [at, socket] of sockets.entries()) {
        const group = Math.floor((at * moveGroups) / sockets.length);
        setTimeout(() => socket.disconnect(true), begins + (group * begins) / moveGroups).unref();
      }
    },
    disconnect: () => {
      for (const socket of [...io.of('/').sockets.values()]) socket.disconnect(true);
    },
    close: async () => {
      subscriptions.stop();
      clearInterval(checking);
      ticker.stop();
      books?.stop();
      await ledger?.stop();
      await quotes?.stop();
      const closeTimer = setTimeout(connections.destroy, closeTimeoutMs);
      await io.close();
      clearTimeout(closeTimer);
      await fanout.close();
    },
  };
}

/**
 * A client sends about one packet a second. One that sends many more is disconnected, whatever the packets are: those that are
 * not events cost time too.
 */
function limitPackets(io: LiveServer, now: () => Instant): void {
  const seconds = new WeakMap<object, { begun: Instant; packets: number }>();
  function count(this: EngineConnection): void {
    const second = seconds.get(this);
    if (!second || now() - second.begun >= 1_000) {
      seconds.set(this, { begun: now(), packets: 1 });
      return;
    }
    second.packets += 1;
    if (second.packets <= mostPacketsPerSecond) return;
    this.write(disconnectPacket);
    this.close();
  }
  io.engine.on('connection', (connection: EngineConnection) => connection.on('packet', count));
}
