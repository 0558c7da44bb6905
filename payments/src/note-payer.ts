import type { Instant } from '@touchline/core/instant';
import type { ProviderPayment, Transaction } from '@touchline/core/payments';
import { ownerOf } from '@touchline/store/payments';
import { recognizePerson } from '@touchline/store/privacy';
import type { ReconcileDeps } from './reconcile-deps.ts';

/**
 * Stores a keyed digest of the payer before the deposit is credited. The card of an excluded person excludes the account from the
 * moment of the payment, so that it is not credited; the card of a person who had a bonus earns no other.
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
