import { Pool, type PoolClient } from 'pg';

export type FanOutPool = {
  /** For the Socket.IO Postgres adapter, and for nothing else. */
  readonly pool: Pool;
  /** Ends every connection, also those that the adapter has not given back. */
  readonly close: () => Promise<void>;
};

/**
 * Connections for the Socket.IO Postgres adapter, which keeps one to listen on. When that one drops, the adapter takes another
 * without giving the first back and without listening for its error, which would end the process; and when it is closed while it
 * connects, it keeps the one it gets. All three are made good here.
 */
export function openFanOutPool(
  databaseUrl: string,
  options: { readonly applicationName: string; readonly onError: (error: Error) => void },
): FanOutPool {
  const { applicationName, onError } = options;
  const pool = new Pool({ connectionString: databaseUrl, application_name: applicationName, max: 3, keepAlive: true });
  /** Taken to listen on, not for one query: those the pool takes back by itself. */
  const held = new Set<PoolClient>();
  const giveBack = (client: PoolClient): void => {
    if (held.delete(client)) client.release(true);
  };
  let isClosing = false;
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  pool.on('release', (_error, client) => held.delete(client));
  const hold = async (): Promise<PoolClient> => {
    if (isClosing) return never();
    const client = await pool.connect();
    held.add(client);
    client.once('end', () => giveBack(client));
    if (!isClosing) return client;
    giveBack(client);
    return never();
  };
  return {
    pool: new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') return hold;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    close: async () => {
      isClosing = true;
      for (const client of [...held]) giveBack(client);
      await pool.end();
    },
  };
}

/** The adapter tries again every few seconds for ever after an error, and so would keep the process alive; this it waits for. */
const never = (): Promise<PoolClient> => new Promise(() => {});
