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

/** Whoever was let in with this session. */
export const sessionRoom = (sessionId: SessionId): string => `s:${sessionId}`;

/**
 * Lets guests in without a token and users with one that counts; a token that does not is refused (`connect_error`, its `data` a
 * RefusalView), so that nobody takes a guest's socket for their own. A user's socket hears the user's facts and ends with the token,
 * unless it is given a newer one of the same session before. A connection carries one socket in its life: another `CONNECT` on it, or
 * the end of its socket, closes it.
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
    // Refused, it takes up a place no longer than the answer needs to leave.
    setImmediate(() => socket.conn.close());
    return crowded;
  });
  sockets.onConnect((socket) => {
    // Kept for as long as the connection lasts, and not needed again, as no other socket comes to be on it: the request, its headers
    // and token, and a room of its own.
    Reflect.set(socket.conn, 'request', null);
    Reflect.set(socket, 'handshake', forgotten);
    void socket.leave(socket.id);
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
  error: 'Too many screens of this network are connected. Prices are still shown, a little later.',
};

/** Lets go of sockets here whose session has ended, should the word of it have been lost between the nodes. */
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
