import type { Server as HttpServer } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';
import type { LiveSocket } from './live-server.ts';

/**
 * What this process buffers for a socket: packets waiting in engine.io and bytes waiting in the websocket. Both are private to
 * their libraries, whose versions are pinned; a test checks that a socket that does not read shows up here.
 */
export function bufferedBytes(socket: LiveSocket): number {
  const engine: object = socket.conn;
  const packets: readonly unknown[] =
    'writeBuffer' in engine && Array.isArray(engine.writeBuffer) ? engine.writeBuffer : [];
  const inEngine = packets.length === 0 ? 0 : packets.reduce<number>((sum, packet) => sum + lengthOf(packet), 0);
  const websocket = websocketOf(socket);
  const inWebsocket: unknown = websocket && 'bufferedAmount' in websocket ? websocket.bufferedAmount : 0;
  return inEngine + (typeof inWebsocket === 'number' ? inWebsocket : 0);
}

/** Closes a connection at once, without waiting for a client that does not read. */
export function terminateSocket(socket: LiveSocket): void {
  const websocket = websocketOf(socket);
  const terminate: unknown = websocket && Reflect.get(websocket, 'terminate');
  if (typeof terminate === 'function') terminate.call(websocket);
  socket.disconnect(true);
}

/** Returns every connection of a server, including those upgraded to WebSockets, which Node no longer tracks. */
export function connectionsOf(
  http: HttpServer,
  onClose: (connection: TcpSocket) => void,
): { readonly destroy: () => void } {
  const open = new Set<TcpSocket>();
  function forget(this: TcpSocket): void {
    open.delete(this);
    onClose(this);
  }
  http.on('connection', (connection: TcpSocket) => {
    open.add(connection);
    connection.on('close', forget);
    connection.on('error', ignore);
  });
  return {
    destroy: () => {
      for (const connection of open) connection.destroy();
    },
  };
}

/**
 * Node stops listening for errors of a connection once it asks for an upgrade. A reset before anyone else listens would be an
 * exception that nothing handles. The connection is closed in any case.
 */
const ignore = (): void => undefined;

function websocketOf(socket: LiveSocket): object | undefined {
  const transport: object = socket.conn.transport;
  return 'socket' in transport && isObject(transport.socket) ? transport.socket : undefined;
}

function lengthOf(packet: unknown): number {
  const text: unknown = isObject(packet) ? Reflect.get(packet, 'data') : undefined;
  return typeof text === 'string' ? text.length : 0;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
