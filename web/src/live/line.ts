import {
  type ClientEvents,
  liveRoom,
  type RefusalView,
  type ServerEvents,
  tooManySockets,
} from '@touchline/core/contract';
import { io, type Socket } from 'socket.io-client';
import { fromCallback } from 'xstate';
import {
  answerWithinMs,
  isLineGivenUp,
  longestReturnMs,
  placeWithinMs,
  returnWithinMs,
  shortestReturnMs,
} from './asking.ts';
import type { LineEvent, LineInput, LineOrder } from './line-events.ts';
import { createSilence, lookEveryMs } from './silence.ts';

const renewWithinMs = 5_000;
const acknowledgeEveryMs = 1_000;
const shortestTryMs = 5_000;
const longestTryMs = 20_000;

export type LineEnds = {
  /** Where the API is, where that is not where the page came from. */
  readonly address?: string;
  /** Calls back when it is worth trying at once; gives how to stop. */
  readonly whenWorthTrying: (comeBack: () => void) => () => void;
  /** How long a line may be silent before it is made anew. */
  readonly patienceMs?: number;
  /** How long an answer may take, by how many were not given before. */
  readonly answerMs?: (unanswered: number) => number;
  /** When to come back after the server ended the line, by how often it did so in a row. */
  readonly returnMs?: (farewells: number, chance: number) => number;
  /** When to ask again for a place where there was none. */
  readonly placeMs?: (chance: number) => number;
};

/**
 * The socket to the API: websocket only, the token in the handshake, reconnecting by itself until it is stopped. One that is
 * open but says nothing, or does not answer, is made anew, perhaps to another node: a process that hangs keeps its connections.
 */
export const lineBetween = ({
  address,
  whenWorthTrying,
  patienceMs,
  answerMs = answerWithinMs,
  returnMs = returnWithinMs,
  placeMs = placeWithinMs,
}: LineEnds) =>
  fromCallback<LineOrder, LineInput>(({ input, sendBack, receive }) => {
    const settings = {
      transports: ['websocket'],
      auth: input.token ? { token: input.token } : {},
      reconnectionDelay: shortestReturnMs,
      reconnectionDelayMax: longestReturnMs,
      timeout: shortestTryMs,
      // Lines of one process to several addresses, or as several people, have nothing in common.
      ...(address !== undefined && { forceNew: true }),
    };
    const socket: Socket<ServerEvents, ClientEvents> = address === undefined ? io(settings) : io(address, settings);
    const tell = (event: LineEvent) => sendBack(event);
    let read = 0;
    let acknowledged = 0;
    let acknowledgedAt = 0;
    const acknowledge = () => {
      const now = performance.now();
      if (read === acknowledged || !socket.connected || now - acknowledgedAt < acknowledgeEveryMs * 0.9) return;
      acknowledged = read;
      acknowledgedAt = now;
      socket.emit('ack', read);
    };
    const silence = createSilence({ now: () => performance.now(), chance: Math.random, patienceMs });
    let words = 0;
    const hear = () => {
      words += 1;
      silence.heard();
    };
    let farewells = 0;
    let comingBack: ReturnType<typeof setTimeout> | undefined;
    const comeBackIn = (ms: number) => {
      comingBack = setTimeout(() => socket.connect(), ms);
    };
    // Only who has been let into the room of matches is owed a word every second or two.
    let isOwedWords = false;
    // Whoever looks again, or has a network again, does not wait for the next try.
    const comeBack = () => {
      if (socket.connected) silence.hurry();
      else if (socket.active) socket.disconnect().connect();
    };
    const listen = () => {
      if (isOwedWords && silence.isTooLong()) socket.disconnect().connect();
    };

    socket.io.on('open', () => {
      hear();
      socket.io.timeout(shortestTryMs);
      socket.io.engine.on('packet', hear);
    });
    // A process that hangs still has connections taken; a slow network, or a crowd that comes back, needs longer.
    socket.io.on('reconnect_attempt', (attempt) => {
      socket.io.timeout(Math.min(shortestTryMs * 2 ** (attempt - 1), longestTryMs));
    });
    socket.on('connect', () => tell({ type: 'line opened' }));
    socket.on('disconnect', (reason) => {
      isOwedWords = false;
      tell({ type: 'line lost' });
      if (reason !== 'io server disconnect') return;
      // The one reason after which socket.io does not come back by itself. All who were on a node that ends hear it at once.
      comeBackIn(returnMs(farewells, Math.random()));
      farewells += 1;
    });
    socket.on('connect_error', (error) => {
      // A handshake that the server itself refused: socket.io will not try again.
      if (socket.active) return;
      // There is no place for more screens of this network: HTTP shows what there is until there may be one.
      const isCrowded = 'data' in error && (error.data as RefusalView).code === tooManySockets;
      if (isCrowded) comeBackIn(placeMs(Math.random()));
      // Else the token does not count any more.
      tell({ type: isCrowded ? 'line lost' : 'line refused' });
    });
    socket.on('tick', (tick) => {
      read = Math.max(read, tick.n);
      // In the background timers come once a minute at worst; what the server sends comes at once.
      acknowledge();
      tell({ type: 'tick', tick });
    });
    socket.on('hb', (heartbeat) => tell({ type: 'heartbeat', heartbeat, at: Date.now() }));
    socket.on('wallet', (wallet) => tell({ type: 'wallet pushed', wallet }));
    socket.on('bet', (bet) => tell({ type: 'bet pushed', bet }));
    socket.on('transaction', (transaction) => tell({ type: 'transaction pushed', transaction }));
    socket.on('desk', (transaction) => tell({ type: 'desk pushed', transaction }));
    socket.on('market', (change) => tell({ type: 'market pushed', change }));
    socket.on('ledger', (growth) => tell({ type: 'ledger pushed', growth }));
    socket.on('verification', (run) => tell({ type: 'verification pushed', run }));
    // All screens of a server get this at once, so each waits for a moment of its own.
    socket.on('missed', ({ withinMs }) => setTimeout(tell, Math.random() * withinMs, { type: 'missed' }));

    const renew = (token: string) => {
      socket.auth = { token };
      if (!socket.connected) return socket.connect();
      return socket.timeout(renewWithinMs).emit('auth', token, (late, isTaken) => {
        // Of another session, or never answered: the handshake tells what the token is worth.
        if (late || !isTaken) socket.disconnect().connect();
      });
    };

    receive((order) => {
      // Whoever enters a room that is closed to them hears nothing there. Rooms are entered anew whenever the line opens.
      if (order.type === 'enter' && socket.connected) socket.emit('sub', { room: order.room }, () => {});
      if (order.type === 'leave' && socket.connected) socket.emit('unsub', order.room);
      if (order.type === 'renew') renew(order.token);
      if (order.type !== 'ask for rows') return;
      const { n, unanswered } = order;
      const wordsBefore = words;
      socket.timeout(answerMs(unanswered)).emit('sub', { room: liveRoom, n }, (late, answer) => {
        if (!late && answer.ok) {
          read = answer.tick.n;
          farewells = 0;
          isOwedWords = true;
        }
        tell({ type: 'rows answered', answer: late ? { ok: false, error: 'late' } : answer, at: Date.now() });
        if (late && socket.connected && isLineGivenUp(unanswered, words === wordsBefore)) socket.disconnect().connect();
      });
    });

    const acknowledging = setInterval(acknowledge, acknowledgeEveryMs);
    const listening = setInterval(listen, lookEveryMs);
    const stopWaiting = whenWorthTrying(comeBack);

    return () => {
      clearInterval(acknowledging);
      clearInterval(listening);
      clearTimeout(comingBack);
      stopWaiting();
      socket.disconnect();
    };
  });
