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

const rowOf = (one: Transaction) => ({
  id: one.id,
  wallet_id: one.walletId,
  version: one.version,
  type: one.type,
  amount: one.amount,
  status: one.status,
  method: one.method,
  reference: one.reference,
  reason: one.reason,
  provider: one.provider,
  provider_payment_id: one.providerPaymentId,
  charge_currency: one.charge?.currency ?? null,
  charge_amount: one.charge?.amount ?? null,
  payout_sealed: one.payout?.sealed ?? null,
  payout_mask: one.payout?.mask ?? null,
  payout_fingerprint: one.payout?.fingerprint ?? null,
  flags: one.flags,
  payable_from: one.payoutPlan?.payableFrom ?? null,
  first_approved_by: one.payoutPlan?.firstApproval?.by ?? null,
  first_approved_at: one.payoutPlan?.firstApproval?.at ?? null,
  route: one.payoutPlan?.route ?? [],
  // Refunds are due as soon as the withdrawal is approved.
  route_due_at: one.payoutPlan?.route.some(({ state }) => state === 'waiting') ? one.updatedAt : null,
  decided_by: one.decision?.by ?? null,
  decided_at: one.decision?.at ?? null,
  metadata: one.metadata,
  created_at: one.createdAt,
  updated_at: one.updatedAt,
});
