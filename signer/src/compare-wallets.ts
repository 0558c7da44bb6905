import { openWallets } from '@touchline/store/transparency';
import type { PoolClient } from 'pg';
import { Difference } from './difference.ts';
import type { WalletStates } from './wallet-states.ts';

/** How far the comparison of all wallets has come. */
export type Sweep = {
  after: string | undefined;
  /** The wallets that were known when it began, and how many of them it has seen. */
  known: number;
  seen: number;
};
export const newSweep = (wallets: WalletStates): Sweep => ({ after: undefined, known: wallets.count(), seen: 0 });

/**
 * Compares the next `limit` stored wallets with the log: they may only be ahead by events that are stored and not logged yet. Begins
 * again after the last.
 */
export async function compareWallets(
  client: PoolClient,
  wallets: WalletStates,
  sweep: Sweep,
  limit: number,
): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  let rowCount = 0;
  const ahead: { readonly id: string; readonly version: number; readonly head: Buffer }[] = [];
  const stored = await openWallets(client, { after: sweep.after, limit });
  for (let row = stored.row(); row !== undefined; row = stored.row()) {
    rowCount += 1;
    sweep.after = row.walletId;
    const ordinal = wallets.find(row.walletId);
    if (ordinal !== undefined && ordinal < sweep.known) sweep.seen += 1;
    const version = ordinal === undefined ? 0 : wallets.currentVersion(ordinal);
    if (row.version > version) {
      ahead.push({ id: row.walletId, version: row.version, head: Buffer.from(row.head) });
    } else if (ordinal === undefined || !wallets.isCurrent(ordinal, row)) {
      const sentence = `wallet ${row.walletId} is not what the log says it is at version ${version}`;
      throw new Difference(sentence, row.walletId);
    }
    if (!stored.step()) await stored.load();
  }
  const { rows: unexplained } = await client.query<{ id: string }>(
    `select a.id from unnest($1::uuid[], $2::integer[], $3::bytea[]) as a (id, version, head)
     where not exists (select from ledger_events e where e.wallet_id = a.id and e.version = a.version and e.hash = a.head)
     limit 1`,
    [ahead.map(({ id }) => id), ahead.map(({ version }) => version), ahead.map(({ head }) => head)],
  );
  await client.query('commit');
  const [first] = unexplained;
  if (first) throw new Difference(`wallet ${first.id} is ahead of its events`, first.id);
  if (rowCount === limit) return;
  if (sweep.seen < sweep.known) {
    throw new Difference(`${sweep.known - sweep.seen} of ${sweep.known} wallets in the log are missing`);
  }
  Object.assign(sweep, newSweep(wallets));
}
