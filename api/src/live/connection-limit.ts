import type { IncomingMessage } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import { clientNetwork } from '../http/client-network.ts';

/** The most sockets that one client may hold on this node, so that no single machine can take them all. */
export type ConnectionLimitOptions = {
  /** 0: no limit. */
  readonly mostOfOne: number;
  readonly callerOf: (request: IncomingMessage) => string;
};
export type ConnectionLimit = {
  /** Counts the connection until it is closed. `false`: drop it without a reason. */
  readonly enter: (request: IncomingMessage) => boolean;
  /** The connection was accepted only to be refused with a reason: its client has too many. */
  readonly isTooMany: (connection: TcpSocket) => boolean;
  readonly leave: (connection: TcpSocket) => void;
  /** The number of sockets of the client that has the most. */
  readonly fullest: () => number;
};

type Client = { readonly network: string; accepted: number; refused: number };

/** How many connections above the limit get a refusal with its reason. Any more are dropped before the handshake. */
const mostRefused = 50;

/**
 * Counts by client: an IPv4 address, or the /64 of an IPv6 one. Each node counts its own: the limit protects its memory
 * and time, and a count across nodes would need the database for every connect and disconnect.
 */
export function createConnectionLimit({ mostOfOne, callerOf }: ConnectionLimitOptions): ConnectionLimit {
  const clients = new Map<string, Client>();
  const clientOf = new Map<TcpSocket, Client>();
  const tooMany = new Set<TcpSocket>();
  const limit = mostOfOne === 0 ? Number.POSITIVE_INFINITY : mostOfOne;

  return {
    enter: (request) => {
      const network = clientNetwork(callerOf(request));
      const client = clients.get(network) ?? { network, accepted: 0, refused: 0 };
      const isFull = client.accepted >= limit;
      if (isFull && client.refused >= mostRefused) return false;
      clients.set(network, client);
      clientOf.set(request.socket, client);
      if (isFull) tooMany.add(request.socket);
      client[isFull ? 'refused' : 'accepted'] += 1;
      return true;
    },
    isTooMany: (connection) => tooMany.has(connection),
    leave: (connection) => {
      const client = clientOf.get(connection);
      if (!client) return;
      clientOf.delete(connection);
      client[tooMany.delete(connection) ? 'refused' : 'accepted'] -= 1;
      if (client.accepted + client.refused === 0) clients.delete(client.network);
    },
    fullest: () => {
      let most = 0;
      for (const { accepted } of clients.values()) most = Math.max(most, accepted);
      return most;
    },
  };
}
