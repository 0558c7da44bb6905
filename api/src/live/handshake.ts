import type { Socket as TcpSocket } from 'node:net';
import { type RefusalView, tooManySockets, userRoom } from '@touchline/core/contract';
import type { SessionId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { z } from 'zod';
import type { Session, Sessions } from '../http/sessions.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';
import type { Sockets } from './sockets.ts';

export type HandshakeDeps = {
  readonly sockets: Sockets;
  readonly sessions: Sessions;
  /** Accepted only to be refused with a reason: its client has too many. */
  readonly isTooMany: (connection: TcpSocket) => boolean;
  readonly now: () => Instant;
};

/** The room of every socket that connected with this session. */
export const sessionRoom = (sessionId: SessionId): string => `s:${sessionId}`;

/**
 * Admits guests without a token and users with a valid one. An invalid token is refused (`connect_error` with a RefusalView in `data`),
 * not downgraded to a guest: the user would believe to be logged in. A user's socket receives the user's pushes and ends when the token
 * expires, unless a newer token of the same session replaces it. A connection carries one socket: a second `CONNECT`, or the end of the
 * socket, closes it.
 */
export function welcomeSockets({ sockets, sessions, isTooMany, now }: HandshakeDeps): void {
  const used = new WeakSet<object>();
  const endings = new WeakMap<LiveSocket, NodeJS.Timeout>();
  const end = sockets.contain((socket) => socket.disconnect(true));
  const endWith = (socket: LiveSocket, { expiresAt }: Session): void => {
    clearTimeout(endings.get(socket));
    endings.set(socket, setTimeout(end, Math.max(0, expiresAt - now()), socket));
  };

  sockets.admit((socket) => {
    if (used.has(socket.conn)) {
      socket.conn.close();
      return { code: 'connected-before', error: 'Open another connection to connect again.' };
    }
    used.add(socket.conn);
    if (!isTooMany(socket.request.socket)) return admit(socket, sessions);
    // Close a refused connection as soon as the refusal has been sent.
    setImmediate(() => socket.conn.close());
    return crowded;
  });
  sockets.onConnect((socket) => {
    // Release memory that would last as long as the connection and is not needed again, because it carries no second socket: the
    // request with its headers and token, and what the adapter keeps of its rooms. Guests are in none.
    Reflect.set(socket.conn, 'request', null);
    Reflect.set(socket, 'handshake', forgotten);
    socket.nsp.adapter.delAll(socket.id);
    const { session } = socket.data;
    if (!session) return;
    void socket.join([userRoom(session.userId), sessionRoom(session.sessionId)]);
    endWith(socket, session);
  });
  sockets.on('auth', async (socket, token, answer) => {
    const { session } = socket.data;
    if (typeof answer !== 'function' || !session) return;
    const newer = await newerOf(session, token, sessions);
    if (newer && socket.connected) {
      endWith(socket, newer);
      socket.data.session = newer;
    }
    answer(newer !== undefined);
  });
  sockets.on('disconnect', (socket) => {
    clearTimeout(endings.get(socket));
    socket.conn.close();
  });
}

const forgotten = Object.freeze({});

const crowded: RefusalView = {
  code: tooManySockets,
  error: 'Too many screens are connected from this network. Prices are still shown, with a short delay.',
};

/** Disconnects sockets of this node whose session has ended, in case the message from another node was lost. */
export async function dismissEnded(io: LiveServer, sessions: Sessions): Promise<void> {
  await Promise.all(
    [...io.of('/').sockets.values()].map(async (socket) => {
      const { session } = socket.data;
      if (session && !(await sessions.isOpen(session.sessionId))) socket.disconnect(true);
    }),
  );
}

async function newerOf(session: Session, token: unknown, sessions: Sessions): Promise<Session | undefined> {
  const asked = handshakeAuth.safeParse({ token });
  if (!asked.success || asked.data.token === undefined) return undefined;
  const newer = await sessions.read(asked.data.token);
  return newer.ok && newer.value.sessionId === session.sessionId ? newer.value : undefined;
}

async function admit(socket: LiveSocket, sessions: Sessions): Promise<RefusalView | undefined> {
  const asked = handshakeAuth.safeParse(socket.handshake.auth);
  if (!asked.success) return { code: 'token-unreadable', error: 'The handshake is not valid.' };
  socket.data.session = null;
  if (asked.data.token === undefined) return undefined;
  const session = await sessions.read(asked.data.token);
  if (!session.ok) return { code: session.refusal.code, error: 'Please log in again.' };
  socket.data.session = session.value;
  return undefined;
}

const handshakeAuth = z.object({ token: z.string().max(2_000).optional() });
