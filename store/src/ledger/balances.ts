import type { WalletId } from '@touchline/core/ids';
import { type Cents, cents } from '@touchline/core/money';
import { type Account, allAccounts, emptyWallet, type Wallet } from '@touchline/core/wallet';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/**
 * A time on one of the ledger's two time axes. `recorded`: as known then; `effective`: as it counts for then, by what is known now.
 * ISO 8601 with a zone, up to six decimals; inclusive.
 */
export type Moment = { readonly time: 'recorded' | 'effective'; readonly at: string };

/** The SQL condition that an event `e` had happened by then; true without a moment. */
export const happenedBy = (moment: Moment | undefined) =>
  moment
    ? sql<boolean>`${sql.ref(moment.time === 'recorded' ? 'e.recorded_at' : 'e.effective_at')} <= ${moment.at}::timestamptz`
    : sql<boolean>`true`;

export type AccountBalance = { readonly account: Account; readonly balance: Cents; readonly entries: number };
/** All accounts with their balances; those of a sound ledger sum to zero. */
export type TrialBalance = { readonly accounts: readonly AccountBalance[]; readonly sum: Cents };

/** Returns the trial balance at a moment, or now. */
export async function trialBalance(db: Db, moment?: Moment): Promise<TrialBalance> {
  const { rows } = await sql<AccountBalance>`
    select l.account, sum(l.amount)::bigint as balance, count(*)::bigint as entries
    from ledger_entries l ${moment ? sql`join ledger_events e on e.seq = l.seq` : sql``}
    where ${happenedBy(moment)} group by l.account`.execute(db);
  const found = new Map(rows.map((row) => [row.account, row]));
  const accounts = allAccounts.map((account) => found.get(account) ?? { account, balance: cents(0), entries: 0 });
  return { accounts, sum: cents(accounts.reduce((total, { balance }) => total + balance, 0)) };
}

/** Returns a wallet as it was at a moment, summed from its entries. */
export async function walletAt(db: Db, walletId: WalletId, moment?: Moment): Promise<Wallet> {
  const { rows } = await sql<{ account: Account; balance: Cents }>`
    select l.account, sum(l.amount)::bigint as balance
    from ledger_events e join ledger_entries l on l.seq = e.seq
    where e.wallet_id = ${walletId} and l.account like 'player:%' and ${happenedBy(moment)}
    group by l.account`.execute(db);
  const balance = (account: Account): Cents => rows.find((row) => row.account === account)?.balance ?? cents(0);
  return {
    ...emptyWallet,
    cash: balance('player:cash'),
    held: balance('player:held'),
    bonus: balance('player:bonus'),
    staked: balance('player:staked'),
  };
}
