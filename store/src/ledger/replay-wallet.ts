import type { WalletId } from '@touchline/core/ids';
import { apply, type EventRecord, emptyWallet, type Wallet } from '@touchline/core/wallet';
import type { Pool } from 'pg';
import { binaryRows } from './binary-rows.ts';
import type { Moment } from './moment.ts';
import { eventOf, eventQuery, readEventRow } from './rows.ts';
import { inOneSnapshot } from './snapshot.ts';

/** An event and the wallet as the rules of `apply` leave it; nothing but the events is read. */
export type ReplayedEvent = { readonly record: EventRecord; readonly after: Wallet };

/**
 * Tells `onEvent` the events of a wallet one by one, in the order of the chosen time, each with the wallet that they lead to.
 * Resolves with the last one. Rejects when an event cannot be applied: then `verify` says which and why.
 */
export async function replayWallet(
  pool: Pool,
  walletId: WalletId,
  moment: Moment,
  onEvent: (event: ReplayedEvent) => void,
): Promise<Wallet> {
  return inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('one connection was asked for');
    const time = moment.time === 'recorded' ? 'recorded_at' : 'effective_at';
    const until = `wallet_id = ${client.escapeLiteral(walletId)} and ${time} <= ${client.escapeLiteral(moment.at)}`;
    let wallet = emptyWallet;
    for await (const rows of binaryRows(client, `${eventQuery} where ${until} order by ${time}, seq`, readEventRow)) {
      for (const { record } of rows) {
        wallet = apply(wallet, eventOf(record));
        onEvent({ record, after: wallet });
      }
    }
    return wallet;
  });
}
