import { join } from 'node:path';
import { startGuard } from '@touchline/launch/guard';
import { startManagedProcess } from '@touchline/launch/managed-process';
import { freePort } from '@touchline/launch/ports';
import type { OpenProduct } from './open-product.ts';

/** A second API on the product's database, as the second node of two. */
export async function startSecondApi(
  product: OpenProduct,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const root = join(import.meta.dirname, '..', '..');
  const guard = startGuard();
  const part = await startManagedProcess({
    name: 'second-api',
    args: [join(root, 'api', 'src', 'server.ts')],
    cwd: root,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: product.databaseUrl,
      PORT: String(port),
      PUBLIC_URL: product.url,
      IN_PLAY_BETTING: 'open',
      // Nothing is deposited through it.
      MOLLIE_API_URL: 'http://localhost:9',
      MOLLIE_API_KEY: 'none',
      ...env,
    },
    isReady: async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok ?? false,
    guard,
    print: (line) => process.stderr.write(`${line}\n`),
    logFile: join(product.dataFolder, 'logs', 'second-api.log'),
  });
  return {
    url,
    stop: async () => {
      await part.stop(5_000);
      guard.dismiss();
    },
  };
}
