import type { Duplex } from 'node:stream';
import type { ClientBase, Connection } from 'pg';

/** One message of data lies in `bytes` from `start` to `end`; Postgres sends one for each row. */
export type DataTaker = (bytes: Buffer, start: number, end: number) => void;

export type CopyOut = {
  /** Waits until more data was taken; `false` when there is none. Between the calls the reading stands still. */
  readonly more: () => Promise<boolean>;
};

/**
 * Runs a `copy … to stdout` and hands the data out where the socket put it: nothing is copied but the messages that two reads
 * cut in half. Everything else that Postgres says goes to pg as ever.
 */
export function copyOut(client: ClientBase, query: string, take: DataTaker): CopyOut {
  let stream: Duplex | undefined;
  let tellPg: (bytes: Buffer) => void = () => {};
  let isOver = false;
  let failed: Error | undefined;
  let wake: () => void = () => {};
  let hasTaken = false;

  const readMessages = createMessageReader((bytes, start, end) => {
    if (bytes[start] !== copyData) {
      tellPg(bytes.subarray(start, end));
      return !isOver;
    }
    take(bytes, start + headerLength, end);
    hasTaken = true;
    return true;
  });
  const read = (chunk: Buffer): void => {
    const rest = readMessages(chunk);
    if (rest.length > 0) tellPg(rest);
    if (!hasTaken || isOver) return;
    stream?.pause();
    wake();
  };
  const end = (error?: Error): void => {
    isOver = true;
    failed = error;
    stream?.removeListener('data', read);
    stream?.on('data', tellPg);
    stream?.resume();
    wake();
  };

  client.query({
    submit: (connection: Connection) => {
      stream = connection.stream;
      const [listener] = stream.listeners('data');
      tellPg = listener as typeof tellPg;
      stream.removeListener('data', tellPg);
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

/** A letter for the kind, then the length of all but the letter. */
const headerLength = 5;
const copyData = 'd'.charCodeAt(0);
const nothing = Buffer.alloc(0);

/** Tells `take` every whole message until it answers `false`; the rest is given back then. */
function createMessageReader(take: (bytes: Buffer, start: number, end: number) => boolean) {
  let cut: Buffer = nothing;
  return (chunk: Buffer): Buffer => {
    let at = 0;
    const mend = (length: number): boolean => {
      const missing = chunk.subarray(at, at + length - cut.length);
      cut = Buffer.concat([cut, missing]);
      at += missing.length;
      return cut.length === length;
    };
    if (cut.length > 0) {
      if (cut.length < headerLength && !mend(headerLength)) return nothing;
      if (!mend(lengthAt(cut, 0))) return nothing;
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
