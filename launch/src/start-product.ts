import { readEnv } from './env.ts';
import { freePort } from './ports.ts';
import type { Durability } from './postgres/server-process.ts';
import { StartRefused } from './refusal.ts';
import { type Product, runProduct } from './run-product.ts';
import type { Replay } from './start-options.ts';

export type { ManagedProcess } from './managed-process.ts';
export type { Product } from './run-product.ts';
export type { Replay } from './start-options.ts';

export type StartProductOptions = {
  /** This copy's data. No other copy may use it. */
  readonly dataFolder: string;
  readonly replay?: Replay;
  /** Number of apis and workers. Default: one of each. */
  readonly apis?: number;
  readonly workers?: number;
  /** Variables of `.env.example`, as an operator would set them; ports are free ones by default. This process's environment is ignored. */
  readonly env?: Readonly<Record<string, string>>;
  /** Screens that are built already; they are built first by default. */
  readonly screens?: string | undefined;
  /** Of the embedded PostgreSQL. */
  readonly durability?: Durability | undefined;
  readonly print?: (line: string) => void;
};

/**
 * Starts a complete product (PostgreSQL, sandbox, api, worker, built screens) for a test or benchmark, and resolves when it
 * responds. It never outlives this process.
 * @throws {StartRefused} with a readable reason
 */
export async function startProduct(options: StartProductOptions): Promise<Product> {
  const { apis = 1, workers = 1, screens, durability, print = () => {} } = options;
  const answer = readEnv({
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_SMTP_PORT: String(await freePort()),
    DATA_DIR: options.dataFolder,
    ...options.env,
  });
  if (!answer.ok) throw new StartRefused(answer.problems.join('\n'));
  const processes = { apis, workers };
  return runProduct({
    env: answer.value,
    replay: options.replay,
    beginning: 'continue',
    sources: 'built',
    screens,
    durability,
    processes,
    print,
  });
}
