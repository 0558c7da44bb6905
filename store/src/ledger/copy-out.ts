import type { Duplex } from 'node:stream';
import type { ClientBase, Connection } from 'pg';

/** Receives one data message, in `bytes` from `start` to `end`. Postgres sends one per row. */
export type DataTaker = (bytes: Buffer, start: number, end: number) => void;

export type CopyOut = {
  /** Waits for more data; `false` at the end. Reading pauses between calls. */
  readonly more: () => Promise<boolean>;
};

/**
 * Runs a `copy … to stdout` and passes on the data in the socket's buffers; only messages split across reads are copied. All other
 * messages go to pg as usual.
 */
export function copyOut(client: ClientBase, query: string, take: DataTaker): CopyOut {
  let stream: Duplex | undefined;
  let passToPg: (bytes: Buffer) => void = () => {};
  let isOver = false;
  let failed: Error | undefined;
  let wake: () => void = () => {};
  let hasTaken = false;

  const readMessages = createMessageReader((bytes, start, end) => {
    if (bytes[start] !== copyData) {
      passToPg(bytes.subarray(start, end));
      return !isOver;
    }
    take(bytes, start + headerLength, end);
    hasTaken = true;
    return true;
  });
  const read = (chunk: Buffer): void => {
    const rest = readMessages(chunk);
    if (rest.length > 0) passToPg(rest);
    if (!hasTaken || isOver) return;
    stream?.pause();
    wake();
  };
  const end = (error?: Error): void => {
    isOver = true;
    failed = error;
    stream?.removeListener('data', read);
    stream?.on('data', passToPg);
    stream?.resume();
    wake();
  };

  client.query({
    submit: (connection: Connection) => {
      stream = connection.stream;
      const [listener] = stream.listeners('data');
      passToPg = listener as typeof passToPg;
      stream.removeListener('data', passToPg);
      stream.on('data', read);
      connection.query(query);
    },
    handleCommandComplete: () => {},
    handleReadyForQuery: () => end(),
    handleError: end,
  });
  return {
    more: async () => {
      if (!hasTaken && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream?.resume();
        });
      }
      if (failed) throw failed;
      const isMore = hasTaken;
      hasTaken = false;
      return isMore;
    },
  };
}

/** One byte for the type, then the length without that byte. */
const headerLength = 5;
const copyData = 'd'.charCodeAt(0);
const nothing = Buffer.alloc(0);

/** Calls `take` for every complete message until it returns `false`, then returns the rest. */
function createMessageReader(take: (bytes: Buffer, start: number, end: number) => boolean) {
  let cut: Buffer = nothing;
  return (chunk: Buffer): Buffer => {
    let at = 0;
    const complete = (length: number): boolean => {
      const missing = chunk.subarray(at, at + length - cut.length);
      cut = Buffer.concat([cut, missing]);
      at += missing.length;
      return cut.length === length;
    };
    if (cut.length > 0) {
      if (cut.length < headerLength && !complete(headerLength)) return nothing;
      if (!complete(lengthAt(cut, 0))) return nothing;
      const joined = cut;
      cut = nothing;
      if (!take(joined, 0, joined.length)) return chunk.subarray(at);
    }
    while (at + headerLength <= chunk.length) {
      const end = at + lengthAt(chunk, at);
      if (end > chunk.length) break;
      const start = at;
      at = end;
      if (!take(chunk, start, end)) return chunk.subarray(at);
    }
    cut = chunk.subarray(at);
    return nothing;
  };
}

const lengthAt = (bytes: Buffer, at: number): number => 1 + bytes.readInt32BE(at + 1);
