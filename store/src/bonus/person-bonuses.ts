import { bonusSignals } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { ClientBase } from 'pg';

/** One bonus per person: which wallets' owners have had one on another account. */
export type PersonBonuses = {
  readonly hadElsewhere: (walletId: WalletId) => boolean;
  /** Makes the bonus of a wallet known to the commands after this one. */
  readonly note: (walletId: WalletId) => void;
};

// Always in the same order, so that groups do not deadlock.
const lockText = `
  select pg_advisory_xact_lock(hashtextextended('bonus of ' || digest, 0)) from (
    select distinct s.digest from person_signals s join users u on u.id = s.user_id
    where u.wallet_id = any($1::uuid[]) and s.kind = any($2::text[]) order by s.digest
  ) signals`;
const readText = `
  select u.wallet_id, s.digest, exists (
      select from person_signals o join users ou on ou.id = o.user_id join bonuses b on b.wallet_id = ou.wallet_id
      where o.kind = s.kind and o.digest = s.digest and o.user_id <> s.user_id) as had
  from person_signals s join users u on u.id = s.user_id
  where u.wallet_id = any($1::uuid[]) and s.kind = any($2::text[])`;

/**
 * Locks the wallets' owners' person signals until the end of the transaction, then reads who had a bonus on another account, so
 * that of two first deposits at the same time only one earns it. Locked after the wallets, always in the same order.
 */
export async function lockPersonBonuses(client: ClientBase, wallets: ReadonlySet<WalletId>): Promise<PersonBonuses> {
  const had = new Set<WalletId>();
  const sharers = new Map<string, Set<WalletId>>();
  if (wallets.size > 0) {
    const values = [[...wallets], [...bonusSignals]];
    await client.query({ name: 'lock-person-bonuses', text: lockText, values });
    const { rows } = await client.query<{ wallet_id: WalletId; digest: string; had: boolean }>({
      name: 'read-person-bonuses',
      text: readText,
      values,
    });
    for (const row of rows) {
      if (row.had) had.add(row.wallet_id);
      sharers.set(row.digest, (sharers.get(row.digest) ?? new Set()).add(row.wallet_id));
    }
  }
  return {
    hadElsewhere: (walletId) => had.has(walletId),
    note: (walletId) => {
      for (const group of sharers.values()) {
        if (group.has(walletId)) for (const other of group) if (other !== walletId) had.add(other);
      }
    },
  };
}
