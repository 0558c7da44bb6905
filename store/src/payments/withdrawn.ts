import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents, noMoney, plus, sum } from '@touchline/core/money';
import {
  type Destination,
  longestRefundDays,
  mostDailyWithdrawals,
  type ReturnSource,
  type Transaction,
} from '@touchline/core/payments';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { type Trx, timestamp } from '../connect.ts';
import { type TransactionRow, transactionFromRow } from './transaction-rows.ts';

/** A bettor's earlier withdrawals, and the deposits that a withdrawal can return to. */
export type Withdrawn = {
  /** Withdrawals of the last seven days that are not canceled, and all pending ones. */
  readonly recent: readonly Transaction[];
  /** When withdrawals of the last 24 hours were requested, canceled ones too, newest first. None beyond the most that are allowed. */
  readonly requestedAt: readonly Instant[];
  /** Fingerprints of destinations of paid withdrawals. */
  readonly paidTo: ReadonlySet<string>;
  readonly sources: readonly ReturnSource[];
};
export const nothingWithdrawn: Withdrawn = { recent: [], requestedAt: [], paidTo: new Set(), sources: [] };

const recentText = `
  select * from transactions
  where wallet_id = any($1::uuid[]) and type = 'withdrawal' and status <> 'canceled'
    and (created_at > $2 or status = 'pending')`;

const requestedText = `
  select w.wallet_id, t.created_at
  from unnest($1::uuid[]) as w (wallet_id)
  cross join lateral (
    select created_at from transactions
    where wallet_id = w.wallet_id and type = 'withdrawal' and created_at > $2
    order by created_at desc limit $3) t
  order by t.created_at desc`;

const paidToText = `
  select distinct wallet_id, payout_fingerprint from transactions
  where wallet_id = any($1::uuid[]) and payout_fingerprint = any($2::text[]) and type = 'withdrawal' and status = 'completed'`;

// Reversals of a deposit less what was returned of them, plus withdrawals that return to it.
const sourcesText = `
  with reversed as (
    select metadata ->> 'deposit' as deposit, sum(case when type = 'refund' then amount else -amount end) as amount
    from transactions
    where wallet_id = any($1::uuid[]) and metadata ? 'deposit' and (type = 'refund' or (type = 'deposit' and status = 'completed'))
    group by 1
  ), planned as (
    select part ->> 'depositId' as deposit, sum((part ->> 'amount')::bigint) as amount
    from transactions w cross join lateral jsonb_array_elements(w.route) part
    where w.wallet_id = any($1::uuid[]) and w.type = 'withdrawal' and w.status in ('pending', 'completed')
      and part ->> 'state' not in ('failed', 'paid')
    group by 1
  )
  select d.*, (coalesce(r.amount, 0) + coalesce(p.amount, 0))::bigint as returned
  from transactions d
  left join reversed r on r.deposit = d.id::text
  left join planned p on p.deposit = d.id::text
  where d.wallet_id = any($1::uuid[]) and d.type = 'deposit' and d.status = 'completed' and d.provider = $2
    and d.provider_payment_id is not null and d.charge_amount is not null and d.created_at > $3
    and d.amount > coalesce(r.amount, 0) + coalesce(p.amount, 0)`;

export type WithdrawnOf = {
  readonly wallets: readonly WalletId[];
  /** Of the requested destinations, under all known keys. */
  readonly fingerprints: readonly string[];
  /** The provider that can refund deposits. */
  readonly provider: string;
  readonly now: Instant;
};

/** Reads earlier withdrawals; under the wallets' locks they stay unchanged. */
export async function readWithdrawn(
  client: Pick<ClientBase, 'query'>,
  { wallets, fingerprints, provider, now }: WithdrawnOf,
): Promise<Map<WalletId, Withdrawn>> {
  const [recent, requested, paidTo, sources] = await Promise.all([
    client.query<TransactionRow>(recentText, [wallets, timestamp(instant(now - hours(7 * 24)))]),
    client.query<{ wallet_id: WalletId; created_at: Instant }>(requestedText, [
      wallets,
      timestamp(instant(now - hours(24))),
      mostDailyWithdrawals,
    ]),
    client.query<{ wallet_id: WalletId; payout_fingerprint: string }>(paidToText, [wallets, fingerprints]),
    client.query<TransactionRow & { returned: Cents }>(sourcesText, [
      wallets,
      provider,
      timestamp(instant(now - hours(longestRefundDays * 24))),
    ]),
  ]);
  const of = <Row extends { wallet_id: WalletId }>(rows: readonly Row[], walletId: WalletId) =>
    rows.filter((row) => row.wallet_id === walletId);
  return new Map(
    wallets.map((walletId) => [
      walletId,
      {
        recent: of(recent.rows, walletId).map(transactionFromRow),
        requestedAt: of(requested.rows, walletId).map((row) => row.created_at),
        paidTo: new Set(of(paidTo.rows, walletId).map((row) => row.payout_fingerprint)),
        sources: of(sources.rows, walletId).map(({ returned, ...row }) => ({
          deposit: transactionFromRow(row),
          returned,
        })),
      },
    ]),
  );
}

/** Returns it after another withdrawal or decision. */
export function withWithdrawal(withdrawn: Withdrawn, withdrawal: Transaction): Withdrawn {
  const isNew = withdrawal.version === 1;
  const route = isNew ? (withdrawal.payoutPlan?.route ?? []) : [];
  return {
    ...withdrawn,
    recent: [...withdrawn.recent.filter(({ id }) => id !== withdrawal.id), withdrawal],
    requestedAt: isNew ? [withdrawal.createdAt, ...withdrawn.requestedAt] : withdrawn.requestedAt,
    sources: withdrawn.sources.map((source) => ({
      ...source,
      returned: plus(
        source.returned,
        sum(route.filter(({ depositId }) => depositId === source.deposit.id).map(({ amount }) => amount)),
      ),
    })),
  };
}

/** Classifies a destination by its fingerprints; without any, the withdrawal names none. */
export function destinationOf({ recent, paidTo }: Withdrawn, fingerprints: readonly string[]): Destination {
  if (fingerprints.length === 0) return { kind: 'none' };
  if (fingerprints.some((fingerprint) => paidTo.has(fingerprint))) return { kind: 'paid' };
  const waiting = recent.filter(
    ({ status, payout }) => status === 'pending' && payout !== null && fingerprints.includes(payout.fingerprint),
  );
  const [first, ...more] = waiting.map(({ createdAt }) => createdAt);
  return first === undefined ? { kind: 'new' } : { kind: 'waiting', since: instant(Math.min(first, ...more)) };
}

/** A withdrawal that one admin approved alone, or a payment of what of it could not be returned. */
export type ApprovedAlone = {
  /** Of the approved withdrawal; `null` for such a payment, which counts for the next one of the same withdrawal too. */
  readonly id: TransactionId | null;
  readonly by: UserId;
  readonly walletId: WalletId;
  readonly fingerprint: string | null;
  readonly amount: Cents;
};

export const aloneText = `
  select id, decided_by as by, wallet_id as "walletId", payout_fingerprint as fingerprint, amount
  from transactions
  where type = 'withdrawal' and status = 'completed' and decided_by = any($1::uuid[]) and first_approved_by is null
    and decided_at > $2 and (wallet_id = any($3::uuid[]) or payout_fingerprint = any($4::text[]))
  union all
  -- What could not be returned and was paid instead, unless the same admin approved that withdrawal alone: then it is counted above.
  select null, r.admin, t.wallet_id, t.payout_fingerprint, r.amount
  from return_decisions r join transactions t on t.id = r.transaction_id
  where r.is_final and r.how <> 'retry' and r.admin = any($1::uuid[]) and r.first_admin is null and r.decided_at > $2
    and (t.wallet_id = any($3::uuid[]) or t.payout_fingerprint = any($4::text[]))
    and not coalesce(t.decided_by = r.admin and t.first_approved_by is null and t.decided_at > $2, false)`;

const lockApprovalsText = "select pg_advisory_xact_lock(hashtext('withdrawal approvals'))";

/** Takes the lock of `readApprovedAlone` in the caller's transaction. */
export const lockApprovals = async (trx: Trx): Promise<void> => {
  await sql.raw(lockApprovalsText).execute(trx);
};

/**
 * Returns what these admins approved alone within 24 hours, for these wallets or destinations. Other approvals wait until the
 * commit.
 */
export async function readApprovedAlone(
  client: Pick<ClientBase, 'query'>,
  asked: {
    readonly admins: readonly UserId[];
    readonly wallets: readonly WalletId[];
    readonly fingerprints: readonly string[];
    readonly now: Instant;
  },
): Promise<readonly ApprovedAlone[]> {
  if (asked.admins.length === 0) return [];
  // Approvals of all processes are serialized, so that the second of two at once counts the first.
  await client.query(lockApprovalsText);
  const { rows } = await client.query<ApprovedAlone>(aloneText, [
    asked.admins,
    timestamp(instant(asked.now - hours(24))),
    asked.wallets,
    asked.fingerprints,
  ]);
  return rows;
}

/** Sums what is for the same bettor or destination, without the approval of this withdrawal: its parts are the same money. */
export const aloneFor = (
  approved: readonly ApprovedAlone[],
  by: UserId,
  { id, walletId, payout }: Pick<Transaction, 'id' | 'walletId' | 'payout'>,
): Cents =>
  approved
    .filter((withdrawal) => withdrawal.id !== id && withdrawal.by === by)
    .filter(
      (withdrawal) =>
        withdrawal.walletId === walletId || (payout !== null && withdrawal.fingerprint === payout.fingerprint),
    )
    .reduce((total, withdrawal) => plus(total, cents(withdrawal.amount)), noMoney);
