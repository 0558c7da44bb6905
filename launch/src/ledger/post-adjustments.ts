import { formatDollars } from '@touchline/core/money';
import type { Store } from '@touchline/store/connect';
import { listUnposted } from '@touchline/store/payments';
import { mayAdjust } from '@touchline/store/privacy';
import { createWalletWriter } from '@touchline/store/wallet';
import { StartRefused } from '../refusal.ts';

type Surroundings = { readonly print: (line: string) => void };

/** Posts approved adjustments that are not in the ledger yet. Safe to repeat: each is posted once. */
export async function postAdjustments(
  store: Store,
  { only }: { readonly only: string | undefined },
  { print }: Surroundings,
): Promise<number> {
  const unposted = await listUnposted(store.db);
  const chosen = only === undefined ? unposted : unposted.filter(({ id }) => id === only.toLowerCase());
  if (only !== undefined && chosen.length === 0)
    throw new StartRefused(`No approved adjustment ${only} waits to be posted.`);
  if (chosen.length === 0) print('No approved adjustment waits to be posted.');
  const writer = createWalletWriter(store);
  try {
    for (const { id, walletId, amount, cause, userName, requested, decided, requesterName, deciderName } of chosen) {
      if (!decided) continue;
      if (!(await store.db.transaction().execute((trx) => mayAdjust(trx, walletId, amount)))) {
        print(`Not posted, because it would leave money on the closed account ${userName}: ${id}`);
        continue;
      }
      const posted = await writer.submit({
        type: 'make-adjustment',
        walletId,
        adjustment: { id, amount, cause, requestedBy: requested.by, approvedBy: decided.by },
        actor: `admin:${decided.by}`,
        cause: `adjustment:${id}`,
      });
      if (!posted.ok) throw new StartRefused(`Adjustment ${id} could not be posted: ${posted.refusal.code}.`);
      const how = `requested by ${requesterName}, approved by ${deciderName ?? decided.by}`;
      print(`Posted ${formatDollars(amount)} for ${userName} (${cause}), ${how}: ${id}`);
    }
  } finally {
    await writer.close();
  }
  return 0;
}
