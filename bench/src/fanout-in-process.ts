import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAudience } from '@touchline/api/audience';
import { createLiveServer } from '@touchline/api/live-server';
import { liveRoom, type Tick } from '@touchline/core/contract';
import { WebSocketServer } from 'ws';

/**
 * Ways to send a frame to all clients. `touchline`: the product's own audience over Socket.IO. `emit`: Socket.IO's documented way.
 * `ws`: `send` of one encoded buffer. `bytes`: the whole frame with its header, encoded once and written to each connection, the
 * least that Node can do.
 */
export const ways = ['touchline', 'emit', 'ws', 'bytes'] as const;
export type Way = (typeof ways)[number];

/** A server of one way in its own process. */
export type BroadcastServer = {
  readonly port: number;
  /** Sends frames at this pace; resolves to the process's processor time in µs. */
  readonly broadcast: (order: { readonly frames: number; readonly everyMs: number }) => Promise<number>;
  readonly close: () => Promise<void>;
};
type Order = { readonly frames: number; readonly everyMs: number };
type Room = { readonly broadcast: (tick: Tick) => void | Promise<void> };

/** The process may still be sending the last frames, which belong to the measurement. */
const SETTLE_MS = 300;
/** A row of realistic length: about 300 bytes in all. */
const ROW = { id: 'x'.repeat(24), text: 'y'.repeat(150) };

export async function startBroadcastServer(way: Way): Promise<BroadcastServer> {
  const profileTo = process.env['PROFILE_TO'];
  const execArgv = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`];
  const child = fork(import.meta.filename, [way], { execArgv });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the server of "${way}" ended with ${code}`);
  });
  exited.catch(() => undefined);
  const nextMessage = async (): Promise<number> =>
    Promise.race([once(child, 'message').then(([message]) => message as number), exited]);
  return {
    port: await nextMessage(),
    broadcast: async (order) => {
      child.send(order);
      return nextMessage();
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await exited.catch(() => undefined);
    },
  };
}

async function serve(way: Way): Promise<void> {
  const http = createServer();
  const room = roomOf[way](http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  let n = 0;
  process.on('message', async ({ frames, everyMs }: Order) => {
    const before = process.cpuUsage();
    const begun = performance.now();
    for (let sent = 0; sent < frames; sent += 1) {
      n += 1;
      await room.broadcast({ e: 'b8f7c0de', p: n - 1, n, t: Date.now(), d: [{ ...ROW, s: n } as never] });
      await pause(Math.max(0, begun + (sent + 1) * everyMs - performance.now()));
    }
    await pause(SETTLE_MS);
    const { user, system } = process.cpuUsage(before);
    process.send?.(user + system);
  });
  process.send?.((http.address() as AddressInfo).port);
}

const roomOf: Readonly<Record<Way, (http: ReturnType<typeof createServer>) => Room>> = {
  touchline: (http) => {
    const io = createLiveServer(http, 'http://touchline.test');
    const audience = createAudience({ contain: (work) => work });
    io.on('connection', (socket) => audience.join(socket, liveRoom));
    return { broadcast: (tick) => audience.publish(liveRoom, 'tick', tick) };
  },
  emit: (http) => {
    const io = createLiveServer(http, 'http://touchline.test');
    io.on('connection', (socket) => void socket.join(liveRoom));
    return { broadcast: (tick) => void io.to(liveRoom).emit('tick', tick) };
  },
  ws: (http) => {
    const server = new WebSocketServer({ server: http, perMessageDeflate: false });
    return {
      broadcast: (tick) => {
        const text = Buffer.from(textOf(tick));
        for (const client of server.clients) client.send(text, { binary: false });
      },
    };
  },
  bytes: (http) => {
    const connections: Socket[] = [];
    const server = new WebSocketServer({ server: http, perMessageDeflate: false });
    server.on('connection', (_client, request) => connections.push(request.socket));
    return {
      broadcast: (tick) => {
        const text = Buffer.from(textOf(tick));
        const header = Buffer.from([0x81, 126, text.length >> 8, text.length & 0xff]);
        const frame = Buffer.concat([header, text]);
        for (const connection of connections) connection.write(frame);
      },
    };
  },
};

/** The same bytes that Socket.IO sends. */
const textOf = (tick: Tick): string => `42${JSON.stringify(['tick', tick])}`;

// Runs this file as a child process, which ends with its parent.
if (process.send && process.argv[1] === import.meta.filename) {
  const way = ways.find((one) => one === process.argv[2]);
  if (way) void serve(way);
  process.on('disconnect', () => process.exit(0));
}
