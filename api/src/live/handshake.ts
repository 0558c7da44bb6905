import type { RefusalView } from '@touchline/core/contract';
import { userRoom } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { z } from 'zod';
import type { Sessions } from '../http/sessions.ts';
import type { LiveServer, LiveSocket } from './live-server.ts';

export type HandshakeDeps = { readonly sessions: Sessions; readonly now: () => Instant };

/**
 * Lets guests in without a token and users with one that counts; a token that does not is refused (`connect_error`, its `data` a
 * RefusalView), so that nobody takes a guest's socket for their own. A user's socket hears the user's facts and ends with the token.
 */
export function welcomeSockets(io: LiveServer, { sessions, now }: HandshakeDeps): void {
  io.use((socket, next) => {
    admit(socket, sessions).then(
      (refusal) => next(refusal && new HandshakeRefused(refusal)),
      (error: unknown) => next(error instanceof Error ? error : new Error('handshake failed')),
    );
  });
  io.on('connection', (socket) => {
    // Kept by engine.io for as long as the connection lasts, and not needed any more.
    Reflect.set(socket.conn, 'request', null);
    const { session } = socket.data;
    if (!session) return;
    void socket.join(userRoom(session.userId));
    const ending = setTimeout(() => socket.disconnect(true), session.expiresAt - now());
    socket.on('disconnect', () => clearTimeout(ending));
  });
}

/** What a refused handshake hands to the client as the error's `data`. */
class HandshakeRefused extends Error {
  readonly data: RefusalView;
  constructor(view: RefusalView) {
    super(view.error);
    this.data = view;
  }
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
