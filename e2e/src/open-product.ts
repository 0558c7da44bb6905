import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyPostgres } from '@touchline/launch/postgres';
import { type Product, type StartProductOptions, startProduct } from '@touchline/launch/start-product';
import { rememberAuthenticator, type Sandbox, sandboxAt } from './sandbox.ts';
import { until } from './until.ts';

export type OpenProduct = Product & { readonly sandbox: Sandbox; readonly dataFolder: string };

/** For tests in which no price has to move: an idle product takes a third less CPU time. */
export const rarePolls = { ODDS_POLL_SECONDS: '10' } as const;

/**
 * Starts a whole product in a throw-away folder on free ports, and resolves when matches with prices are on offer. What its launcher
 * has to say, such as of a process that crashed and was started again, stands in the output of the tests.
 * `stop` removes the folder too; so does Ctrl-C.
 * @throws {StartRefused} with a readable reason
 */
export async function openProduct(options: Omit<StartProductOptions, 'dataFolder'> = {}): Promise<OpenProduct> {
  // `npm test` has built the screens, and prepared a database.
  const { TEST_SCREENS: screens, TEST_POSTGRES: postgres } = process.env;
  const folder = mkdtempSync(join(postgres === undefined ? tmpdir() : dirname(postgres), 'touchline-e2e-'));
  // PostgreSQL may run as another account, which has to enter.
  chmodSync(folder, 0o755);
  const dataFolder = join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Admins of the tests approve at once. Only tests of the log need it signed.
  const env = { WITHDRAWAL_COOL_DOWN_SECONDS: '0', SIGNER: 'off', ...options.env };
  const say = (line: string) => process.stderr.write(`a product of the tests: ${line}\n`);
  if (postgres !== undefined) copyPostgres(postgres, join(dataFolder, 'postgres'));
  const durability = postgres === undefined ? undefined : 'test';
  const product = await startProduct({ print: say, screens, durability, ...options, env, dataFolder }).catch(
    (error: unknown) => {
      remove();
      throw error;
    },
  );
  const stop = async () => {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await product.stop();
    remove();
  };
  const interrupted = () => void stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const { sandboxUrl } = product;
  if (sandboxUrl === undefined) throw new Error('The product runs without a sandbox.');
  rememberAuthenticator(product.url, sandboxUrl);
  try {
    await until('matches on offer', async () => ((await fetch(`${product.url}/readyz`)).ok ? true : undefined), {
      withinMs: 120_000,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...product, sandbox: sandboxAt(sandboxUrl), dataFolder, stop };
}
