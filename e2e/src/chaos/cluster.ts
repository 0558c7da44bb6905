import { join } from 'node:path';
import type { ManagedProcess } from '@touchline/launch/managed-process';
import type { Product } from '@touchline/launch/start-product';
import { connect, type Store } from '@touchline/store/connect';
import { type OpenProduct, openProduct } from '../open-product.ts';

/** A product of three apis behind a proxy, and two workers, each a process of its own that a test may kill. */
export type Cluster = {
  readonly product: OpenProduct;
  readonly nodes: readonly Node[];
  /** One of them leads. */
  readonly workers: readonly Worker[];
  /** For the checks' reads. */
  readonly store: Store;
  /** May lock tables and end connections. */
  readonly owner: Store;
  readonly jwtSecret: string;
  readonly stop: () => Promise<void>;
};
export type Worker = { readonly part: ManagedProcess; readonly log: string };
export type Node = Product['apis'][number];

const jwtSecret = 'only for the tokens of a cluster in a test';

export async function openCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  // A node that a test freezes must be thawed, not restarted, however long that takes.
  const awake = { HANG_SECONDS: '0' };
  const settings = { JWT_SECRET: jwtSecret, ODDS_POLL_SECONDS: '1', RESULT_STABLE_SECONDS: '1', ...awake, ...env };
  const product = await openProduct({ apis: 3, workers: 2, env: settings });
  const store = connect(product.ownerUrl, { applicationName: 'chaos', max: 4 });
  const owner = connect(product.ownerUrl, { applicationName: 'chaos', max: 2 });
  const logOf = (name: string) => join(product.dataFolder, 'logs', `${name}.log`);
  return {
    product,
    nodes: product.apis,
    workers: product.workers.map((part, at) => ({ part, log: logOf(`worker-${at + 1}`) })),
    store,
    owner,
    jwtSecret,
    stop: async () => {
      await Promise.all([store.close(), owner.close()]);
      await product.stop();
    },
  };
}
