import type { LiveSocket } from './live-server.ts';

/**
 * What this process keeps for a socket: packets that wait in engine.io, and bytes that wait in the websocket. Both are private to
 * their libraries, whose versions are pinned; a test sees to it that a socket that does not read shows here.
 */
export function bufferedBytes(socket: LiveSocket): number {
  const waiting: unknown = Reflect.get(socket.conn, 'writeBuffer');
  const packets: readonly unknown[] = Array.isArray(waiting) ? waiting : [];
  const inEngine = packets.reduce<number>((sum, packet) => sum + lengthOf(packet), 0);
  const websocket: unknown = Reflect.get(socket.conn.transport, 'socket');
  const inWebsocket = isObject(websocket) ? Reflect.get(websocket, 'bufferedAmount') : 0;
  return inEngine + (typeof inWebsocket === 'number' ? inWebsocket : 0);
}

function lengthOf(packet: unknown): number {
  const text: unknown = isObject(packet) ? Reflect.get(packet, 'data') : undefined;
  return typeof text === 'string' ? text.length : 0;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
