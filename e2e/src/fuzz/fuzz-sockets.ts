import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { knownScripts, type Script, type Step, scriptsOf } from './frames.ts';

export type SocketFigures = {
  frames: number;
  connections: number;
  /** Connections that the server closed before their script was over. */
  closed: number;
  /** Frames and answers of the server. */
  heard: number;
  upgrades: number;
};
export type SocketFuzz = {
  readonly urls: readonly string[];
  readonly tokens: Readonly<Record<Exclude<Script['as'], 'guest'>, string>>;
  readonly seed: number;
  readonly frames: number;
};

const atOnce = 24;
const scriptsAtATime = 400;
/** How long a script waits for the server where it waits; silence is an answer, too. */
const waitMs = 15;

/** Plays scripts on connections of their own until so many frames were sent. */
export async function fuzzSockets(fuzz: SocketFuzz, isOver: () => boolean): Promise<SocketFigures> {
  const figures: SocketFigures = { frames: 0, connections: 0, closed: 0, heard: 0, upgrades: 0 };
  const open = new Set<WebSocket>();
  const isEnough = () => figures.frames >= fuzz.frames || isOver();
  for (let part = 0; !isEnough(); part += 1) {
    const scripts = [...knownScripts, ...scriptsOf(fuzz.seed + part, scriptsAtATime)];
    let next = 0;
    const player = async (): Promise<void> => {
      for (let at = next; at < scripts.length && !isEnough(); at = next) {
        next += 1;
        const url = fuzz.urls[at % fuzz.urls.length] ?? '';
        const script = scripts[at];
        if (script) await play(url, script, fuzz.tokens, figures, open);
        if (at % 10 === 0) await resetUpgrade(url, at, figures);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, player));
    for (const socket of open) socket.terminate();
    open.clear();
  }
  return figures;
}

async function play(
  url: string,
  script: Script,
  tokens: SocketFuzz['tokens'],
  figures: SocketFigures,
  open: Set<WebSocket>,
): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
  });
  let wake = (): void => undefined;
  const heardSomething = async (withinMs: number): Promise<void> => {
    const late = new AbortController();
    const heard = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([heard, pause(withinMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
  };
  socket.on('error', () => undefined);
  socket.on('message', () => {
    figures.heard += 1;
    wake();
  });
  socket.on('close', () => wake());
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
  if (!isOpen) return;
  figures.connections += 1;
  if (script.joins) {
    socket.send(script.as === 'guest' ? '40' : `40${JSON.stringify({ token: tokens[script.as] })}`);
    figures.frames += 1;
    await heardSomething(2_000);
    await heardSomething(500);
  }
  for (const step of script.steps) {
    if (socket.readyState !== WebSocket.OPEN) {
      figures.closed += 1;
      break;
    }
    if (step.type === 'wait') await heardSomething(waitMs);
    else {
      send(socket, step);
      figures.frames += 1;
    }
  }
  await heardSomething(waitMs);
  if (script.end === 'close') socket.close();
  if (script.end === 'terminate') socket.terminate();
  if (script.end === 'reset') tcpOf(socket)?.resetAndDestroy();
  if (script.end === 'leave open') open.add(socket);
}

function send(socket: WebSocket, step: Exclude<Step, { type: 'wait' }>): void {
  if (step.type === 'text') socket.send(step.text);
  else if (step.type === 'binary') socket.send(step.bytes);
  else tcpOf(socket)?.write(step.bytes);
}

/** The connection below a websocket, for what its library would not send. */
function tcpOf(socket: WebSocket): Socket | undefined {
  return Reflect.get(socket, '_socket') ?? undefined;
}

const paths = [
  '/',
  '/events',
  '/socket.io',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=3&transport=websocket',
  '/socket.io/?EIO=4&transport=websocket&sid=__proto__',
  '/socket.io/?EIO=4&transport=websocket&transport=polling',
  '/socket.io/%ff/?EIO=4&transport=websocket',
  'http://touchline.test:99999/socket.io/?EIO=4&transport=websocket',
  '*',
];
const fields = [
  ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
  ['Upgrade: websocket', 'Sec-WebSocket-Version: 99', 'Sec-WebSocket-Key: x'],
  ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Origin: null'],
  [
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Extensions: permessage-deflate; x="',
  ],
];

/** Asks for an upgrade and resets the connection, at once or after a moment. */
async function resetUpgrade(url: string, at: number, figures: SocketFigures): Promise<void> {
  const { hostname, port } = new URL(url);
  const lines = [
    `GET ${paths[at % paths.length]} HTTP/1.1`,
    'Host: touchline.test',
    'Connection: Upgrade',
    ...(fields[at % fields.length] ?? []),
  ];
  figures.upgrades += 1;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`, () =>
        setTimeout(() => socket.resetAndDestroy(), at % 3 === 0 ? 0 : waitMs),
      );
    });
    socket.on('data', () => {
      figures.heard += 1;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}
