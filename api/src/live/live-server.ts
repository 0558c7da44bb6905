import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type {
  AdminTransactionView,
  BetView,
  ClientEvents,
  NotificationsRead,
  ServerEvents,
  TransactionView,
  WalletPush,
} from '@touchline/core/contract';
import type { SessionId, UserId } from '@touchline/core/ids';
import { Server, type Socket } from 'socket.io';
import type { Session } from '../http/sessions.ts';
import { SharingDecoder } from './sharing-decoder.ts';
import { SharingEncoder } from './sharing-encoder.ts';

/** Complete states with their versions: the client keeps the newest, in whatever order they arrive. */
export type UserFacts = {
  readonly wallet?: WalletPush;
  readonly bet?: BetView;
  readonly transaction?: TransactionView;
  readonly notificationsRead?: NotificationsRead;
  /** Something changed that has no push of its own, such as an exclusion: the user's screens fetch again what they show. */
  readonly refetch?: true;
  /** The same transaction for admins. */
  readonly forAdmins?: AdminTransactionView;
};
/** Facts that a node sends to the others, in order. */
export type NodeFacts = readonly (readonly [UserId, UserFacts])[];

/** The event that carries `NodeFacts`. Its value stays: nodes of the previous release send and expect it. */
export const factsPublished = 'told';

/** Nodes notify each other of ended sessions and of what was committed. */
type NodeEvents = {
  sessionsEnded: (sessionIds: readonly SessionId[]) => void;
  [factsPublished]: (facts: NodeFacts) => void;
  /** A process could not publish for a while: sockets everywhere may have missed pushes. */
  missed: () => void;
};
type SocketFacts = { session: Session | null };

export type LiveServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketFacts>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketFacts>;

/** A client sends only room names, numbers and tokens; no message is longer. */
const maxMessageBytes = 4_096;

/** The Socket.IO server on `http`: websocket only, so that any node may serve any client. `enter` may turn a connection away. */
export function createLiveServer(
  http: HttpServer,
  publicUrl: string,
  enter: (request: IncomingMessage) => boolean = () => true,
): LiveServer {
  const io: LiveServer = new Server(http, {
    path,
    serveClient: false,
    parser: { Encoder: SharingEncoder, Decoder: SharingDecoder },
    transports: ['websocket'],
    pingInterval: 10_000,
    pingTimeout: 5_000,
    connectTimeout: 10_000,
    maxHttpBufferSize: maxMessageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    destroyUpgrade: false,
    allowRequest: (request, answer) => {
      const isOwn = isOwnOrigin(request, publicUrl);
      const isAllowed = isOwn && enter(request);
      answer(isOwn ? null : 'origin not allowed', isAllowed);
    },
  });
  // A connection is a websocket from its first byte. A request with the id of another connection would bypass `allowRequest`.
  io.engine.use((request: EngineRequest, _response: unknown, next: (error?: Error) => void) =>
    next(request._query['sid'] === undefined ? undefined : new Error('a connection cannot be upgraded')),
  );
  http.on('upgrade', refuseOtherPaths);
  return io;
}

type EngineRequest = { readonly _query: Readonly<Record<string, unknown>> };

const path = '/socket.io/';

function refuseOtherPaths({ url = '' }: IncomingMessage, connection: Duplex): void {
  if (url.startsWith(path)) return;
  connection.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () =>
    connection.destroy(),
  );
}

/** Browsers always send the origin of a page. A client without one is not a browser, so no page can abuse it. */
export function isOwnOrigin(request: Pick<IncomingMessage, 'headers'>, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).origin === new URL(publicUrl).origin || new URL(origin).host === host;
}
