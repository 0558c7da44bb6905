import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket as TcpSocket } from 'node:net';
import { dirname, join } from 'node:path';
import type { LiveSocket } from './live-server.ts';

/**
 * Writes to the TCP connection of a socket, below Socket.IO, engine.io and ws. Bytes go out at once, so write only while nothing is
 * queued in those layers. It reads their private fields, so it exists only for the versions it was tested with; with others, frames
 * go through the public API.
 */
export type ConnectionWriter = {
  readonly engine: Engine;
  readonly transport: Engine['transport'];
  readonly tcp: TcpSocket;
};

/** Nothing is queued above, and everything written before has left this process. */
export const isIdle = ({ engine, transport, tcp }: ConnectionWriter): boolean =>
  transport.writable &&
  engine.writeBuffer.length === 0 &&
  engine.readyState === 'open' &&
  engine.transport === transport &&
  tcp.writable &&
  tcp.writableLength === 0;

/** The versions whose private fields are as assumed here; a test checks it. */
export const testedWith = { 'socket.io': '4.8.4', 'engine.io': '6.6.11', ws: '8.21.3' } as const;

export function connectionWriterOf(socket: LiveSocket): ConnectionWriter | undefined {
  if (!isTested()) return undefined;
  const engine: object = socket.conn;
  if (!isEngine(engine)) return undefined;
  const { transport } = engine;
  const websocket: unknown = Reflect.get(transport, 'socket');
  if (transport.name !== 'websocket' || !isObject(websocket)) return undefined;
  // With compression, ws builds and queues the frames itself.
  if (Reflect.get(websocket, 'extensions') !== '') return undefined;
  const tcp: unknown = Reflect.get(websocket, '_socket');
  if (!(tcp instanceof TcpSocket)) return undefined;
  return { engine, transport, tcp };
}

type Engine = {
  readonly writeBuffer: readonly unknown[];
  readonly readyState: string;
  readonly transport: { readonly name: string; readonly writable: boolean };
};

function isEngine(engine: object): engine is Engine {
  const transport: unknown = Reflect.get(engine, 'transport');
  return (
    Array.isArray(Reflect.get(engine, 'writeBuffer')) &&
    typeof Reflect.get(engine, 'readyState') === 'string' &&
    isObject(transport) &&
    typeof Reflect.get(transport, 'writable') === 'boolean'
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

let answer: boolean | undefined;
function isTested(): boolean {
  answer ??= Object.entries(installed()).every(
    ([name, version]) => testedWith[name as keyof typeof testedWith] === version,
  );
  return answer;
}

/** The installed versions, resolved as Socket.IO resolves them. */
export function installed(): Readonly<Record<keyof typeof testedWith, string>> {
  const own = createRequire(import.meta.url);
  const socketIo = createRequire(own.resolve('socket.io'));
  const engine = socketIo.resolve('engine.io');
  return {
    'socket.io': versionAbove(own.resolve('socket.io')),
    'engine.io': versionAbove(engine),
    ws: versionAbove(createRequire(engine).resolve('ws')),
  };
}

/** The version of the package that a file belongs to. */
function versionAbove(file: string): string {
  let folder = dirname(file);
  for (;;) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (typeof version === 'string') return version;
    } catch {}
    if (folder === dirname(folder)) return 'unknown';
    folder = dirname(folder);
  }
}
