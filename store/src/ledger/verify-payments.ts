import type { Pool } from 'pg';
import type { Findings } from './findings.ts';

const mostListed = 1_000;

/**
 * Checks every transaction against the ledger, in one snapshot: completed deposits were credited once and no others; withdrawals
 * were held once, and paid or released once when they ended; reversals were debited once. All to the cent, and every such event has
 * its transaction. A reversal belongs to a deposit of its wallet and is at most that. Returned parts do not exceed their withdrawal, are
 * requested only once it is paid, and reverse no deposit.
 */
export async function verifyPayments(pool: Pool, findings: Findings): Promise<void> {
  const { rows } = await pool.query<{ id: string; what: string | null; wallet: string }>(wrongText);
  for (const { id, what, wallet } of rows) {
    const sentence = what
      ? `transaction ${id} (${what}) differs from the ledger`
      : `transaction ${id} is in the ledger but does not exist`;
    findings.add('payment-differs', sentence, { wallet });
  }
  const { rows: reversals } = await pool.query<{ id: string | null; wallet: string }>(wrongReversalsText);
  for (const { id, wallet } of reversals) {
    findings.add('payment-differs', `the reversals of deposit ${id} are more than it`, { wallet });
  }
  const { rows: returns } = await pool.query<{ id: string; wallet: string }>(wrongReturnsText);
  for (const { id, wallet } of returns) {
    findings.add('payment-differs', `the returned parts of withdrawal ${id} do not match the ledger`, { wallet });
  }
}

// A payment can be refunded and charged back, each in full. A refund that failed or a chargeback that was won is credited again under the
// reversal's id.
const wrongReversalsText = `
  with reversed as (
    select e.wallet_id, e.payload ->> 'transactionId' as deposit, max(e.amount) as largest,
      sum(e.amount - coalesce((
        select sum(c.amount) from ledger_events c
        where c.wallet_id = e.wallet_id and c.type = 'DepositCredited' and c.payload ->> 'providerPaymentId' = e.payload ->> 'reversalId'
      ), 0)) as total
    from ledger_events e where e.type = 'DepositReversed' group by 1, 2
  )
  select r.deposit as id, r.wallet_id::text as wallet from reversed r
  left join ledger_events d on d.wallet_id = r.wallet_id and d.type = 'DepositCredited' and d.payload ->> 'transactionId' = r.deposit
  where d.seq is null or r.largest > d.amount or r.total > 2 * d.amount
  order by 1 limit ${mostListed}`;

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
  select id, wallet_id::text as wallet from wrong order by id limit ${mostListed}`;

// The events of a transaction, and those it should have, are compared as text.
const wrongText = `
  with recorded as (
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
  select coalesce(due.id, recorded.id) as id, due.what, coalesce(due.wallet, recorded.wallet) as wallet
  from due full join recorded on recorded.id = due.id
  where due.events is distinct from recorded.events
  order by 1 limit ${mostListed}`;
