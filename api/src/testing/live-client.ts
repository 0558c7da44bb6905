import type {
  BetView,
  ClientEvents,
  Heartbeat,
  ServerEvents,
  SubscribeAnswer,
  Tick,
  WalletPush,
} from '@touchline/core/contract';
import { io, type Socket } from 'socket.io-client';

/** A browser's end of the connection: it records what it receives and sends only what a test asks for. */
export type LiveClient = {
  readonly socket: Socket<ServerEvents, ClientEvents>;
  readonly ticks: Tick[];
  readonly heartbeats: Heartbeat[];
  readonly wallets: WalletPush[];
  readonly bets: BetView[];
  /** How often it was asked to refetch. */
  missed: number;
  /** Why the connection was closed or refused, in order. */
  readonly ends: string[];
  /** What came with each refusal. */
  readonly refusals: unknown[];
  readonly subscribe: (room: string, n?: number) => Promise<SubscribeAnswer>;
  readonly close: () => void;
};

export type LiveClientOptions = {
  readonly token?: string;
  readonly origin?: string;
  /** The client address that a proxy forwards. */
  readonly from?: string;
};

/** Opens a connection. Resolves when it is open or refused. */
export async function openSocket(url: string, options: LiveClientOptions = {}): Promise<LiveClient> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: options.token === undefined ? {} : { token: options.token },
    extraHeaders: {
      ...(options.origin !== undefined && { origin: options.origin }),
      ...(options.from !== undefined && { 'x-forwarded-for': options.from }),
    },
  });
  const client: LiveClient = {
    socket,
    ticks: [],
    heartbeats: [],
    wallets: [],
    bets: [],
    missed: 0,
    ends: [],
    refusals: [],
    subscribe: (room, n) =>
      new Promise((resolve) => socket.emit('sub', { room, ...(n !== undefined && { n }) }, resolve)),
    close: () => socket.disconnect(),
  };
  socket.on('tick', (tick) => client.ticks.push(tick));
  socket.on('hb', (heartbeat) => client.heartbeats.push(heartbeat));
  socket.on('wallet', (wallet) => client.wallets.push(wallet));
  socket.on('bet', (bet) => client.bets.push(bet));
  socket.on('missed', () => {
    client.missed += 1;
  });
  socket.on('disconnect', (reason) => client.ends.push(reason));
  await new Promise<void>((resolve) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error) => {
      client.ends.push(error.message);
      client.refusals.push(Reflect.get(error, 'data'));
      resolve();
    });
  });
  return client;
}

/** The snapshot of a room that must be there. */
export async function joined(client: LiveClient, room: string, n?: number) {
  const answer = await client.subscribe(room, n);
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}
