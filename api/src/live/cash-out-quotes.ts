import { setImmediate } from 'node:timers/promises';
import { type CashOutFacts, offerCashOut } from '@touchline/core/betting';
import { type CashOutPush, viewCashOut } from '@touchline/core/contract';
import type { BetId, MatchId } from '@touchline/core/ids';
import { type Instant, seconds } from '@touchline/core/instant';
import { readBets, readCashOutFacts } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { type ConnectionWriter, connectionWriterOf } from './connection-writer.ts';
import { encode, send } from './frame.ts';
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
  readonly sockets: Map<LiveSocket, ConnectionWriter | undefined>;
};

export const mostBetRooms = 10;
/** Changes are collected for so long, so that a bet on several matches is valued once. */
const everyMs = 250;
/** Every value is sent again within this time, before it expires. */
const renewedWithin = seconds(10);
/** How many bets are valued before HTTP requests get a turn. */
const atOnce = 50;

/** Values the bets that someone watches on this node; nothing is read or computed for the others. */
export function createCashOutQuotes(options: CashOutQuotesOptions): CashOutQuotes {
  const { db, replica, margin, inPlay, contain, now, onError } = options;
  const watched = new Map<string, Watched>();
  const betsOn = new Map<MatchId, Set<string>>();
  const roomsOf = new Map<LiveSocket, Set<string>>();
  const due = new Set<string>();
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let renewing = watched.keys();
  const sendTo = contain((socket, writer: ConnectionWriter | undefined, quote: CashOutPush) =>
    send(socket, writer, encode('quote', quote)),
  );

  const push = (id: string, { bet, sockets }: Watched, facts: CashOutFacts, version: number): void => {
    const offer = offerCashOut(bet, facts);
    const quote = { id, ...viewCashOut(bet, offer.ok ? offer.value : offer.refusal, { version, at: facts.now }) };
    for (const [socket, writer] of sockets) sendTo(socket, writer, quote);
  };

  async function sendQuotes(ids: readonly string[]): Promise<void> {
    // Read before the matches, so that the prices are at least as new.
    const version = replica.n();
    const shown = ids.flatMap((id) => watched.get(id) ?? []);
    const old = shown.filter(({ isOld }) => isOld);
    for (const one of old) one.isOld = false;
    for (const bet of await readBets(
      db,
      old.map(({ bet }) => bet.id),
    )) {
      const one = watched.get(bet.id);
      if (one) one.bet = bet;
    }
    const matchIds = new Set(shown.flatMap(({ bet }) => bet.legs.map(({ matchId }) => matchId)));
    const facts = await readCashOutFacts(db, [...matchIds], { now: now(), margin, inPlay });
    for (const [at, id] of ids.entries()) {
      if (at % atOnce === atOnce - 1) await setImmediate();
      const one = watched.get(id);
      if (!one || one.isOld) continue;
      push(id, one, facts, version);
    }
  }

  /** Renews a share of all values, and sends those that are due. */
  const beat = (): void => {
    if (sending || watched.size === 0) return;
    for (let left = Math.ceil((watched.size * everyMs) / renewedWithin); left > 0; left -= 1) {
      const { done, value } = renewing.next();
      if (done) renewing = watched.keys();
      else due.add(value);
    }
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

  const leave = (socket: LiveSocket, room: string): void => {
    const id = room.slice(2);
    const one = watched.get(id);
    roomsOf.get(socket)?.delete(room);
    if (!one?.sockets.delete(socket) || one.sockets.size > 0) return;
    watched.delete(id);
    for (const { matchId } of one.bet.legs) {
      const bets = betsOn.get(matchId);
      bets?.delete(id);
      if (bets?.size === 0) betsOn.delete(matchId);
    }
  };

  return {
    enter: async (socket, room) => {
      const id = room.slice(2);
      const { session } = socket.data;
      const joined = roomsOf.get(socket) ?? new Set();
      if (joined.size >= mostBetRooms) return `At most ${mostBetRooms} bets at a time.`;
      const [bet] = uuid.test(id) ? await readBets(db, [id as BetId]) : [];
      if (!bet || bet.userId !== session?.userId) return 'There is no such room.';
      if (!socket.connected) return 'The connection has ended.';
      roomsOf.set(socket, joined.add(room));
      const one = watched.get(id) ?? { bet, isOld: false, sockets: new Map() };
      one.bet = bet;
      one.sockets.set(socket, connectionWriterOf(socket));
      watched.set(id, one);
      for (const { matchId } of bet.legs) {
        const bets = betsOn.get(matchId) ?? new Set();
        betsOn.set(matchId, bets.add(id));
      }
      due.add(id);
      return undefined;
    },
    leave,
    forget: (socket) => {
      for (const room of roomsOf.get(socket) ?? []) leave(socket, room);
      roomsOf.delete(socket);
    },
    betChanged: (id) => {
      const one = watched.get(id);
      if (!one) return;
      one.isOld = true;
      due.add(id);
    },
    start: () => {
      replica.onChange(({ rows }) => {
        for (const row of rows) {
          for (const id of betsOn.get(row.id as MatchId) ?? []) {
            due.add(id);
            const one = watched.get(id);
            // Its legs may be graded by now.
            if (one && row.status !== 'open') one.isOld = true;
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
