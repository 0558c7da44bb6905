import { adminRoom, ledgerRoom, liveRoom, type SubscribeAnswer, type Tick } from '@touchline/core/contract';
import { z } from 'zod';
import { lacksSecondFactor } from '../http/sessions.ts';
import type { CashOutQuotes } from './cash-out-quotes.ts';
import type { Listener, Listeners } from './listener.ts';
import type { LiveSocket } from './live-server.ts';
import type { Replica } from './replica.ts';
import { shared } from './sharing-encoder.ts';
import type { Sockets } from './sockets.ts';
import type { Ticker } from './tick.ts';

type SubscriptionDeps = {
  readonly sockets: Sockets;
  readonly replica: Replica;
  readonly ticker: Ticker;
  readonly listeners: Listeners;
  readonly ledger: Door | undefined;
  readonly quotes: CashOutQuotes | undefined;
};

/** Rooms that carry no matches and are restricted: `enter` returns why a socket may not join. */
type Door = {
  readonly enter: (socket: LiveSocket, room: string) => string | undefined | Promise<string | undefined>;
  readonly leave: (socket: LiveSocket, room: string) => void;
};

const mostMatchRooms = 5;
/** Every socket is checked once a second, in batches, so that HTTP requests get a turn in between. */
const judgeEveryMs = 20;

/** Lets sockets join rooms and leave them, and checks that they keep up with what is sent there. */
export function serveSubscriptions({ sockets, replica, ticker, listeners, ledger, quotes }: SubscriptionDeps) {
  const doors = new Map<unknown, Door | undefined>([
    [adminRoom, adminDoor],
    [ledgerRoom, ledger],
  ]);
  const doorOf = (room: unknown): Door | undefined => (isBetRoom(room) ? quotes : doors.get(room));
  const listenerOf = new Map<LiveSocket, Listener>();
  const judge = sockets.contain((_socket, listener: Listener) => listeners.judge(listener));
  let judging: NodeJS.Timeout | undefined;

  const subscribe = (socket: LiveSocket, request: unknown): SubscribeAnswer => {
    const listener = listenerOf.get(socket);
    return listener ? subscribed(request, { listener, listeners, replica, ticker }) : gone;
  };

  sockets.onConnect((socket) => void listenerOf.set(socket, listeners.open(socket)));
  sockets.on('sub', async (socket, request, answer) => {
    if (typeof answer !== 'function') return;
    const room: unknown = request?.room;
    const door = doorOf(room);
    if (door) {
      const refusal = isShutOut(socket) ? secondFactorFirst : await door.enter(socket, room as string);
      answer(refusal === undefined ? nothingNew(replica, ticker) : { ok: false, error: refusal });
    } else if (isAhead(request, replica)) {
      // After a late wake-up or a lost connection, this node's list may be old and must not replace a newer one.
      const isRead = await replica.catchUp();
      if (socket.connected) answer(isRead ? subscribe(socket, request) : notReadYet);
    } else answer(subscribe(socket, request));
  });
  sockets.on('unsub', (socket, room) => {
    const door = doorOf(room);
    const listener = listenerOf.get(socket);
    if (door) door.leave(socket, room);
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

  return {
    start: (): void => {
      let round = listenerOf.values();
      judging = setInterval(() => {
        for (let left = Math.ceil(listenerOf.size * (judgeEveryMs / 1_000)); left > 0; left -= 1) {
          const { done, value } = round.next();
          if (done) round = listenerOf.values();
          else judge(value.socket, value);
        }
      }, judgeEveryMs);
    },
    stop: (): void => clearInterval(judging),
  };
}

/** The room of admins who have the transactions or the markets open. Changes on any node are sent to it. */
const adminDoor: Door = {
  enter: (socket) => {
    if (socket.data.session?.role !== 'admin') return 'Only admins can follow transactions and markets.';
    void socket.join(adminRoom);
    return undefined;
  },
  leave: (socket) => void socket.leave(adminRoom),
};

const subscribeRequest = z.object({ room: z.string().max(40), n: z.int().min(0).optional() });

const isBetRoom = (room: unknown): boolean => typeof room === 'string' && room.startsWith('b:');
const isShutOut = ({ data: { session } }: LiveSocket): boolean => !!session && lacksSecondFactor(session);
const secondFactorFirst = 'Set up two-factor login first.';

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
  if (!row) return { ok: false, error: 'Room not found.' };
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
