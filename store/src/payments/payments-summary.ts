import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { refundAlarm } from '@touchline/core/payments';
import { sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';

export type CountAndAmount = { readonly count: number; readonly amount: Cents };
export type PaymentsSummary = {
  readonly pendingWithdrawals: CountAndAmount;
  readonly deposits: CountAndAmount;
  readonly withdrawals: CountAndAmount;
  /** Withdrawals with parts that could not be returned, and how much is owed. */
  readonly failedReturns: CountAndAmount;
};

/**
 * Returns pending withdrawals, and deposits and withdrawals completed since `from`. A later change does not count one again, and money
 * that the provider returned after a reversal is no new deposit.
 */
export async function paymentsSummary(db: Db, from: Instant): Promise<PaymentsSummary> {
  const { rows } = await sql<CountAndAmount & { readonly part: keyof PaymentsSummary }>`
    select 'pendingWithdrawals' as part, count(*) as count, coalesce(sum(amount), 0)::bigint as amount
    from transactions where status = 'pending' and type = 'withdrawal'
    union all
    select case type when 'deposit' then 'deposits' else 'withdrawals' end, count(*), sum(amount)::bigint
    from transactions
    where status = 'completed' and type in ('deposit', 'withdrawal') and not metadata ? 'returned'
      -- What was decided since then has changed since then, which has an index.
      and updated_at >= ${timestamp(from)} and coalesce(decided_at, updated_at) >= ${timestamp(from)}
    group by type
    union all
    select 'failedReturns', count(distinct t.id), coalesce(sum((part ->> 'amount')::bigint), 0)::bigint
    from transactions t cross join lateral jsonb_array_elements(t.route) part
    where t.flags @> array[${refundAlarm}] and t.flags <> '{}' and t.type = 'withdrawal' and part ->> 'state' = 'failed'`.execute(
    db,
  );
  const of = (part: keyof PaymentsSummary): CountAndAmount => {
    const { count, amount } = rows.find((row) => row.part === part) ?? { count: 0, amount: noMoney };
    return { count, amount };
  };
  return {
    pendingWithdrawals: of('pendingWithdrawals'),
    deposits: of('deposits'),
    withdrawals: of('withdrawals'),
    failedReturns: of('failedReturns'),
  };
}

export type LifetimeTotals = { readonly deposited: Cents; readonly refunded: Cents; readonly withdrawn: Cents };

/** Returns the totals of a wallet's completed payments. A reversal of a deposit that was undone counts against the refunds. */
export async function readLifetimeTotals(db: Db, walletId: WalletId): Promise<LifetimeTotals> {
  const { rows } = await sql<LifetimeTotals>`
    select coalesce(sum(amount) filter (where type = 'deposit' and not metadata ? 'deposit'), 0)::bigint as deposited,
      coalesce(sum(case type when 'refund' then amount when 'deposit' then -amount end)
        filter (where type = 'refund' or metadata ? 'deposit'), 0)::bigint as refunded,
      coalesce(sum(amount) filter (where type = 'withdrawal'), 0)::bigint as withdrawn
    from transactions where wallet_id = ${walletId} and status = 'completed'`.execute(db);
  return rows[0] ?? { deposited: noMoney, refunded: noMoney, withdrawn: noMoney };
}

export type FlagCount = { readonly flag: string; readonly count: number; readonly open: number };

/** Returns the flags of a wallet's deposits and withdrawals: how many have each, and how many of those are not final. */
export async function readFlags(db: Db, walletId: WalletId): Promise<readonly FlagCount[]> {
  const { rows } = await sql<FlagCount>`
    select flag, count(*) as count, count(*) filter (where status in ('initiated', 'pending')) as open
    from transactions, unnest(flags) as flag where wallet_id = ${walletId} group by flag order by flag`.execute(db);
  return rows;
}
