import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** A well-behaved client, and requests that must always be answered, during an attack. */
export type Watch = {
  readonly report: () => {
    readonly frames: number;
    readonly cuts: number;
    readonly longestSilenceMs: number;
    readonly probes: number;
    readonly failures: readonly string[];
  };
  /** Waits for a frame that comes after now. */
  readonly untilNextFrame: () => Promise<void>;
  readonly close: () => void;
};

const probeEveryMs = 500;
const acknowledgeEveryMs = 1_000;
const backAfterMs = 500;
/** Frames or heartbeats come every two seconds at least. */
const longestSilenceMs = 30_000;

export function watchProduct(url: string, apis: readonly string[]): Watch {
  const failures: string[] = [];
  let frames = 0;
  let cuts = 0;
  let probes = 0;
  let n = 0;
  let heardAt = Date.now();
  let longest = 0;
  let isClosed = false;
  let socket: WebSocket | undefined;
  let next = Promise.withResolvers<void>();

  const heard = (): void => {
    longest = Math.max(longest, Date.now() - heardAt);
    heardAt = Date.now();
    frames += 1;
    next.resolve();
    next = Promise.withResolvers();
  };
  const open = (): void => {
    const line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket = line;
    line.on('error', () => undefined);
    line.on('close', () => {
      if (isClosed) return;
      cuts += 1;
      setTimeout(open, backAfterMs);
    });
    line.on('message', (data) => {
      const frame = String(data);
      if (frame.startsWith('0')) line.send('40');
      else if (frame.startsWith('40')) line.send('420["sub",{"room":"live"}]');
      else if (frame === '2') line.send('3');
      else if (frame.startsWith('42["tick"') || frame.startsWith('42["hb"')) {
        n = Math.max(n, Number(/"n":(\d+)/.exec(frame)?.[1] ?? 0));
        heard();
      }
    });
  };
  open();
  const acknowledging = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN && n > 0) socket.send(`42["ack",${n}]`);
  }, acknowledgeEveryMs);
  let isProbing = false;
  const probing = setInterval(async () => {
    if (Date.now() - heardAt > longestSilenceMs) {
      failures.push(`the client that means well heard nothing for ${longestSilenceMs / 1_000} s`);
      heardAt = Date.now();
    }
    if (isProbing) return;
    isProbing = true;
    await Promise.all([url, ...apis].map((one) => probe(`${one}/healthz`)));
    isProbing = false;
  }, probeEveryMs);

  async function probe(address: string): Promise<void> {
    probes += 1;
    try {
      // A connection of its own: one that was kept may be closed by the server just when it is used again.
      const answer = await fetch(address, { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) });
      await answer.text();
      if (answer.status !== 200 && !isClosed) failures.push(`${address} answered ${answer.status}`);
    } catch (error) {
      if (!isClosed) failures.push(`${address} did not answer: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    report: () => ({ frames, cuts, longestSilenceMs: Math.max(longest, Date.now() - heardAt), probes, failures }),
    untilNextFrame: () => next.promise,
    close: () => {
      isClosed = true;
      clearInterval(acknowledging);
      clearInterval(probing);
      socket?.terminate();
    },
  };
}

/** Lines of the processes' logs that no stranger may be able to cause: errors, and what is no line of the log at all. */
export function findingsInLogs(dataFolder: string): readonly string[] {
  const folder = join(dataFolder, 'logs');
  return readdirSync(folder)
    .filter((file) => /^(api|worker|proxy)/.test(file))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('--- ') && !isHarmless(line))
        .map((line) => `${file}: ${line}`),
    );
}

/** The proxy's lines are plain text. */
const ofTheProxy = /^\d{4}-\S+Z (?:proxy ready for|http\S+ is) /;

function isHarmless(line: string): boolean {
  if (ofTheProxy.test(line)) return true;
  try {
    const { level } = JSON.parse(line) as { readonly level?: string };
    return level === 'info' || level === 'warn' || level === 'debug';
  } catch {
    return false;
  }
}
