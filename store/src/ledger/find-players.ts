import type { PlayerNames, PlayerView } from '@touchline/core/contract';
import type { WalletId } from '@touchline/core/ids';
import type { Wallet } from '@touchline/core/wallet';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connect.ts';
import { viewBalances } from './view-event.ts';

const most = 50;

/** Returns at most 50 players, by name, whose name or email contains `search`, or whose user or wallet id begins with it. */
export const findPlayers = (db: Db, search: string): Promise<PlayerView[]> => {
  const wanted = search.trim().toLowerCase();
  return readPlayers(
    db,
    sql`strpos(lower(u.name), ${wanted}) > 0 or strpos(u.email, ${wanted}) > 0
      or starts_with(u.id::text, ${wanted}) or starts_with(w.wallet_id::text, ${wanted})`,
  );
};

/** Returns the player of a wallet; without an account the name is empty. */
export const readPlayer = async (db: Db, walletId: WalletId): Promise<PlayerView | undefined> =>
  (await readPlayers(db, sql`w.wallet_id = ${walletId}`))[0];

/** Returns the names behind ids of wallets or users, with each one's wallet; an id without an account is left out. */
export const readNames = async (
  db: Db,
  ids: readonly string[],
): Promise<(PlayerNames[number] & { readonly walletId: WalletId })[]> => {
  const { rows } = await sql<PlayerNames[number] & { readonly walletId: WalletId }>`
    select a.id, u.name, u.wallet_id as "walletId"
    from (select distinct id from unnest(${ids}::uuid[]) as i (id)) a join users u on u.id = a.id or u.wallet_id = a.id
    where u.name <> ''`.execute(db);
  return rows;
};

/** Returns the wallet of an account by its email address. */
export async function walletOfEmail(db: Db, email: string): Promise<WalletId | undefined> {
  const user = db.selectFrom('users').select('wallet_id').where('email', '=', email.trim().toLowerCase());
  return (await user.executeTakeFirst())?.wallet_id;
}

async function readPlayers(db: Db, who: RawBuilder<unknown>): Promise<PlayerView[]> {
  const { rows } = await sql<Omit<PlayerView, 'balances'> & Wallet>`
    select w.wallet_id as "walletId", coalesce(u.id::text, '') as "userId", coalesce(u.name, '') as name,
      coalesce(u.email, '') as email, w.version, w.cash, w.held, w.bonus, w.staked
    from wallets w left join users u on u.wallet_id = w.wallet_id
    where ${who} order by u.name, w.wallet_id limit ${most}`.execute(db);
  return rows.map(({ cash, held, bonus, staked, ...player }) => ({
    ...player,
    balances: viewBalances({ cash, held, bonus, staked }),
  }));
}
