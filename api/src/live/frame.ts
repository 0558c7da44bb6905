import type { ServerEvents, Tick } from '@touchline/core/contract';
import type { LiveSocket } from './live-server.ts';
import { isIdle, type Outlet } from './outlet.ts';

/** One message, encoded once for everybody who hears it. */
export type Frame = {
  /** As Socket.IO hands it to engine.io. */
  readonly text: string;
  /** As it lies on the line: a whole websocket frame, header and payload in one buffer. */
  readonly bytes: Buffer;
};

/** The packet of an event: Socket.IO's type 2 in engine.io's type 4. */
export function frameOf<Event extends keyof ServerEvents>(
  event: Event,
  ...said: Parameters<ServerEvents[Event]>
): Frame {
  const text = `2${JSON.stringify([event, ...said])}`;
  return { text, bytes: websocketFrame(`4${text}`) };
}

const ticks = new WeakMap<Tick, Frame>();

/** Of a tick that several get, each by itself: it is encoded for the first of them. */
export function frameOfTick(tick: Tick): Frame {
  const frame = ticks.get(tick) ?? frameOf('tick', tick);
  ticks.set(tick, frame);
  return frame;
}

/** Sends a frame after all that was sent before: straight to the line when nothing waits, else behind what does. */
export function send(socket: LiveSocket, outlet: Outlet | undefined, { text, bytes }: Frame): void {
  if (outlet && isIdle(outlet)) outlet.tcp.write(bytes);
  else socket.conn.write(text, { wsPreEncodedFrame: [bytes] } as object);
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
