import type { TransactionId } from '@touchline/core/ids';
import type { PayoutPlan, Transaction } from '@touchline/core/payments';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { Trx } from '../connect.ts';
import type { TransactionTable } from '../database.ts';

export type TransactionRow = Selectable<TransactionTable>;

/** Locks and reads transactions with the caller's client; for the wallet writer. */
export async function lockTransactions(
  client: ClientBase,
  ids: readonly TransactionId[],
): Promise<Map<TransactionId, Transaction>> {
  const { rows } = await client.query<TransactionRow>({
    name: 'lock-transactions',
    text: 'select * from transactions where id = any($1::uuid[]) order by id for update',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, transactionFromRow(row)]));
}

export const transactionFromRow = (row: TransactionRow): Transaction => ({
  id: row.id,
  walletId: row.wallet_id,
  version: row.version,
  type: row.type,
  amount: row.amount,
  status: row.status,
  method: row.method,
  reference: row.reference,
  reason: row.reason,
  provider: row.provider,
  providerPaymentId: row.provider_payment_id,
  charge:
    row.charge_currency === null || row.charge_amount === null
      ? null
      : { currency: row.charge_currency, amount: row.charge_amount },
  checkout: row.checkout_url === null ? null : { url: row.checkout_url, expiresAt: row.checkout_expires_at },
  payout:
    row.payout_sealed === null
      ? null
      : { sealed: row.payout_sealed, mask: row.payout_mask ?? '', fingerprint: row.payout_fingerprint ?? '' },
  ...(row.type === 'withdrawal' && { payoutPlan: planOf(row) }),
  flags: row.flags,
  decision: row.decided_by === null || row.decided_at === null ? null : { by: row.decided_by, at: row.decided_at },
  metadata: row.metadata,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const planOf = (row: TransactionRow): PayoutPlan => ({
  payableFrom: row.payable_from,
  firstApproval:
    row.first_approved_by === null || row.first_approved_at === null
      ? null
      : { by: row.first_approved_by, at: row.first_approved_at },
  route: row.route,
});

/**
 * Locks and returns the row of a transaction until the caller's transaction ends.
 * @throws if it does not exist
 */
export const lockRow = (trx: Trx, id: TransactionId): Promise<Selectable<TransactionTable>> =>
  trx.selectFrom('transactions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
