import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands between a process and its database. `cut` ends every connection and refuses new ones, as a killed database does. `freeze`
 * leaves them open and accepts new ones, but passes nothing on, as a host that vanished does; `thaw` passes on what waited.
 */
export type DatabaseRelay = {
  readonly url: string;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** How many connections were accepted. */
  readonly accepted: () => number;
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
};

export async function openDatabaseRelay(databaseUrl: string): Promise<DatabaseRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let held: (() => void)[] = [];
  let accepted = 0;
  const server = createServer((client) => {
    accepted += 1;
    const database = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
      });
      from.on('data', (chunk: Buffer) => {
        if (isFrozen) held.push(() => to.write(chunk));
        else to.write(chunk);
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  // A frozen server is noticed as soon as the product does by default.
  url.searchParams.delete('connect_timeout');
  return {
    url: url.href,
    accepted: () => accepted,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const pass of held) pass();
      held = [];
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () => listen(port),
  };
}
