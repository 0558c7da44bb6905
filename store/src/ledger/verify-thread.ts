import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'pg';
import { checkWallets, type WalletRange, walletConnections } from './verify-wallets.ts';

/**
 * One thread of a verification: checks the wallets of its range, and reports progress and its result to the thread that began it.
 * Opens its own pool: `connect` would load the query builder, which takes 15 MB in each thread.
 */
const { databaseUrl, range } = workerData as { readonly databaseUrl: string; readonly range: WalletRange };
const pool = new Pool({ connectionString: databaseUrl, max: walletConnections, application_name: 'touchline-verify' });
// A broken connection also fails the query that waits for it.
pool.on('error', () => {});
pool.on('connect', (client) => client.on('error', () => {}));
try {
  const checked = await checkWallets(pool, range, (done) => parentPort?.postMessage({ done }));
  parentPort?.postMessage({ checked });
} finally {
  await pool.end();
}
