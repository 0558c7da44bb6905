import { connect } from 'node:net';

/** A connection that sends the frames it is given, whatever the protocol says. */
export type RawLine = {
  readonly send: (...frames: readonly (string | Uint8Array<ArrayBuffer>)[]) => void;
  /** Text frames in the order of their arrival. */
  readonly heard: readonly string[];
  readonly isClosed: () => boolean;
  readonly close: () => void;
};

/** Opens a websocket of the push below Socket.IO. Resolves when the server has sent its first packet. */
export async function openRawLine(url: string): Promise<RawLine> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const heard: string[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the connection was refused')));
    socket.addEventListener('message', ({ data }) => {
      heard.push(String(data));
      resolve();
    });
  });
  return {
    send: (...frames) => {
      for (const frame of frames) socket.send(frame);
    },
    heard,
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    close: () => socket.close(),
  };
}

/** The head of a request that asks for a websocket at this path. */
export const upgradeOf = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: touchline.test',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');

/** Sends bytes and returns what came back until the server closed the connection. */
export const sendBytes = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

/** Sends bytes and resets the connection once they have left. */
export const sendAndReset = (url: string, bytes: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy())),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
