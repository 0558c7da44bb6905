import type { BalancesView, LedgerEntryView } from '@touchline/core/contract';
import { type Cents, dollars } from '@touchline/core/money';
import type { Account, Wallet } from '@touchline/core/wallet';
import { sql } from 'kysely';

/** Selects a timestamptz as UTC text with six decimals, as hashed. */
export const utcText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Selects the four accounts of the wallet after an event `e`, each from its last entry. Within a wallet `seq` has the order of
 * `version`, because it is taken after the wallet is locked.
 */
export const balancesAfter = sql<Wallet>`
  coalesce((
    select l.balance_after from ledger_events p join ledger_entries l on l.seq = p.seq
    where p.wallet_id = e.wallet_id and p.version <= e.version and l.account = 'player:cash'
    order by p.version desc limit 1), 0) as cash,
  coalesce((
    select l.balance_after from ledger_entries l
    where l.wallet_id = e.wallet_id and l.account = 'player:held' and l.seq <= e.seq
    order by l.seq desc limit 1), 0) as held,
  coalesce((
    select l.balance_after from ledger_entries l
    where l.wallet_id = e.wallet_id and l.account = 'player:bonus' and l.seq <= e.seq
    order by l.seq desc limit 1), 0) as bonus,
  coalesce((
    select l.balance_after from ledger_events p join ledger_entries l on l.seq = p.seq
    where p.wallet_id = e.wallet_id and p.version <= e.version and l.account = 'player:staked'
    order by p.version desc limit 1), 0) as staked`;

export const viewBalances = ({ cash, held, bonus, staked }: Wallet): BalancesView => ({
  cash: dollars(cash),
  held: dollars(held),
  bonus: dollars(bonus),
  staked: dollars(staked),
});

export type StoredEntry = {
  readonly account: Account;
  readonly amount: Cents;
  readonly balance_after: Cents | null;
};

export const viewEntry = ({ account, amount, balance_after }: StoredEntry): LedgerEntryView => ({
  account,
  amount: dollars(amount),
  balanceAfter: balance_after === null ? null : dollars(balance_after),
});
