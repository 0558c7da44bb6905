import type { Instant } from '@touchline/core/instant';
import type { ProviderPayment, Transaction } from '@touchline/core/payments';
import { ownerOf } from '@touchline/store/payments';
import { recognizePerson } from '@touchline/store/privacy';
import type { ReconcileDeps } from './reconcile-deps.ts';

/**
 * Keeps a keyed digest of who paid before the deposit is credited: the card of an excluded person puts the account on hold from the
 * moment of the payment, so that it is not credited, and the card of a person who had a bonus brings no other.
 */
export async function notePayer(
  deps: ReconcileDeps,
  { walletId }: Transaction,
  { id, payer }: ProviderPayment,
  paidAt: Instant,
): Promise<void> {
  if (payer === null) return;
  const userId = await ownerOf(deps.db, walletId);
  const signals = [{ kind: 'payment', value: `${deps.provider.name} ${payer}` }] as const;
  const notice = await deps.db
    .transaction()
    .execute((trx) =>
      recognizePerson(trx, deps.dataKey, { userId, walletId, signals, requestId: `payment:${id}`, since: paidAt }),
    );
  if (notice) deps.queueEmail(notice);
}
