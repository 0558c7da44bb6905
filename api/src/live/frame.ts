import type { ServerEvents, Tick } from '@touchline/core/contract';
import { type ConnectionWriter, isIdle } from './connection-writer.ts';
import type { LiveSocket } from './live-server.ts';

/** One message, encoded once for all its receivers. */
export type Frame = {
  /** As Socket.IO hands it to engine.io. */
  readonly text: string;
  /** As sent: a whole websocket frame, header and payload in one buffer. */
  readonly bytes: Buffer;
};

/** The packet of an event: Socket.IO's type 2 in engine.io's type 4. */
export function encode<Event extends keyof ServerEvents>(
  event: Event,
  ...args: Parameters<ServerEvents[Event]>
): Frame {
  const text = `2${JSON.stringify([event, ...args])}`;
  return { text, bytes: websocketFrame(`4${text}`) };
}

const ticks = new WeakMap<Tick, Frame>();

/** Encodes a tick once, however many sockets it is sent to one by one. */
export function encodeTick(tick: Tick): Frame {
  const frame = ticks.get(tick) ?? encode('tick', tick);
  ticks.set(tick, frame);
  return frame;
}

/** Sends a frame in order: directly to the connection if nothing is queued, else behind the queue. */
export function send(socket: LiveSocket, writer: ConnectionWriter | undefined, { text, bytes }: Frame): void {
  if (writer && isIdle(writer)) writer.tcp.write(bytes);
  else socket.conn.write(text, { wsPreEncodedFrame: [bytes] } as object);
}

/** Sends several frames in one write, if nothing is queued. */
export function sendAll(socket: LiveSocket, writer: ConnectionWriter | undefined, frames: readonly Frame[]): void {
  if (writer && isIdle(writer)) writer.tcp.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
  else for (const frame of frames) send(socket, writer, frame);
}

const FINAL_TEXT = 0x81;

/** RFC 6455, section 5.2: a text message in one frame, without a mask, as servers send. */
function websocketFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const wide = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafeSlow(2 + wide + length);
  frame[0] = FINAL_TEXT;
  frame[1] = wide === 0 ? length : wide === 2 ? 126 : 127;
  if (wide === 2) frame.writeUInt16BE(length, 2);
  if (wide === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, 2 + wide);
  return frame;
}
