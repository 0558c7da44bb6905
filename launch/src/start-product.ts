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
  /** Ports that are not given are chosen freely. */
  readonly ports?: {
    readonly web?: number;
    readonly sandbox?: number;
    readonly smtp?: number;
    readonly postgres?: number;
  };
  readonly replay?: Replay;
  /** Number of apis and workers. Default: one of each. */
  readonly apis?: number;
  readonly workers?: number;
  /** Variables of `.env.example`, as an operator would set them. This process's environment is ignored. */
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
  const { ports = {}, apis = 1, workers = 1, screens, durability, print = () => {} } = options;
  const web = ports.web ?? (await freePort());
  const sandbox = ports.sandbox ?? (await freeOtherThan([web]));
  const smtp = ports.smtp ?? (await freeOtherThan([web, sandbox]));
  const answer = readEnv({
    PORT: String(web),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    ...(ports.postgres === undefined ? {} : { POSTGRES_PORT: String(ports.postgres) }),
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

async function freeOtherThan(taken: readonly number[]): Promise<number> {
  const port = await freePort();
  return taken.includes(port) ? freeOtherThan(taken) : port;
}
