import type { Product } from '@touchline/launch/start-product';
import { connect, type Store } from '@touchline/store/connect';
import { type OpenProduct, openProduct } from '../open-product.ts';

/** A product of three apis behind a proxy, and two workers, each a process of its own that a test may kill. */
export type Cluster = {
  readonly product: OpenProduct;
  readonly nodes: readonly Node[];
  /** For the checks' reads. */
  readonly store: Store;
  /** May lock tables and end connections. */
  readonly owner: Store;
  readonly jwtSecret: string;
  readonly stop: () => Promise<void>;
};
export type Node = Product['apis'][number];

const jwtSecret = 'only for the tokens of a cluster in a test';

export async function openCluster(env: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  // A node that a test freezes must be thawed, not restarted, however long that takes.
  const awake = { HANG_SECONDS: '0' };
  const settings = { JWT_SECRET: jwtSecret, ODDS_POLL_SECONDS: '1', RESULT_STABLE_SECONDS: '1', ...awake, ...env };
  const product = await openProduct({ apis: 3, workers: 2, env: settings });
  const store = connect(product.ownerUrl, { applicationName: 'chaos', max: 4 });
  const owner = connect(product.ownerUrl, { applicationName: 'chaos', max: 2 });
  return {
    product,
    nodes: product.apis,
    store,
    owner,
    jwtSecret,
    stop: async () => {
      await Promise.all([store.close(), owner.close()]);
      await product.stop();
    },
  };
}
