import { readEnv } from './env.ts';
import { freePort } from './ports.ts';
import { StartRefused } from './refusal.ts';
import { type Product, runProduct } from './run-product.ts';
import type { Replay } from './start-options.ts';

export type { Part } from './part.ts';
export type { Product } from './run-product.ts';
export type { Replay } from './start-options.ts';

export type StartProductOptions = {
  /** Everything of this copy is kept here; nothing of it may be in use by another. */
  readonly dataFolder: string;
  /** Free ones are chosen for those not given. */
  readonly ports?: {
    readonly web?: number;
    readonly sandbox?: number;
    readonly smtp?: number;
    readonly postgres?: number;
  };
  readonly replay?: Replay;
  /** How many copies of the api and how many workers; one of each when not given. */
  readonly apis?: number;
  readonly workers?: number;
  /** Variables of `.env.example`, as an operator would set them. The environment of this process is not looked at. */
  readonly env?: Readonly<Record<string, string>>;
  readonly say?: (line: string) => void;
};

/**
 * Starts a whole product of its own (PostgreSQL, sandbox, api, worker, built screens) for a test or a measurement, and
 * resolves when it answers. It never outlives this process.
 * @throws {StartRefused} with a readable reason
 */
export async function startProduct(options: StartProductOptions): Promise<Product> {
  const { ports = {}, apis = 1, workers = 1, say = () => {} } = options;
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
    processes,
    say,
  });
}

async function freeOtherThan(taken: readonly number[]): Promise<number> {
  const port = await freePort();
  return taken.includes(port) ? freeOtherThan(taken) : port;
}
