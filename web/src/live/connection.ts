import {
  type ClientEvents,
  liveRoom,
  type RefusalView,
  type ServerEvents,
  tooManySockets,
} from '@touchline/core/contract';
import { io, type Socket } from 'socket.io-client';
import { fromCallback } from 'xstate';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from './connection-events.ts';
import {
  defaultAnswerTimeoutMs,
  defaultCrowdedDelayMs,
  defaultReconnectDelayMs,
  maxReconnectMs,
  minReconnectMs,
  shouldReconnect,
} from './retry-delays.ts';
import { checkEveryMs, createSilence } from './silence.ts';

const renewTimeoutMs = 5_000;
const acknowledgeEveryMs = 1_000;
const minConnectTimeoutMs = 5_000;
const maxConnectTimeoutMs = 20_000;

export type ConnectionOptions = {
  /** The API's address if it is not the page's origin. */
  readonly address?: string;
  /** Calls `reconnect` when an immediate attempt is worthwhile. Returns a function that stops. */
  readonly onReconnectHint: (reconnect: () => void) => () => void;
  /** How long a connection may be silent before it is replaced. */
  readonly silenceLimitMs?: number;
  /** How long an answer may take after `unanswered` timeouts in a row. */
  readonly answerTimeoutMs?: (unanswered: number) => number;
  /** When to reconnect after the server closed the connection `closures` times in a row. */
  readonly reconnectDelayMs?: (closures: number, chance: number) => number;
  /** When to reconnect after the network reached its socket limit. */
  readonly crowdedDelayMs?: (chance: number) => number;
};

type LiveSocket = Socket<ServerEvents, ClientEvents>;

/**
 * Connects to the API by WebSocket, with the token in the handshake, and reconnects until stopped. A connection that is open but
 * silent or unresponsive is replaced, perhaps by one to another node: a process that hangs keeps its connections open.
 */
export const createConnection = ({
  address,
  onReconnectHint,
  silenceLimitMs,
  answerTimeoutMs = defaultAnswerTimeoutMs,
  reconnectDelayMs = defaultReconnectDelayMs,
  crowdedDelayMs = defaultCrowdedDelayMs,
}: ConnectionOptions) =>
  fromCallback<ConnectionCommand, ConnectionInput>(({ input, sendBack, receive }) => {
    const socket = openSocket(address, input.token);
    const report = (event: ConnectionEvent) => sendBack(event);
    const acknowledgement = acknowledgeTicks(socket);
    const silence = watchSilence(socket, silenceLimitMs);
    let closures = 0;
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    const reconnectIn = (ms: number) => {
      reconnectTimer = setTimeout(() => socket.connect(), ms);
    };

    socket.on('connect', () => report({ type: 'connected' }));
    socket.on('disconnect', (reason) => {
      report({ type: 'disconnected' });
      if (reason !== 'io server disconnect') return;
      // The one reason after which socket.io does not reconnect by itself. A stopping node disconnects all clients at once.
      reconnectIn(reconnectDelayMs(closures, Math.random()));
      closures += 1;
    });
    socket.on('connect_error', (error) => {
      // While active, socket.io retries by itself. Otherwise the server refused the handshake.
      if (socket.active) return;
      // This network reached its socket limit: poll over HTTP and reconnect later.
      const isCrowded = 'data' in error && (error.data as RefusalView).code === tooManySockets;
      if (isCrowded) reconnectIn(crowdedDelayMs(Math.random()));
      // Any other refusal means that the token is not valid.
      report({ type: isCrowded ? 'disconnected' : 'connection refused' });
    });
    socket.on('tick', (tick) => {
      acknowledgement.note(tick.n);
      report({ type: 'tick', tick });
    });
    reportPushes(socket, report);

    const subscribe = (n: number, unanswered: number) => {
      const packetsBefore = silence.packets();
      socket.timeout(answerTimeoutMs(unanswered)).emit('sub', { room: liveRoom, n }, (isLate, answer) => {
        if (!isLate && answer.ok) {
          closures = 0;
          acknowledgement.startAt(answer.tick.n);
          silence.expectHeartbeats();
        }
        report({
          type: 'subscription answered',
          answer: isLate ? { ok: false, error: 'late' } : answer,
          at: Date.now(),
        });
        if (isLate && socket.connected && shouldReconnect(unanswered, silence.packets() === packetsBefore))
          socket.disconnect().connect();
      });
    };
    receive((command) => {
      // No need to check the answer: a refused room stays silent, and rooms are joined again after every connection.
      if (command.type === 'join' && socket.connected) socket.emit('sub', { room: command.room }, () => {});
      if (command.type === 'leave' && socket.connected) socket.emit('unsub', command.room);
      if (command.type === 'renew token') renewToken(socket, command.token);
      if (command.type === 'subscribe') subscribe(command.n, command.unanswered);
    });

    const stopHints = onReconnectHint(() => {
      if (socket.connected) silence.hurry();
      else if (socket.active) socket.disconnect().connect();
    });
    return () => {
      acknowledgement.stop();
      silence.stop();
      clearTimeout(reconnectTimer);
      stopHints();
      socket.disconnect();
    };
  });

/** Connects; an attempt that is not answered is given up, and the next one gets longer. */
function openSocket(address: string | undefined, token: string | undefined): LiveSocket {
  const settings = {
    transports: ['websocket'],
    auth: token ? { token } : {},
    reconnectionDelay: minReconnectMs,
    reconnectionDelayMax: maxReconnectMs,
    timeout: minConnectTimeoutMs,
    // Connections to several addresses in one process must not share a socket.io manager.
    ...(address !== undefined && { forceNew: true }),
  };
  const socket: LiveSocket = address === undefined ? io(settings) : io(address, settings);
  socket.io.on('open', () => socket.io.timeout(minConnectTimeoutMs));
  // A hung process still accepts connections, so time out; slow networks and busy servers get longer each time.
  socket.io.on('reconnect_attempt', (attempt) => {
    socket.io.timeout(Math.min(minConnectTimeoutMs * 2 ** (attempt - 1), maxConnectTimeoutMs));
  });
  return socket;
}

/** Acknowledges to the server the last tick that arrived, about once a second. */
function acknowledgeTicks(socket: LiveSocket) {
  let received = 0;
  let acknowledged = 0;
  let acknowledgedAt = 0;
  const acknowledge = () => {
    const now = performance.now();
    if (received === acknowledged || !socket.connected || now - acknowledgedAt < acknowledgeEveryMs * 0.9) return;
    acknowledged = received;
    acknowledgedAt = now;
    socket.emit('ack', received);
  };
  const timer = setInterval(acknowledge, acknowledgeEveryMs);
  return {
    startAt: (n: number) => {
      received = n;
    },
    note: (n: number) => {
      received = Math.max(received, n);
      // Timers of a background tab may fire only once a minute, but frames arrive on time.
      acknowledge();
    },
    stop: () => clearInterval(timer),
  };
}

/** Replaces the connection if it is open but silent. */
function watchSilence(socket: LiveSocket, silenceLimitMs: number | undefined) {
  const silence = createSilence({ now: () => performance.now(), chance: Math.random, silenceLimitMs });
  let packets = 0;
  // Heartbeats are due only after a successful subscription.
  let expectsHeartbeats = false;
  const notePacket = () => {
    packets += 1;
    silence.noteMessage();
  };
  socket.io.on('open', () => {
    notePacket();
    socket.io.engine.on('packet', notePacket);
  });
  socket.on('disconnect', () => {
    expectsHeartbeats = false;
  });
  const timer = setInterval(() => {
    if (expectsHeartbeats && silence.isTooLong()) socket.disconnect().connect();
  }, checkEveryMs);
  return {
    packets: () => packets,
    expectHeartbeats: () => {
      expectsHeartbeats = true;
    },
    hurry: silence.hurry,
    stop: () => clearInterval(timer),
  };
}

function reportPushes(socket: LiveSocket, report: (event: ConnectionEvent) => void) {
  socket.on('hb', (heartbeat) => report({ type: 'heartbeat', heartbeat, at: Date.now() }));
  socket.on('wallet', (wallet) => report({ type: 'wallet pushed', wallet }));
  socket.on('bet', (bet) => report({ type: 'bet pushed', bet }));
  socket.on('transaction', (transaction) => report({ type: 'transaction pushed', transaction }));
  socket.on('notification', (notification) => report({ type: 'notification pushed', notification }));
  socket.on('read', (read) => report({ type: 'read pushed', read }));
  socket.on('desk', (transaction) => report({ type: 'admin transaction pushed', transaction }));
  socket.on('book', (book) => report({ type: 'book pushed', book }));
  socket.on('quote', (quote) => report({ type: 'quote pushed', quote }));
  socket.on('market', (change) => report({ type: 'market pushed', change }));
  socket.on('ledger', (growth) => report({ type: 'ledger pushed', growth }));
  socket.on('verification', (run) => report({ type: 'verification pushed', run }));
  // All clients of a node get this at once, so each waits for a random time.
  socket.on('missed', ({ withinMs }) => setTimeout(report, Math.random() * withinMs, { type: 'missed' }));
}

function renewToken(socket: LiveSocket, token: string) {
  socket.auth = { token };
  if (!socket.connected) return socket.connect();
  return socket.timeout(renewTimeoutMs).emit('auth', token, (isLate, isAccepted) => {
    // Another session's token, or no answer: a new handshake decides.
    if (isLate || !isAccepted) socket.disconnect().connect();
  });
}
