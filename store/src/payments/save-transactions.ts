import type { Transaction } from '@touchline/core/payments';
import type { ClientBase } from 'pg';

const saveText = `
  insert into transactions (id, wallet_id, version, type, amount, status, method, reference, reason, provider,
    provider_payment_id, charge_currency, charge_amount, payout_sealed, payout_mask, payout_fingerprint, flags,
    payable_from, first_approved_by, first_approved_at, route, route_due_at, decided_by, decided_at, metadata,
    created_at, updated_at)
  select id, wallet_id, version, type, amount, status, method, reference, reason, provider, provider_payment_id,
    charge_currency, charge_amount, payout_sealed, payout_mask, payout_fingerprint, flags,
    to_timestamp(payable_from / 1000), first_approved_by, to_timestamp(first_approved_at / 1000), route,
    to_timestamp(route_due_at / 1000), decided_by, to_timestamp(decided_at / 1000), metadata, to_timestamp(created_at / 1000), to_timestamp(updated_at / 1000)
  from jsonb_to_recordset($1::jsonb) as t (id uuid, wallet_id uuid, version int, type text, amount bigint, status text,
    method text, reference text, reason text, provider text, provider_payment_id text, charge_currency text,
    charge_amount bigint, payout_sealed text, payout_mask text, payout_fingerprint text, flags text[],
    payable_from float8, first_approved_by uuid, first_approved_at float8, route jsonb, route_due_at float8, decided_by uuid, decided_at float8, metadata jsonb, created_at float8, updated_at float8)
  on conflict (id) do update
  set version = excluded.version, amount = excluded.amount, charge_currency = excluded.charge_currency,
    charge_amount = excluded.charge_amount, status = excluded.status, reference = excluded.reference, reason = excluded.reason,
    provider = excluded.provider, provider_payment_id = excluded.provider_payment_id, flags = excluded.flags,
    first_approved_by = excluded.first_approved_by, first_approved_at = excluded.first_approved_at,
    route = excluded.route, route_due_at = excluded.route_due_at, decided_by = excluded.decided_by, decided_at = excluded.decided_at, metadata = excluded.metadata,
    updated_at = excluded.updated_at
  where transactions.version < excluded.version`;

/** Writes new and changed transactions. Throws if one changed in the meantime, which its lock should prevent. */
export async function saveTransactions(client: ClientBase, transactions: readonly Transaction[]): Promise<void> {
  const { rowCount } = await client.query({
    name: 'save-transactions',
    text: saveText,
    values: [JSON.stringify(transactions.map(rowOf))],
  });
  if (rowCount !== transactions.length) {
    throw new Error(`${transactions.length} transactions to write, ${rowCount} were unchanged since they were read`);
  }
}

const rowOf = (transaction: Transaction) => ({
  id: transaction.id,
  wallet_id: transaction.walletId,
  version: transaction.version,
  type: transaction.type,
  amount: transaction.amount,
  status: transaction.status,
  method: transaction.method,
  reference: transaction.reference,
  reason: transaction.reason,
  provider: transaction.provider,
  provider_payment_id: transaction.providerPaymentId,
  charge_currency: transaction.charge?.currency ?? null,
  charge_amount: transaction.charge?.amount ?? null,
  payout_sealed: transaction.payout?.sealed ?? null,
  payout_mask: transaction.payout?.mask ?? null,
  payout_fingerprint: transaction.payout?.fingerprint ?? null,
  flags: transaction.flags,
  payable_from: transaction.payoutPlan?.payableFrom ?? null,
  first_approved_by: transaction.payoutPlan?.firstApproval?.by ?? null,
  first_approved_at: transaction.payoutPlan?.firstApproval?.at ?? null,
  route: transaction.payoutPlan?.route ?? [],
  // Refunds are due as soon as the withdrawal is approved.
  route_due_at: transaction.payoutPlan?.route.some(({ state }) => state === 'waiting') ? transaction.updatedAt : null,
  decided_by: transaction.decision?.by ?? null,
  decided_at: transaction.decision?.at ?? null,
  metadata: transaction.metadata,
  created_at: transaction.createdAt,
  updated_at: transaction.updatedAt,
});
