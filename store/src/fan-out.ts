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
  const lent = new Map<PoolClient, () => void>();
  let isClosing = false;
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  pool.on('acquire', (client) => {
    const giveBack = () => {
      if (lent.delete(client)) client.release(true);
    };
    lent.set(client, giveBack);
    client.once('end', giveBack);
    // Whoever waited for it is told first, then finds it ended.
    if (isClosing) setImmediate(giveBack);
  });
  pool.on('release', (_error, client) => {
    const giveBack = lent.get(client);
    lent.delete(client);
    if (giveBack) client.off('end', giveBack);
  });
  return {
    pool,
    close: async () => {
      isClosing = true;
      for (const giveBack of [...lent.values()]) giveBack();
      await pool.end();
    },
  };
}
