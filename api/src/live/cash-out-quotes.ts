import { setImmediate } from 'node:timers/promises';
import { type CashOutFacts, offerCashOut } from '@touchline/core/betting';
import { viewCashOut } from '@touchline/core/contract';
import type { BetId, MatchId } from '@touchline/core/ids';
import { type Instant, seconds } from '@touchline/core/instant';
import { readBets, readCashOutFacts } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { type ConnectionWriter, connectionWriterOf } from './connection-writer.ts';
import { encode, type Frame, sendAll } from './frame.ts';
import type { LiveSocket } from './live-server.ts';
import type { Replica } from './replica.ts';
import type { Sockets } from './sockets.ts';

/** The rooms of open bets: their bettors get what a bet is worth, at once and whenever that changes. */
export type CashOutQuotes = {
  /** The reason, as a sentence, if the socket may not join. */
  readonly enter: (socket: LiveSocket, room: string) => Promise<string | undefined>;
  readonly leave: (socket: LiveSocket, room: string) => void;
  /** The socket has disconnected. */
  readonly forget: (socket: LiveSocket) => void;
  /** The bet is no longer as it was read. */
  readonly betChanged: (id: string) => void;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};
export type CashOutQuotesOptions = Pick<CashOutFacts, 'margin' | 'inPlay'> & {
  readonly db: Db;
  readonly replica: Pick<Replica, 'n' | 'onChange'>;
  readonly contain: Sockets['contain'];
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

type Bet = Awaited<ReturnType<typeof readBets>>[number];
type Watched = {
  bet: Bet;
  /** To be read again before it is valued. */
  isOld: boolean;
  sentAt: number;
  readonly sockets: Map<LiveSocket, ConnectionWriter | undefined>;
};

type Outgoing = { readonly writer: ConnectionWriter | undefined; readonly frames: Frame[] };

export const mostBetRooms = 10;
/** Changes are collected for so long, so that a bet on several matches is valued once. */
const everyMs = 500;
/** Every value is checked within this time, and sent again if it is half as old: before it expires. */
const renewedWithin = seconds(10);
/** How many bets are valued before HTTP requests get a turn. */
const atOnce = 50;

/** Values the bets that someone watches on this node; nothing is read or computed for the others. */
export function createCashOutQuotes(options: CashOutQuotesOptions): CashOutQuotes {
  const { db, replica, margin, inPlay, contain, now, onError } = options;
  const watched = createWatchedBets(db);
  const due = new Set<string>();
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let renewing = watched.ids();
  const sendTo = contain((socket, { writer, frames }: Outgoing) => sendAll(socket, writer, frames));

  async function sendQuotes(ids: readonly string[]): Promise<void> {
    // Read before the matches, so that the prices are at least as new.
    const version = replica.n();
    const all = ids.flatMap((id) => watched.get(id) ?? []);
    await watched.readOld(all);
    const matchIds = new Set(all.flatMap(({ bet }) => bet.legs.map(({ matchId }) => matchId)));
    const facts = await readCashOutFacts(db, [...matchIds], { now: now(), margin, inPlay });
    const outgoing = new Map<LiveSocket, Outgoing>();
    for (const [at, id] of ids.entries()) {
      if (at % atOnce === atOnce - 1) await setImmediate();
      const watchedBet = watched.get(id);
      if (!watchedBet || watchedBet.isOld) continue;
      const offer = offerCashOut(watchedBet.bet, facts);
      const shown = viewCashOut(watchedBet.bet, offer.ok ? offer.value : offer.refusal, { version, at: facts.now });
      watchedBet.sentAt = facts.now;
      const frame = encode('quote', { id, ...shown });
      for (const [socket, writer] of watchedBet.sockets) {
        const sent = outgoing.get(socket) ?? { writer, frames: [] };
        sent.frames.push(frame);
        outgoing.set(socket, sent);
      }
    }
    for (const [at, [socket, sent]] of [...outgoing].entries()) {
      if (at % atOnce === atOnce - 1) await setImmediate();
      sendTo(socket, sent);
    }
  }

  /** Renews a share of all values, and sends those that are due. */
  const beat = (): void => {
    if (sending || watched.count() === 0) return;
    for (let left = Math.ceil((watched.count() * everyMs) / renewedWithin); left > 0; left -= 1) {
      const { done, value: id } = renewing.next();
      if (done) renewing = watched.ids();
      else if (now() - (watched.get(id)?.sentAt ?? 0) > renewedWithin / 2) due.add(id);
    }
    if (due.size === 0) return;
    const ids = [...due];
    due.clear();
    sending = sendQuotes(ids)
      .catch((error: unknown) => {
        for (const id of ids) due.add(id);
        onError(error);
      })
      .finally(() => {
        sending = undefined;
      });
  };

  return {
    enter: async (socket, room) => {
      const id = idIn(room);
      const refusal = await watched.enter(socket, id);
      if (refusal === undefined) due.add(id);
      return refusal;
    },
    leave: (socket, room) => watched.leave(socket, idIn(room)),
    forget: watched.forget,
    betChanged: (id) => {
      if (watched.outdate(id)) due.add(id);
    },
    start: () => {
      replica.onChange(({ rows }) => {
        for (const row of rows) {
          for (const id of watched.on(row.id as MatchId)) {
            due.add(id);
            // Its legs may be graded by now.
            if (row.status !== 'open') watched.outdate(id);
          }
        }
      });
      timer = setInterval(beat, everyMs);
    },
    stop: async () => {
      clearInterval(timer);
      await sending;
    },
  };
}

/** The bets that sockets watch, as they were last read. */
function createWatchedBets(db: Db) {
  const watched = new Map<string, Watched>();
  const betsOn = new Map<MatchId, Set<string>>();
  const betsOf = new Map<LiveSocket, Set<string>>();
  const isFull = (socket: LiveSocket): boolean => (betsOf.get(socket)?.size ?? 0) >= mostBetRooms;

  const leave = (socket: LiveSocket, id: string): void => {
    const watchedBet = watched.get(id);
    betsOf.get(socket)?.delete(id);
    if (!watchedBet?.sockets.delete(socket) || watchedBet.sockets.size > 0) return;
    watched.delete(id);
    for (const { matchId } of watchedBet.bet.legs) {
      const bets = betsOn.get(matchId);
      bets?.delete(id);
      if (bets?.size === 0) betsOn.delete(matchId);
    }
  };

  return {
    count: () => watched.size,
    ids: () => watched.keys(),
    get: (id: string) => watched.get(id),
    on: (matchId: MatchId): Iterable<string> => betsOn.get(matchId) ?? [],
    /** Returns why the socket may not watch the bet, if so. */
    enter: async (socket: LiveSocket, id: string): Promise<string | undefined> => {
      const { session } = socket.data;
      if (isFull(socket)) return full;
      const [bet] = uuid.test(id) ? await readBets(db, [id as BetId]) : [];
      if (!bet || bet.userId !== session?.userId) return 'Room not found.';
      if (!socket.connected) return 'The connection has ended.';
      // The socket may have entered other rooms in the meantime.
      if (isFull(socket)) return full;
      betsOf.set(socket, (betsOf.get(socket) ?? new Set()).add(id));
      const watchedBet = watched.get(id) ?? { bet, isOld: false, sentAt: 0, sockets: new Map() };
      watchedBet.bet = bet;
      watchedBet.sockets.set(socket, connectionWriterOf(socket));
      watched.set(id, watchedBet);
      for (const { matchId } of bet.legs) {
        const bets = betsOn.get(matchId) ?? new Set();
        betsOn.set(matchId, bets.add(id));
      }
      return undefined;
    },
    leave,
    forget: (socket: LiveSocket): void => {
      for (const id of betsOf.get(socket) ?? []) leave(socket, id);
      betsOf.delete(socket);
    },
    /** The bet is no longer as it was read. Returns whether it is watched. */
    outdate: (id: string): boolean => {
      const watchedBet = watched.get(id);
      if (watchedBet) watchedBet.isOld = true;
      return watchedBet !== undefined;
    },
    /** Reads those again that are no longer as they were read. */
    readOld: async (some: readonly Watched[]): Promise<void> => {
      const old = some.filter(({ isOld }) => isOld);
      for (const watchedBet of old) watchedBet.isOld = false;
      const ids = old.map(({ bet }) => bet.id);
      for (const bet of await readBets(db, ids)) {
        const watchedBet = watched.get(bet.id);
        if (watchedBet) watchedBet.bet = bet;
      }
    },
  };
}

const full = `At most ${mostBetRooms} bets at a time.`;
/** In either case, as in a path. */
const idIn = (room: string): string => room.slice(2).toLowerCase();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
