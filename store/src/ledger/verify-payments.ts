import type { Pool } from 'pg';
import type { Finding } from './findings.ts';

/**
 * Checks every transaction against the ledger, in one snapshot: completed deposits were credited once and no others; withdrawals
 * were held once, and paid or released once when they ended; reversals were debited once. All to the cent, and every such event has
 * its transaction.
 */
export async function verifyPayments(pool: Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ id: string; what: string | null; wallet: string; count: number }>(wrongText);
  const [first] = rows;
  if (!first) return verifyReturns(pool);
  const sentence = first.what
    ? `transaction ${first.id} (${first.what}) differs from the ledger`
    : `transaction ${first.id} is in the ledger but does not exist`;
  return [{ kind: 'payment-differs', count: first.count, first: { wallet: first.wallet }, sentence }];
}

/** Checks that returned parts do not exceed their withdrawal, are requested only once it is paid, and reverse no deposit. */
async function verifyReturns(pool: Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ id: string; wallet: string; count: number }>(wrongReturnsText);
  const [first] = rows;
  if (!first) return [];
  const sentence = `the returned parts of withdrawal ${first.id} do not match the ledger`;
  return [{ kind: 'payment-differs', count: first.count, first: { wallet: first.wallet }, sentence }];
}

const wrongReturnsText = `
  with parts as (
    select t.id, t.wallet_id, t.status, t.amount, (part ->> 'amount')::bigint as part, part ->> 'state' as state,
      part ->> 'refundId' as refund, part ->> 'depositId' as deposit
    from transactions t cross join lateral jsonb_array_elements(t.route) part
    where t.type = 'withdrawal'
  ), wrong as (
    select id, wallet_id from parts group by id, wallet_id, amount having sum(part) > amount
    union
    select id, wallet_id from parts where part <= 0 or (status = 'completed') = (state = 'planned')
    union
    select p.id, p.wallet_id from parts p
    join transactions r on r.type = 'refund' and r.wallet_id = p.wallet_id and r.reference = p.refund
    union
    select p.id, p.wallet_id from parts p left join transactions d on d.id::text = p.deposit
    where d.type is distinct from 'deposit' or d.wallet_id is distinct from p.wallet_id
    union
    -- What was paid in another way is what admins decided, once for each refund that failed.
    select p.id, p.wallet_id from parts p group by p.id, p.wallet_id
    having coalesce(sum(part) filter (where state = 'paid'), 0) <> (
      select coalesce(sum(r.amount), 0) from return_decisions r
      where r.transaction_id = p.id and r.is_final and r.how <> 'retry')
  )
  select id, wallet_id::text as wallet, count(*) over () as count from wrong order by id limit 1`;

// The events of a transaction, and those it should have, are compared as text.
const wrongText = `
  with said as (
    select case when type = 'DepositReversed' then 'reversal ' || (payload ->> 'reversalId') || ' of ' else '' end
        || coalesce(payload ->> 'transactionId', '') as id,
      string_agg(type || ' ' || amount || ' ' || wallet_id, ', ' order by type, seq) as events, min(wallet_id::text) as wallet
    from ledger_events
    where type in ('DepositCredited', 'DepositReversed', 'WithdrawalRequested', 'WithdrawalPaid', 'WithdrawalReleased')
    group by 1
  ), due as (
    select case when t.type = 'refund' then 'reversal ' || t.reference || ' of ' || (t.metadata ->> 'deposit')
        else t.id::text end as id,
      t.type || ', ' || t.status as what, t.wallet_id::text as wallet,
      (
        select string_agg(type || ' ' || t.amount || ' ' || t.wallet_id, ', ' order by type)
        from unnest(case
          when t.type = 'deposit' and t.status = 'completed' then array['DepositCredited']
          when t.type = 'refund' then array['DepositReversed']
          when t.type = 'withdrawal' and t.status = 'completed' then array['WithdrawalRequested', 'WithdrawalPaid']
          when t.type = 'withdrawal' and t.status = 'canceled' then array['WithdrawalRequested', 'WithdrawalReleased']
          when t.type = 'withdrawal' then array['WithdrawalRequested']
        end) as one (type)
      ) as events
    from transactions t
  )
  select coalesce(due.id, said.id) as id, due.what, coalesce(due.wallet, said.wallet) as wallet,
    count(*) over () as count
  from due full join said on said.id = due.id
  where due.events is distinct from said.events
  order by 1 limit 1`;
