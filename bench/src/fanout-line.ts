import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A minimal websocket client, so that the measurement does not measure itself. */
export type Line = {
  readonly send: (text: string) => void;
  readonly close: () => void;
};
export type LineEnds = {
  /** The server accepted the upgrade. */
  readonly onOpen: (line: Line) => void;
  /** A whole text message: the bytes from `start` to `end`, valid until this returns. */
  readonly onText: (line: Line, bytes: Buffer, start: number, end: number) => void;
  readonly onEnd: (line: Line, why: string) => void;
};
export type LineTo = { readonly port: number; readonly path: string; readonly localAddress?: string };

// Shared by all connections, so that a message that arrives whole needs no copy.
const shared = Buffer.allocUnsafe(256 * 1024);
const NONE = Buffer.alloc(0);
const TEXT = 1;
const CLOSE = 8;
const PING = 9;

export function openSocket({ port, path, ...from }: LineTo, ends: LineEnds): Line {
  /** The start of a message whose rest has not arrived yet. */
  let kept = NONE;
  let isOpen = false;
  const tcp: Socket = connect({
    host: '127.0.0.1',
    port,
    ...from,
    noDelay: true,
    onread: {
      buffer: shared,
      callback: (length) => {
        read(kept.length === 0 ? shared.subarray(0, length) : Buffer.concat([kept, shared.subarray(0, length)]));
        return true;
      },
    },
  });
  const line: Line = { send: (text) => void tcp.write(frameOf(TEXT, Buffer.from(text))), close: () => tcp.destroy() };

  const read = (bytes: Buffer): void => {
    let at = 0;
    if (!isOpen) {
      at = bytes.indexOf('\r\n\r\n') + 4;
      if (at < 4) {
        keep(bytes, 0);
        return;
      }
      const answer = bytes.toString('latin1', 9, 12);
      if (answer !== '101') throw new Error(`the server answered ${answer} to a websocket`);
      isOpen = true;
      ends.onOpen(line);
    }
    for (let message = messageAt(bytes, at); message; message = messageAt(bytes, at)) {
      if (message.opcode === TEXT) ends.onText(line, bytes, message.start, message.end);
      if (message.opcode === PING) tcp.write(frameOf(10, bytes.subarray(message.start, message.end)));
      if (message.opcode === CLOSE) tcp.end();
      at = message.end;
    }
    keep(bytes, at);
  };
  const keep = (bytes: Buffer, from: number): void => {
    kept = from === bytes.length ? NONE : Buffer.from(bytes.subarray(from));
  };

  tcp.on('connect', () => tcp.write(upgrade(port, path)));
  tcp.on('error', (error) => ends.onEnd(line, error.message));
  tcp.on('end', () => ends.onEnd(line, 'ended by the server'));
  return line;
}

type Message = { readonly opcode: number; readonly start: number; readonly end: number };

/** Server frames are not masked, and ours are never fragmented. */
function messageAt(bytes: Buffer, at: number): Message | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = bytes.readUInt8(at + 1);
  const wide = short < 126 ? 0 : short === 126 ? 2 : 8;
  const start = at + 2 + wide;
  if (bytes.length < start) return undefined;
  const length = wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(at + 2) : bytes.readUIntBE(at + 4, 6);
  const end = start + length;
  return bytes.length < end ? undefined : { opcode: bytes.readUInt8(at) & 0x0f, start, end };
}

/** Clients must mask; a mask of zeros leaves the text unchanged. Messages here are short. */
function frameOf(opcode: number, said: Buffer): Buffer {
  if (said.length > 125) throw new Error('too long for a client of ours');
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | said.length, 0, 0, 0, 0]), said]);
}

const upgrade = (port: number, path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');
