import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { adminRoom, ledgerRoom, liveRoom, type SubscribeAnswer, type Tick } from '@touchline/core/contract';
import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { z } from 'zod';
import { lacksSecondFactor, type Sessions } from '../http/sessions.ts';
import type { ReadMarkets } from '../matches/read-markets.ts';
import { adminDoor } from './admin-room.ts';
import { createAudience } from './audience.ts';
import { type CashOutQuotesOptions, createCashOutQuotes } from './cash-out-quotes.ts';
import { type ConnectionLimitOptions, createConnectionLimit } from './connection-limit.ts';
import type { Fanout } from './fan-out.ts';
import { dismissEnded, sessionRoom, welcomeSockets } from './handshake.ts';
import { createLedgerRoom, type LedgerRoomOptions } from './ledger-room.ts';
import { createListeners, housePatience, type Listener, type Listeners, type Patience } from './listener.ts';
import type { LiveMeter } from './live-meter.ts';
import { createLiveServer, type LiveServer, type LiveSocket } from './live-server.ts';
import { pushMatchBooks } from './match-books.ts';
import type { Replica } from './replica.ts';
import { shared } from './sharing-encoder.ts';
import { createSockets } from './sockets.ts';
import { createTicker, type Ticker } from './tick.ts';
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
  /** A bet changed, on whatever node. */
  readonly betChanged: (id: string) => void;
  readonly start: () => void;
  /** Disconnects every socket. */
  /** Disconnects the sockets of this node in groups, over the second half of the given time. */
  readonly moveAway: (withinMs: number) => void;
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
  /** Without it, bets have no rooms. */
  readonly cashOut?: Pick<CashOutQuotesOptions, 'db' | 'margin' | 'inPlay'>;
  /** Without it, there is no ledger room. */
  readonly readLedgerTo?: LedgerRoomOptions['readTo'];
  /** How often sockets are checked for ended sessions. */
  readonly checkEveryMs?: number;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

/** Rooms that carry no matches and are restricted: `enter` returns why a socket may not join. */
type Door = {
  readonly enter: (socket: LiveSocket) => string | undefined;
  readonly leave: (socket: LiveSocket) => void;
};

type EngineConnection = LiveSocket['conn'];

const mostMatchRooms = 5;
/** Every socket is checked once a second, in batches, so that HTTP requests get a turn in between. */
const judgeEveryMs = 20;
const checkEveryMs = 10_000;
const mostPacketsPerSecond = 20;
/** Socket.IO's packet for a disconnect by the server. */
const disconnectPacket = '1';
/** In how many groups sockets are moved to other nodes. */
const moveGroups = 10;
/** How long a client may take to disconnect when this process stops. */
const farewellMs = 1_000;

/**
 * The push: match rows in frames of this node, and user events from any node. The socket only publishes; commands are HTTP
 * requests.
 */
export function createLive(options: LiveOptions): Live {
  const { replica, sessions, patience = housePatience, meter, now, onError } = options;
  const limit = createConnectionLimit(options.connections ?? { mostOfOne: 0, callerOf: () => '' });
  const connections = connectionsOf(options.http, limit.leave);
  const io = createLiveServer(options.http, options.publicUrl, (request) => {
    const isLetIn = limit.enter(request);
    if (!isLetIn || limit.isTooMany(request.socket)) meter?.turnedAway();
    return isLetIn;
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
  if (readMarkets) pushMatchBooks({ replica, audience, readMarkets, onError });
  const readTo = options.readLedgerTo;
  const ledger = readTo && createLedgerRoom({ io, readTo, onError });
  const doors = new Map<string, Door>([[adminRoom, adminDoor], ...(ledger ? [[ledgerRoom, ledger] as const] : [])]);
  const quotes =
    options.cashOut && createCashOutQuotes({ ...options.cashOut, replica, contain: sockets.contain, now, onError });
  const listeners = createListeners({ audience, ticker, patience, meter, now });
  const listenerOf = new Map<LiveSocket, Listener>();
  const judge = sockets.contain((_socket, listener: Listener) => listeners.judge(listener));
  let judging: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;

  const subscribe = (socket: LiveSocket, request: unknown): SubscribeAnswer => {
    const listener = listenerOf.get(socket);
    return listener ? subscribed(request, { listener, listeners, replica, ticker }) : gone;
  };

  welcomeSockets({ sockets, sessions, isTooMany: limit.isTooMany, now });
  sockets.onConnect((socket) => void listenerOf.set(socket, listeners.open(socket)));
  sockets.on('sub', async (socket, request, answer) => {
    if (typeof answer !== 'function') return;
    const room: unknown = request?.room;
    if (quotes && isBetRoom(room)) {
      const shut = isShutOut(socket) ? secondFactorFirst : await quotes.enter(socket, room);
      answer(shut === undefined ? nothingNew(replica, ticker) : { ok: false, error: shut });
      return;
    }
    const door = doors.get(request?.room);
    const refusal = door && (isShutOut(socket) ? secondFactorFirst : door.enter(socket));
    if (refusal !== undefined) answer({ ok: false, error: refusal });
    else if (door) answer(nothingNew(replica, ticker));
    else if (isAhead(request, replica)) {
      // After a late wake-up or a lost connection, this node's list may be old and must not replace a newer one.
      const isRead = await replica.catchUp();
      if (socket.connected) answer(isRead ? subscribe(socket, request) : notReadYet);
    } else answer(subscribe(socket, request));
  });
  sockets.on('unsub', (socket, room) => {
    const door = doors.get(room);
    const listener = listenerOf.get(socket);
    if (isBetRoom(room)) quotes?.leave(socket, room);
    else if (door) door.leave(socket);
    else if (listener) listeners.leave(listener, room);
  });
  sockets.on('ack', (socket, n) => {
    const listener = listenerOf.get(socket);
    if (listener && Number.isSafeInteger(n)) listeners.acknowledge(listener, Math.min(n, replica.n()));
  });
  sockets.on('disconnect', (socket) => {
    const listener = listenerOf.get(socket);
    if (listener) listeners.close(listener);
    quotes?.forget(socket);
    listenerOf.delete(socket);
  });
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
      ledger?.start();
      quotes?.start();
      let round = listenerOf.values();
      judging = setInterval(() => {
        for (let left = Math.ceil(listenerOf.size * (judgeEveryMs / 1_000)); left > 0; left -= 1) {
          const { done, value } = round.next();
          if (done) round = listenerOf.values();
          else judge(value.socket, value);
        }
      }, judgeEveryMs);
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
    disconnect: () => io.local.disconnectSockets(true),
    close: async () => {
      clearInterval(judging);
      clearInterval(checking);
      ticker.stop();
      await ledger?.stop();
      await quotes?.stop();
      const impatience = setTimeout(connections.destroy, farewellMs);
      await io.close();
      clearTimeout(impatience);
      await fanout.close();
    },
  };
}

const subscribeRequest = z.object({ room: z.string().max(40), n: z.int().min(0).optional() });

const isBetRoom = (room: unknown): room is string => typeof room === 'string' && room.startsWith('b:');
const isShutOut = ({ data: { session } }: LiveSocket): boolean => !!session && lacksSecondFactor(session);
const secondFactorFirst = 'Set up two-factor log-in first.';

const gone: SubscribeAnswer = { ok: false, error: 'The connection has ended.' };
const notReadYet: SubscribeAnswer = { ok: false, error: 'The matches are being loaded.' };

/** The client has read further in the same database than this node has. */
function isAhead(said: unknown, replica: Replica): boolean {
  const request = subscribeRequest.safeParse(said);
  return request.success && (request.data.n ?? 0) > replica.n();
}

type Subscribing = {
  readonly listener: Listener;
  readonly listeners: Listeners;
  readonly replica: Replica;
  readonly ticker: Ticker;
};

function subscribed(said: unknown, { listener, listeners, replica, ticker }: Subscribing): SubscribeAnswer {
  const request = subscribeRequest.safeParse(said);
  if (!request.success) return { ok: false, error: 'The request is not valid.' };
  if (!replica.isLoaded()) return notReadYet;
  const { room, n = 0 } = request.data;
  if (room === liveRoom) {
    const tick = ticker.tickSince(n);
    listeners.join(listener, room, tick.n);
    return answerOf(tick, ticker);
  }
  const row = room.startsWith('m:') ? replica.row(room.slice(2)) : undefined;
  if (!row) return { ok: false, error: 'There is no such room.' };
  const others = [...listener.rooms].filter((other) => other !== liveRoom && other !== room);
  if (others.length >= mostMatchRooms) return { ok: false, error: `At most ${mostMatchRooms} matches at a time.` };
  const tick = ticker.tickOf(row);
  listeners.join(listener, room, tick.n);
  return { ok: true, tick, hb: ticker.heartbeat() };
}

const answers = new WeakMap<Tick, SubscribeAnswer>();

/** Sockets that join together share one answer. */
function answerOf(tick: Tick, ticker: Ticker): SubscribeAnswer {
  const answer = answers.get(tick) ?? shared({ ok: true, tick, hb: ticker.heartbeat() });
  answers.set(tick, answer);
  return answer;
}

/** The answer of a room that carries no matches: a frame without rows. */
const nothingNew = (replica: Replica, ticker: Ticker): SubscribeAnswer => {
  const hb = ticker.heartbeat();
  return { ok: true, tick: { e: hb.e, p: replica.n(), n: replica.n(), t: hb.t, d: [] }, hb };
};

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
