import { adminRoom, userRoom } from '@touchline/core/contract';
import type { MatchId, UserId } from '@touchline/core/ids';
import { seconds } from '@touchline/core/instant';
import { payloadThreshold } from '@touchline/store/fan-out';
import { factsPublished, type LiveServer, type NodeFacts, type UserFacts } from './live-server.ts';

export type Announce = (userId: UserId, facts: UserFacts) => void;

// Nodes that start together miss each other's first heartbeat; the next one follows after five seconds.
const settledAfterMs = seconds(15);
/**
 * Fits into a PostgreSQL notification with the adapter's own fields. The adapter stores a longer message in a table, from which every
 * node, including the sender, reads and decodes it.
 */
const messageBytes = payloadThreshold - 500;

/**
 * Publishes to a user what has been committed, on any node. Never called from inside a transaction. A group
 * of commands is answered at once, so its facts are sent to the other nodes in a few messages; a node that is alone sends none.
 */
export function createAnnounce(io: LiveServer, betChanged: (id: string) => void): Announce {
  const publishHere = (facts: NodeFacts) => publish(io, facts, betChanged);
  const begun = performance.now();
  let waiting: (readonly [UserId, UserFacts])[] = [];
  const publishAll = async (): Promise<void> => {
    const facts = waiting;
    waiting = [];
    publishHere(facts);
    const isSettled = performance.now() - begun > settledAfterMs;
    const isAlone = isSettled && (await io.sockets.adapter.serverCount()) === 1;
    if (isAlone) return;
    for (const message of messagesOf(facts)) io.serverSideEmit(factsPublished, message);
  };
  io.on(factsPublished, publishHere);
  return (userId, facts) => {
    waiting.push([userId, facts]);
    if (waiting.length === 1) setImmediate(publishAll);
  };
}

/** Splits facts into messages of at most `messageBytes`; a fact that is longer is a message of its own. */
function messagesOf(facts: NodeFacts): readonly NodeFacts[] {
  const messages: NodeFacts[number][][] = [];
  let room = 0;
  for (const fact of facts) {
    const bytes = Buffer.byteLength(JSON.stringify(fact)) + 1;
    if (bytes > room) {
      messages.push([]);
      room = messageBytes;
    }
    messages.at(-1)?.push(fact);
    room -= bytes;
  }
  return messages;
}

/** The match that changed for admins; `null`: several, or all. */
export type AnnounceMarket = (matchId: MatchId | null) => void;

/** Notifies the admins who have the markets open, on any node. Never called from inside a transaction. */
export const createAnnounceMarket =
  (io: LiveServer): AnnounceMarket =>
  (matchId) =>
    io.to(adminRoom).emit('market', { matchId });

function publish(io: LiveServer, published: NodeFacts, betChanged: (id: string) => void): void {
  for (const [userId, { wallet, bet, transaction, notificationsRead, refetch, forAdmins }] of published) {
    if (forAdmins) io.local.to(adminRoom).emit('desk', forAdmins);
    const room = userRoom(userId);
    // Most bettors have no socket on this node: encode nothing for them.
    if (!io.sockets.adapter.rooms.has(room)) continue;
    const user = io.local.to(room);
    if (wallet) user.emit('wallet', wallet);
    if (bet) {
      betChanged(bet._id);
      user.emit('bet', bet);
    }
    if (transaction) user.emit('transaction', transaction);
    if (notificationsRead) user.emit('read', notificationsRead);
    if (refetch) user.emit('missed', { withinMs: 0 });
  }
}
