import { type Cents, noMoney, plus } from '../money/index.ts';
import type { WalletEvent } from './event.ts';
import { isPlayerAccount, type Leg, legs, type PlayerAccount } from './legs.ts';

/** A player's money. `cash` can be staked or withdrawn; it is the balance on the screen. */
export type Wallet = {
  readonly cash: Cents;
  readonly held: Cents;
  readonly bonus: Cents;
  readonly staked: Cents;
};

export const emptyWallet: Wallet = { cash: noMoney, held: noMoney, bonus: noMoney, staked: noMoney };

const fieldOf = {
  'player:cash': 'cash',
  'player:held': 'held',
  'player:bonus': 'bonus',
  'player:staked': 'staked',
} as const satisfies Record<PlayerAccount, keyof Wallet>;

/** Returns the balance of one of the player's accounts. */
export const balanceOf = (wallet: Wallet, account: PlayerAccount): Cents => wallet[fieldOf[account]];

/** Returns the wallet after one more event. */
export const apply = (wallet: Wallet, event: WalletEvent): Wallet => applyLegs(wallet, legs(event));

/** `apply` for callers that have the legs already. */
export function applyLegs(wallet: Wallet, moved: readonly Leg[]): Wallet {
  const after = { ...wallet };
  for (const { account, amount } of moved) {
    if (!isPlayerAccount(account)) continue;
    const field = fieldOf[account];
    after[field] = plus(after[field], amount);
  }
  return after;
}

/** Folds events, in order, from an empty wallet: the balance is a projection of the ledger. */
export const replay = (events: Iterable<WalletEvent>): Wallet => {
  let wallet = emptyWallet;
  for (const event of events) wallet = apply(wallet, event);
  return wallet;
};
