import { type Cents, noMoney, plus } from '../money/index.ts';
import type { WalletEvent } from './event.ts';
import { isPlayerAccount, type Leg, legs, type PlayerAccount } from './legs.ts';

/** A player's money. `cash` is what can be staked or withdrawn now; it is the balance on the screen. */
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

/** The balance of one of the player's accounts. */
export const balanceOf = (wallet: Wallet, account: PlayerAccount): Cents => wallet[fieldOf[account]];

/** The wallet after one more event: every leg on one of the player's accounts is added to it. */
export const apply = (wallet: Wallet, event: WalletEvent): Wallet => applyLegs(wallet, legs(event));

/** `apply` for who needs the legs of the event as well. */
export function applyLegs(wallet: Wallet, moved: readonly Leg[]): Wallet {
  const after = { ...wallet };
  for (const { account, amount } of moved) {
    if (!isPlayerAccount(account)) continue;
    const field = fieldOf[account];
    after[field] = plus(after[field], amount);
  }
  return after;
}

/** The balance is the fold of the events, in order, from an empty wallet. */
export const replay = (events: Iterable<WalletEvent>): Wallet => {
  let wallet = emptyWallet;
  for (const event of events) wallet = apply(wallet, event);
  return wallet;
};
