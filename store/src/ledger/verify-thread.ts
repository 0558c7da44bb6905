import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../connect.ts';
import { checkWallets, type WalletRange, walletConnections } from './verify-wallets.ts';

/** One thread of a verification: checks the wallets of its range, and reports progress and its result to the thread that began it. */
const { databaseUrl, range } = workerData as { readonly databaseUrl: string; readonly range: WalletRange };
const store = connect(databaseUrl, { max: walletConnections, applicationName: 'touchline-verify' });
try {
  const checked = await checkWallets(store.pool, range, (done) => parentPort?.postMessage({ done }));
  parentPort?.postMessage({ checked });
} finally {
  await store.close();
}
