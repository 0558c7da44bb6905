import type { Exclusion } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { ClientBase } from 'pg';

// One by the operator ends when the next act about the same wallet begins: a longer one, or that it was lifted.
const exclusionsText = `
  select wallet_id, kind, since, until from exclusions where wallet_id = any($1::uuid[])
  union all
  select wallet_id, 'operator', since, least(until, next_at) from (
    select *, lead(since) over (partition by wallet_id order by id) as next_at
    from operator_exclusions where wallet_id = any($1::uuid[])
  ) acts where act = 'begun'`;

/** Every exclusion of the wallets, also those that have ended; the wallets are locked by the caller. */
export async function exclusionsOfLocked(
  client: ClientBase,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<WalletId, readonly Exclusion[]>> {
  const { rows } = await client.query<Exclusion & { readonly wallet_id: WalletId }>({
    name: 'exclusions-of-wallets',
    text: exclusionsText,
    values: [wallets],
  });
  return Map.groupBy(rows, ({ wallet_id }) => wallet_id);
}
