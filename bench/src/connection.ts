import { once } from 'node:events';
import { connect } from 'node:net';

export type Answer = { readonly status: number; readonly body: string };
/** A keep-alive connection with one request at a time. */
export type Connection = { readonly ask: (request: string) => Promise<Answer>; readonly close: () => void };

/**
 * Opens a connection for raw requests. On two cores the callers compete with what is measured, so this parses only what our API
 * sends: a length and a body, no chunks.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  let read = '';
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  // One byte per character, so that lengths match the header.
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    read += chunk;
    const answer = answerIn(read);
    if (!answer || !waiting) return;
    const { resolve } = waiting;
    waiting = undefined;
    read = '';
    resolve(answer);
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the api closed a connection')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (waiting) throw new Error('a connection was asked while it waits for an answer');
        if (socket.destroyed) throw new Error('a connection is gone');
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function answerIn(read: string): Answer | undefined {
  const end = read.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(read)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${read.slice(0, end)}`);
  if (read.length < end + 4 + Number(length)) return undefined;
  return { status: Number(read.slice(9, 12)), body: read.slice(end + 4) };
}
