import { demoEmails } from '@touchline/core/account';
import type { ReconciliationView } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import type {
  ComparedPayouts,
  KnownBalance,
  OwnDeposit,
  OwnPayments,
  PaymentDifference,
  Payout,
} from '@touchline/core/payments';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { reportCases } from '../cases/index.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { utcText } from '../ledger/view-event.ts';

type Kind = ReconciliationView['kind'];

const columns = sql`
  id, kind, state, ${utcText('requested_at')} as "requestedAt", ${utcText('finished_at')} as "finishedAt",
  coalesce(report -> 'counts', '{}') as counts, (report ->> 'differences')::integer as differences, report ->> 'problem' as problem`;

/** Requests a comparison with the provider; one that waits or runs is returned instead. */
export async function requestReconciliation(db: Db, requestedBy: UserId | null): Promise<ReconciliationView> {
  for (;;) {
    const { rows } = await sql<ReconciliationView>`
      insert into reconciliations (id, kind, state, requested_by) values (${uuidv7()}, 'provider', 'waiting', ${requestedBy})
      on conflict (kind) where state in ('waiting', 'running') do nothing returning ${columns}`.execute(db);
    const open =
      rows[0] ??
      (
        await sql<ReconciliationView>`
          select ${columns} from reconciliations where kind = 'provider' and state in ('waiting', 'running')`.execute(
          db,
        )
      ).rows[0];
    // The open run may have ended in the meantime; then try again.
    if (open) return open;
  }
}

/** Requests the daily comparison if none was requested for 24 hours and there has been a deposit. */
export async function requestDailyReconciliation(db: Db, now: Instant): Promise<void> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from transactions where type = 'deposit')
      and not exists (select from reconciliations where kind = 'provider'
        and (state in ('waiting', 'running') or requested_at > ${timestamp(now)}::timestamptz - interval '24 hours')) as due`.execute(
    db,
  );
  if (rows[0]?.due) await requestReconciliation(db, null);
}

const silentMs = hours(0.25);

/** Starts the waiting run, or restarts one whose worker has been silent. Returns its id. */
export async function startReconciliation(db: Db, kind: Kind): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update reconciliations set state = 'running', seen_at = clock_timestamp()
    where kind = ${kind} and (state = 'waiting'
      or state = 'running' and seen_at < clock_timestamp() - make_interval(secs => ${silentMs / 1_000}))
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Ends a run; its differences become cases, and cases of differences that are gone are resolved. */
export const finishReconciliation = (
  db: Db,
  id: string,
  {
    differences,
    counts,
    balances = [],
  }: {
    readonly differences: readonly PaymentDifference[];
    readonly counts: Readonly<Record<string, number>>;
    /** What the next run continues from. */
    readonly balances?: readonly KnownBalance[];
  },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const report = JSON.stringify({ counts, differences: differences.length, balances });
    await sql`
      update reconciliations set state = 'done', finished_at = clock_timestamp(), report = ${report}::jsonb
      where id = ${id} and state = 'running'`.execute(trx);
    await reportCases(
      trx,
      'reconciliation',
      differences.map(({ key, sentence, facts, transactionId }) => ({
        key: `provider:${key}`,
        title: sentence,
        facts,
        subject: transactionId && `transaction:${transactionId}`,
      })),
      { foundBy: `reconciliation ${id}`, prefix: 'provider:', isAll: true },
    );
  });

/** Returns each balance at the provider as of the newest run that read it. */
export async function readKnownBalances(db: Db): Promise<readonly KnownBalance[]> {
  const { rows } = await sql<KnownBalance>`
    select known.* from (
      select report from reconciliations
      where kind = 'provider' and state = 'done' and jsonb_array_length(coalesce(report -> 'balances', '[]')) > 0
      order by requested_at desc limit 1
    ) newest, jsonb_to_recordset(newest.report -> 'balances') as known (id text, amount bigint, movement text)`.execute(
    db,
  );
  return rows;
}

/** Ends a run that failed; it says nothing about the payments. */
export async function giveUpReconciliation(db: Db, id: string, problem: string): Promise<void> {
  await sql`
    update reconciliations set state = 'incomplete', finished_at = clock_timestamp(),
      report = ${JSON.stringify({ problem })}::jsonb
    where id = ${id} and state = 'running'`.execute(db);
}

/** Returns the latest runs, newest first. */
export async function listReconciliations(db: Db, limit: number): Promise<ReconciliationView[]> {
  const { rows } = await sql<ReconciliationView>`
    select ${columns} from reconciliations order by requested_at desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Reads our side of a comparison: deposits that were created or credited since a moment and those of listed payments, and which of the
 * listed refunds and chargebacks are ours. `isStandIn`: leaves out the money that demo accounts begin with.
 */
export async function readOwnPayments(
  db: Db,
  listed: {
    readonly since: Instant;
    readonly paymentIds: readonly string[];
    readonly reversalIds: readonly string[];
    readonly isStandIn: boolean;
  },
): Promise<OwnPayments> {
  const { rows } = await sql<OwnDeposit>`
    with recent as materialized (
      select payload ->> 'transactionId' as id from ledger_events
      where type = 'DepositCredited' and recorded_at >= ${timestamp(listed.since)}
    )
    select t.id, t.provider, t.provider_payment_id as "paymentId", t.status, t.charge_currency as currency,
      t.charge_amount as amount, t.created_at as "createdAt", credit.*, t.decided_by is not null or exists (select from deposit_refunds r where r.transaction_id = t.id) as "isDecided",
      case when t.charge_amount is null then (
        select jsonb_build_object('paymentId', e.payload ->> 'providerPaymentId', 'debited', e.amount) from ledger_events e
        where e.wallet_id = t.wallet_id and e.type = 'DepositReversed' and e.payload ->> 'reversalId' = t.provider_payment_id limit 1
      ) end as "returnOf"
    from transactions t cross join lateral (
      select count(*)::integer as credits, coalesce(sum(e.amount), 0)::bigint as credited, max(e.recorded_at) as "creditedAt"
      from ledger_events e
      where e.wallet_id = t.wallet_id and e.type = 'DepositCredited' and e.payload ->> 'transactionId' = t.id::text
    ) credit
    where t.type = 'deposit' and (t.created_at >= ${timestamp(listed.since)} or t.provider_payment_id = any(${listed.paymentIds}::text[])
        or t.id::text in (select id from recent))
      and not (${listed.isStandIn}::boolean and exists (
        select from users u where u.wallet_id = t.wallet_id and u.email = any(${demoEmails}::text[])))`.execute(db);
  const known = await sql<{ id: string }>`
    select id from unnest(${listed.reversalIds}::text[]) as listed (id)
    where exists (select from transactions t where t.type = 'refund' and t.reference = listed.id)
      or exists (select from deposit_refunds r where r.refund_id = listed.id)
      or exists (select from transactions t, jsonb_array_elements(t.route) part
        where t.type = 'withdrawal' and jsonb_typeof(t.route) = 'array' and part ->> 'refundId' = listed.id)`.execute(
    db,
  );
  return { deposits: rows, reversals: new Set(known.rows.map(({ id }) => id)) };
}

/** The first and the last day of a bank statement, as `YYYY-MM-DD`. */
export type StatementDays = { readonly from: string; readonly to: string };

/** Returns the days of all statements that were compared: none after the one on which it was uploaded. */
export async function readStatementDays(db: Db): Promise<readonly StatementDays[]> {
  const { rows } = await sql<StatementDays>`
    select distinct report ->> 'from' as "from",
      least(report ->> 'to', to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD')) as "to"
    from reconciliations
    where kind = 'bank' and report ? 'from'`.execute(db);
  return rows;
}

/**
 * Returns what was to be paid to bank accounts since a moment, and what earlier statements have of it: of a withdrawal what does not go
 * back to deposits, and what could not be returned once admins sent it to the account as well. `unpaidSince`: from when on also what no
 * statement has.
 */
export async function readPayouts(
  db: Db,
  { since, unpaidSince }: { readonly since: Instant; readonly unpaidSince: Instant },
): Promise<readonly Payout[]> {
  const first = timestamp(instant(Math.min(since, unpaidSince)));
  const { rows } = await sql<Payout>`
    with payouts as (
      select t.id::text, t.id as "withdrawalId", coalesce(t.reference, '') as reference, coalesce(t.decided_at, t.updated_at) as "paidAt",
        t.amount - coalesce((select sum((part ->> 'amount')::bigint) from jsonb_array_elements(
          case jsonb_typeof(t.route) when 'array' then t.route else '[]' end) part), 0)::bigint as amount
      from transactions t where t.type = 'withdrawal' and t.status = 'completed' and t.method = 'bank_transfer'
        and t.updated_at >= ${first}
      union all
      select t.id || ':' || d.id, t.id, d.reference, d.decided_at, d.amount
      from return_decisions d join transactions t on t.id = d.transaction_id
      where d.is_final and d.how = 'destination' and t.method = 'bank_transfer' and t.updated_at >= ${first}
    ), booked as (
      select b.payout, jsonb_agg(distinct b.booking) as bookings
      from reconciliations r, jsonb_to_recordset(r.report -> 'bookings') as b (payout text, booking text)
      where r.kind = 'bank' group by b.payout
    ), compared as (
      select p.*, to_char(p."paidAt" at time zone 'UTC', 'YYYY-MM-DD') as "paidOn", coalesce(b.bookings, '[]') as bookings,
        p.id in (
          select jsonb_array_elements_text(r.report -> 'matched') from reconciliations r where r.kind = 'bank') as "isKnownPaid"
      from payouts p left join booked b on b.payout = p.id
      where p.amount > 0
    )
    select * from compared
    where "paidAt" >= ${timestamp(since)} or "paidAt" >= ${timestamp(unpaidSince)} and not "isKnownPaid"`.execute(db);
  return rows;
}

/** Stores the comparison with a statement once; the same file again returns it. */
export const saveStatement = (
  db: Db,
  {
    digest,
    days,
    requestedBy,
    counts,
    compared: { differences, matched, bookings },
  }: {
    /** SHA-256 of the file. */
    readonly digest: string;
    readonly days: StatementDays;
    readonly requestedBy: UserId;
    readonly counts: Readonly<Record<string, number>>;
    readonly compared: ComparedPayouts;
  },
): Promise<ReconciliationView> =>
  db.transaction().execute(async (trx) => {
    const report = JSON.stringify({ ...days, counts, differences: differences.length, matched, bookings });
    const { rows } = await sql<ReconciliationView>`
      insert into reconciliations (id, kind, state, requested_by, finished_at, digest, report)
      values (${uuidv7()}, 'bank', 'done', ${requestedBy}, clock_timestamp(), ${digest}, ${report}::jsonb)
      on conflict (digest) where digest is not null do nothing returning ${columns}`.execute(trx);
    const [added] = rows;
    if (!added) return readStatementRun(trx, digest);
    const cases = differences.map(({ key, sentence, facts, transactionId }) => ({
      key,
      title: sentence,
      facts,
      subject: transactionId && `transaction:${transactionId}`,
    }));
    await reportCases(trx, 'reconciliation', cases, { foundBy: `bank statement ${added.id}`, isAll: false });
    // Differences of earlier statements that this one resolves.
    const paid = matched.map((id) => `bank:not-paid:${id}`);
    await sql`
      with gone as (
        update cases set state = 'resolved', changed_at = clock_timestamp()
        where state = 'open' and key = any(${paid}::text[]) returning id
      )
      insert into case_entries (case_id, act, text)
      select id, 'resolved', ${`Paid according to bank statement ${added.id}`} from gone`.execute(trx);
    return added;
  });

/** Returns the comparison of a file that was uploaded before. */
async function readStatementRun(trx: Trx, digest: string): Promise<ReconciliationView> {
  const { rows } = await sql<ReconciliationView>`
    select ${columns} from reconciliations where digest = ${digest}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error('the statement that was stored before is missing');
  return found;
}
