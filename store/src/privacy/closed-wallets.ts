import type { WalletId } from '@touchline/core/ids';
import { type Cents, noMoney, plus } from '@touchline/core/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../connect.ts';

/** Whether the account of a wallet is closed. It never opens again. */
export async function isClosedWallet(db: Db | Trx, walletId: WalletId): Promise<boolean> {
  const { rows } = await sql`select from closed_accounts where wallet_id = ${walletId}`.execute(db);
  return rows.length > 0;
}

/**
 * Locks a wallet, and returns whether staff may change its balance by an amount. That of a closed account only moves towards 0, because
 * no one can withdraw from it or pay into it.
 */
export async function mayAdjust(trx: Trx, walletId: WalletId, amount: Cents): Promise<boolean> {
  const { rows } = await sql<{ cash: Cents }>`
    select cash from wallets where wallet_id = ${walletId} for update`.execute(trx);
  if (!(await isClosedWallet(trx, walletId))) return true;
  const before = rows[0]?.cash ?? noMoney;
  const after = plus(before, amount);
  return Math.abs(after) < Math.abs(before) && after * before >= 0;
}
