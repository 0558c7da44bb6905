import { deskRoom, userRoom } from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import { seconds } from '@touchline/core/instant';
import type { LiveServer, Told, UserFacts } from './live-server.ts';

export type Announce = (userId: UserId, facts: UserFacts) => void;

// Nodes that start together miss each other's first sign of life; they give another every five seconds.
const settledAfterMs = seconds(15);

/**
 * Tells a user, on whatever node their sockets are, what has been committed. Never called from inside a transaction. A group of
 * commands is answered at once, so its facts travel to the other nodes as one message, and to none when there are no others.
 */
export function createAnnounce(io: LiveServer): Announce {
  const begun = performance.now();
  let waiting: (readonly [UserId, UserFacts])[] = [];
  const tellAll = async (): Promise<void> => {
    const told = waiting;
    waiting = [];
    tellHere(io, told);
    const isSettled = performance.now() - begun > settledAfterMs;
    const isAlone = isSettled && (await io.sockets.adapter.serverCount()) === 1;
    if (!isAlone) io.serverSideEmit('told', told);
  };
  io.on('told', (told) => tellHere(io, told));
  return (userId, facts) => {
    waiting.push([userId, facts]);
    if (waiting.length === 1) setImmediate(tellAll);
  };
}

/** The match about which something has changed that admins look after; `null`: several, or all. */
export type AnnounceMarket = (matchId: MatchId | null) => void;

/** Tells the admins who look at the markets, on whatever node. Never called from inside a transaction. */
export const createAnnounceMarket =
  (io: LiveServer): AnnounceMarket =>
  (matchId) =>
    io.to(deskRoom).emit('market', { matchId });

function tellHere(io: LiveServer, told: Told): void {
  for (const [userId, { wallet, bet, transaction, forAdmins }] of told) {
    if (forAdmins) io.local.to(deskRoom).emit('desk', forAdmins);
    const room = userRoom(userId);
    // Most who bet have no socket here, and nothing is written out for nobody.
    if (!io.sockets.adapter.rooms.has(room)) continue;
    const user = io.local.to(room);
    if (wallet) user.emit('wallet', wallet);
    if (bet) user.emit('bet', bet);
    if (transaction) user.emit('transaction', transaction);
  }
}
