import { EventEmitter } from 'node:events';
import { type Line, type LineTo, openSocket } from './fanout-line.ts';

/** How many clients saw errors, and how far they have read. */
export type Counts = {
  readonly open: number;
  readonly joined: number;
  readonly frames: number;
  readonly bytes: number;
  /** Frames after one that was never received; the client fetched again. */
  readonly gaps: number;
  /** Frames that were received twice. */
  readonly duplicates: number;
  /** Rows that arrived after a newer one of the same match. */
  readonly stale: number;
  readonly ends: number;
  readonly whyEnded: readonly string[];
};
/** A frame: the part of each row that shows when it was committed, and when each client had read all of it. */
export type Reception = { readonly quotedAt: readonly string[]; readonly times: readonly number[] };
export type Watching = 'from now on' | 'no longer';
/** `product`: like our screens. `silent`: only sends what it must to join and stay. `plain`: a bare websocket. */
export type Talk = 'product' | 'silent' | 'plain';

type Frame = {
  readonly e: string;
  readonly p: number;
  readonly n: number;
  readonly full: boolean;
  readonly rows: readonly { readonly place: number; readonly s: number }[];
  readonly reception: { quotedAt: readonly string[]; times: number[] };
};
type Screen = { e: string; n: number; asked: number; said: number; isJoined: boolean; readonly versions: Float64Array };

const MOST_MATCHES = 256;
const ACK_GROUPS = 10;
/** Identifies a frame by its start: epoch, versions and time. */
const HEAD_BYTES = 140;
const [PING, MESSAGE, CONNECTED, ANSWER, EVENT] = [0x32, 0x34, 0x30, 0x33, 0x32];

/**
 * Opens thousands of clients that follow the protocol: snapshot, ticks, gaps, acknowledgements. A shared frame is parsed once and
 * compared with what each client has read.
 */
export function openScreens() {
  const lines = new Map<Line, Screen>();
  const frames = createFrames();
  const counts = { joined: 0, frames: 0, bytes: 0, gaps: 0, duplicates: 0, stale: 0, ends: 0 };
  const whyEnded = new Set<string>();
  const settling = new EventEmitter<{ settled: [] }>();
  let isWatching = false;
  let isClosing = false;
  let group = 0;

  /** A client has joined, or its connection has ended. */
  const settle = (how: 'joined' | 'ends'): void => {
    counts[how] += 1;
    settling.emit('settled');
  };

  const hear = createProtocol({ frames, counts, settle, isWatching: () => isWatching });

  const acknowledging = setInterval(() => {
    group = (group + 1) % ACK_GROUPS;
    let at = 0;
    for (const [line, screen] of lines) {
      at += 1;
      if (at % ACK_GROUPS !== group || screen.said === screen.n) continue;
      screen.said = screen.n;
      line.send(`42["ack",${screen.n}]`);
    }
  }, 1_000 / ACK_GROUPS);

  return {
    open: (to: LineTo, talk: Talk): Promise<void> =>
      new Promise((resolve, reject) => {
        const screen: Screen = {
          e: '',
          n: 0,
          asked: 0,
          said: 0,
          isJoined: false,
          versions: new Float64Array(talk === 'product' ? MOST_MATCHES : 0),
        };
        const line = openSocket(to, {
          onOpen: () => resolve(),
          onText: (ours, bytes, start, end) => {
            if (talk === 'plain') counts.frames += 1;
            else if (lines.has(ours)) hear(talk, ours, screen, bytes, start, end);
          },
          onEnd: (ended, why) => {
            reject(new Error(why));
            lines.delete(ended);
            if (isClosing) return;
            settle('ends');
            if (whyEnded.size < 5) whyEnded.add(why);
          },
        });
        lines.set(line, screen);
      }),
    /** Emits `settled` for each client that has joined or ended. */
    settling,
    counts: (): Counts => ({ ...counts, open: lines.size, whyEnded: [...whyEnded] }),
    /** Records when each client had read what. */
    watch: (when: Watching) => {
      isWatching = when === 'from now on';
    },
    receptions: frames.receptions,
    /** Returns how many show exactly these versions and no other match. */
    showing: (versions: ReadonlyMap<string, number>): number =>
      [...lines.values()].filter(
        (screen) =>
          [...versions].every(([id, s]) => screen.versions[frames.placeOf(id)] === s) &&
          screen.versions.reduce((sum, s) => sum + (s > 0 ? 1 : 0), 0) === versions.size,
      ).length,
    close: (): void => {
      isClosing = true;
      clearInterval(acknowledging);
      for (const line of lines.keys()) line.close();
      lines.clear();
    },
  };
}

/** The frames that were received, each parsed once. */
function createFrames() {
  const frames = new Map<string, Frame>();
  const places = new Map<string, number>();

  const placeOf = (id: string): number => {
    const place = places.get(id) ?? places.size;
    if (place >= MOST_MATCHES) throw new Error('more matches than there is room for');
    places.set(id, place);
    return place;
  };

  return {
    placeOf,
    parse: (bytes: Buffer, start: number, end: number): Frame => {
      // Frames for several clients differ only in their acknowledgement number.
      const head = `${end - start} ${bytes.toString('latin1', start, Math.min(end, start + HEAD_BYTES))}`;
      const known = frames.get(head);
      if (known) return known;
      const said = JSON.parse(bytes.toString('utf8', bytes.indexOf(0x5b, start), end));
      const tick = said[0] === 'tick' ? said[1] : said[0].tick;
      const frame: Frame = {
        e: tick.e,
        p: tick.p,
        n: tick.n,
        full: tick.full === true,
        rows: tick.d.map((row: { id: string; s: number }) => ({ place: placeOf(row.id), s: row.s })),
        reception: { quotedAt: tick.d.map((row: { quotedAt: string }) => row.quotedAt), times: [] },
      };
      frames.set(head, frame);
      return frame;
    },
    receptions: (): Reception[] =>
      [...frames.values()].map(({ reception }) => reception).filter(({ times }) => times.length > 0),
  };
}

type ProtocolDeps = {
  readonly frames: ReturnType<typeof createFrames>;
  readonly counts: Record<'frames' | 'bytes' | 'gaps' | 'duplicates' | 'stale', number>;
  readonly settle: (how: 'joined') => void;
  readonly isWatching: () => boolean;
};

/** Returns what a client does with a message. */
function createProtocol({ frames, counts, settle, isWatching }: ProtocolDeps) {
  const subscribe = (line: Line, screen: Screen): void => {
    line.send(`42${screen.asked}["sub",{"room":"live","n":${screen.n}}]`);
    screen.asked += 1;
  };

  const take = (screen: Screen, frame: Frame): void => {
    for (const { place, s } of frame.rows) {
      const mine = screen.versions[place] ?? 0;
      if (s > mine) screen.versions[place] = s;
      else if (s < mine) counts.stale += 1;
    }
    screen.e = frame.e;
    screen.n = Math.max(screen.n, frame.n);
  };

  const follow = (line: Line, screen: Screen, frame: Frame): void => {
    if (frame.e !== screen.e || (!frame.full && frame.p > screen.n)) {
      counts.gaps += 1;
      subscribe(line, screen);
    } else if (frame.n <= screen.n) counts.duplicates += 1;
    else take(screen, frame);
  };

  /** Handles a message: the requested snapshot, or a tick. */
  const onProductMessage = (line: Line, screen: Screen, bytes: Buffer, start: number, end: number): void => {
    const about = bytes[start + 1];
    if (about === CONNECTED) subscribe(line, screen);
    else if (about === ANSWER) {
      take(screen, frames.parse(bytes, start, end));
      if (!screen.isJoined) settle('joined');
      screen.isJoined = true;
    } else if (about === EVENT && bytes.toString('latin1', start + 2, start + 9) === '["tick"') {
      const frame = frames.parse(bytes, start, end);
      counts.frames += 1;
      counts.bytes += end - start;
      if (isWatching()) frame.reception.times.push(Date.now());
      follow(line, screen, frame);
    }
  };

  const onSilentMessage = (about: number | undefined): void => {
    if (about === CONNECTED) settle('joined');
    if (about === EVENT) counts.frames += 1;
  };

  return (talk: Talk, line: Line, screen: Screen, bytes: Buffer, start: number, end: number): void => {
    const kind = bytes[start];
    if (kind === PING) line.send('3');
    else if (kind === CONNECTED) line.send('40');
    else if (kind === MESSAGE && talk === 'silent') onSilentMessage(bytes[start + 1]);
    else if (kind === MESSAGE) onProductMessage(line, screen, bytes, start, end);
  };
}
