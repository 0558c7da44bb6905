import type { Exclusion } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { ClientBase } from 'pg';

// An operator's exclusion ends when the next decision about the wallet begins: a longer one, or lifting it.
const exclusionsText = `
  select wallet_id, kind, since, until from exclusions where wallet_id = any($1::uuid[])
  union all
  select wallet_id, 'operator', since, least(until, next_at) from (
    select *, lead(since) over (partition by wallet_id order by id) as next_at
    from operator_exclusions where wallet_id = any($1::uuid[])
  ) acts where act = 'begun'`;

/** Reads all past and present exclusions of wallets that the caller has locked. */
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
