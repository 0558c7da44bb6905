import type { Store } from '@touchline/store/connect';
import { type SigningKey, takeCheckpoint } from '@touchline/store/ledger';
import type { Log } from '../log.ts';

/** Signs the state of every wallet as of now; nothing when no money has moved since the last time. */
export async function sealLedger(deps: {
  readonly store: Pick<Store, 'pool'>;
  readonly key: SigningKey;
  readonly log: Log;
}): Promise<void> {
  const taken = await takeCheckpoint(deps.store.pool, deps.key);
  if (!taken) return;
  const { number, wallets, events, root } = taken.checkpoint;
  deps.log.info({ number, wallets, events, root }, 'checkpoint taken');
}
