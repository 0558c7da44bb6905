import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Socket as TcpSocket } from 'node:net';
import { dirname, join } from 'node:path';
import type { LiveSocket } from './live-server.ts';

/**
 * The line of one socket below Socket.IO, engine.io and ws. What is written here goes out at once, so it may be written only while
 * nothing waits in the layers above. What it looks at is private to those libraries: it is used with the versions it was tried
 * with, and with every other one there is no outlet and frames take the public way.
 */
export type Outlet = { readonly engine: Engine; readonly transport: Engine['transport']; readonly tcp: TcpSocket };

/** Nothing waits above, and what was written before has left this process. */
export const isIdle = ({ engine, transport, tcp }: Outlet): boolean =>
  transport.writable &&
  engine.writeBuffer.length === 0 &&
  engine.readyState === 'open' &&
  engine.transport === transport &&
  tcp.writable &&
  tcp.writableLength === 0;

/** With these versions the private fields below mean what is taken for granted here; a test sees to it that they still do. */
export const triedWith = { 'socket.io': '4.8.4', 'engine.io': '6.6.11', ws: '8.21.3' } as const;

export function outletOf(socket: LiveSocket): Outlet | undefined {
  if (!isTried()) return undefined;
  const engine: object = socket.conn;
  if (!isEngine(engine)) return undefined;
  const { transport } = engine;
  const websocket: unknown = Reflect.get(transport, 'socket');
  if (transport.name !== 'websocket' || !isObject(websocket)) return undefined;
  // With compression, frames are made elsewhere and may wait there.
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
function isTried(): boolean {
  answer ??= Object.entries(installed()).every(
    ([name, version]) => triedWith[name as keyof typeof triedWith] === version,
  );
  return answer;
}

/** The versions that Socket.IO really runs on here, found the way it finds them itself. */
export function installed(): Readonly<Record<keyof typeof triedWith, string>> {
  const own = createRequire(import.meta.url);
  const socketIo = createRequire(own.resolve('socket.io'));
  const engine = socketIo.resolve('engine.io');
  return {
    'socket.io': versionAbove(own.resolve('socket.io')),
    'engine.io': versionAbove(engine),
    ws: versionAbove(createRequire(engine).resolve('ws')),
  };
}

/** Of the package that a file belongs to. */
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
