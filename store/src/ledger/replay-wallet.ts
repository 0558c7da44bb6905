import type { WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import { apply, balanceOf, type EventRecord, emptyWallet, playerAccounts, type Wallet } from '@touchline/core/wallet';
import type { Pool, PoolClient } from 'pg';
import type { Moment } from './balances.ts';
import { binaryRows } from './binary-rows.ts';
import { inOneSnapshot } from './consistent-reads.ts';
import { eventOf, eventQuery, readEventRow } from './rows.ts';

/** An event and the wallet after it. */
export type ReplayedEvent = { readonly record: EventRecord; readonly after: Wallet };
export type Replayed = {
  readonly events: number;
  readonly wallet: Wallet;
  /** Whether the ledger entries sum to the same balances. */
  readonly agreesWithBooks: boolean;
};

/**
 * Replays a wallet's events until a moment, in the order of the chosen time, and calls `onEvent` for each. Rejects if an event
 * cannot be applied; `verifyLedger` reports which and why.
 */
export async function replayWallet(
  pool: Pool,
  walletId: WalletId,
  moment: Moment,
  onEvent: (event: ReplayedEvent) => void,
): Promise<Replayed> {
  return inOneSnapshot(pool, 1, async ([client]) => {
    if (!client) throw new RangeError('a snapshot needs a connection');
    const time = moment.time === 'recorded' ? 'recorded_at' : 'effective_at';
    const until = `wallet_id = ${client.escapeLiteral(walletId)} and ${time} <= ${client.escapeLiteral(moment.at)}`;
    let wallet = emptyWallet;
    let events = 0;
    for await (const rows of binaryRows(client, `${eventQuery} where ${until} order by ${time}, seq`, readEventRow)) {
      for (const { record } of rows) {
        wallet = apply(wallet, eventOf(record));
        events += 1;
        onEvent({ record, after: wallet });
      }
    }
    const books = await entryBalances(client, until);
    const agreesWithBooks = playerAccounts.every(
      (account) => (books.get(account) ?? cents(0)) === balanceOf(wallet, account),
    );
    return { events, wallet, agreesWithBooks };
  });
}

async function entryBalances(client: PoolClient, until: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ account: string; balance: number }>(`
    select account, sum(amount)::bigint as balance from ledger_entries
    where seq in (select seq from ledger_events where ${until}) group by account`);
  return new Map(rows.map(({ account, balance }) => [account, balance]));
}
