import { randomUUIDv7 } from 'node:crypto';
import type { BetId, TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { cents } from '@touchline/core/money';
import type { Store } from '@touchline/store/connect';
import { createMatch, homeWins, type Player, type TestMatch } from '@touchline/store/testing';
import type { PlaceBet, WalletWriter } from '@touchline/store/wallet';
import { seededNumbers } from './figures.ts';

/** The players and matches of all methods, as plain values that can be passed to another thread. */
export type Ground = { readonly players: readonly Player[]; readonly matches: readonly TestMatch[] };

const PLAYERS = 20_000;
const MATCHES = 50;
const DEPOSIT = cents(100_000_00);
const LEGS = 3;

/** Each player's total over all accounts, whatever was staked. */
export const moneyPerPlayer = DEPOSIT;

/** Wallets with a deposit through the ledger, and 50 open matches with fresh prices. */
export async function layGround(store: Store, writer: WalletWriter, count = PLAYERS): Promise<Ground> {
  const players = Array.from({ length: count }, () => ({
    userId: randomUUIDv7() as UserId,
    walletId: randomUUIDv7() as WalletId,
  }));
  await store.pool.query('insert into wallets (wallet_id) select unnest($1::uuid[])', [
    players.map((player) => player.walletId),
  ]);
  await Promise.all(players.map((player) => deposit(writer, player)));
  const matches: TestMatch[] = [];
  for (let number = 1; number <= MATCHES; number += 1) {
    matches.push(await createMatch(store.db, `Home Club ${number}`, `Away Club ${number}`));
  }
  return { players, matches };
}

/** Creates the players' accounts as registration would, each with a session of the same id. */
export async function openAccounts({ pool }: Store, { players }: Ground): Promise<void> {
  await pool.query(
    `insert into users (id, wallet_id, email, name, role, password_hash)
     select id, wallet_id, id || '@players.test', 'Player', 'bettor', 'cannot log in'
     from unnest($1::uuid[], $2::uuid[]) as p (id, wallet_id)`,
    [players.map(({ userId }) => userId), players.map(({ walletId }) => walletId)],
  );
  await pool.query(
    `insert into sessions (id, user_id, created_at, used_at, user_agent, address, salt, turned_at, expires_at)
     select id, id, now(), now(), '', '', sha256(id::text::bytea), now(), now() + interval '1 day'
     from unnest($1::uuid[]) as p (id)`,
    [players.map(({ userId }) => userId)],
  );
}

async function deposit(writer: WalletWriter, { walletId }: Player): Promise<void> {
  const transactionId = randomUUIDv7() as TransactionId;
  const paid = { transactionId, provider: 'bench', providerPaymentId: transactionId, amount: DEPOSIT };
  const credited = await writer.submit({
    type: 'credit-deposit',
    walletId,
    deposit: paid,
    actor: 'system:payments',
    cause: `payment:${transactionId}`,
  });
  if (!credited.ok) throw new Error(`a deposit was refused: ${credited.refusal.code}`);
}

/** New bets of three legs and one dollar: any player, any matches; the same seed gives the same order of players. */
export function bets(ground: Ground, seed: number): () => PlaceBet {
  const number = seededNumbers(seed);
  return () => {
    const player = ground.players[number(ground.players.length)];
    if (!player) throw new Error('there are no players');
    const first = number(ground.matches.length);
    const matches = Array.from({ length: LEGS }, (_, leg) => ground.matches[(first + leg * 7) % ground.matches.length]);
    const chosen = matches.filter((match) => match !== undefined);
    return homeWins(player, chosen, 100, randomUUIDv7() as BetId);
  };
}
