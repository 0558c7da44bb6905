import * as z from 'zod/mini';
import type { BetId } from '../ids.ts';
import { dollars, sum } from '../money/index.ts';
import { legs, type Wallet, type WalletEvent } from '../wallet/index.ts';

/** A wallet on the wire, in dollars. `version` grows with every ledger event; a lower one never replaces a higher. */
export const walletView = z.object({
  version: z.int(),
  balance: z.number(),
  held: z.number(),
  bonus: z.number(),
  staked: z.number(),
});
export type WalletView = z.infer<typeof walletView>;

export const viewWallet = (wallet: Wallet, version: number): WalletView => ({
  version,
  balance: dollars(wallet.cash),
  held: dollars(wallet.held),
  bonus: dollars(wallet.bonus),
  staked: dollars(wallet.staked),
});

/**
 * A pushed wallet says why it moved: the event and its signed effect on the balance, in dollars. `bonus`: what happened to the
 * bonus in the same commit, such as `BonusConverted`, and its amount, which is positive.
 */
export const walletPush = z.extend(walletView, {
  reason: z.optional(
    z.object({
      type: z.string(),
      amount: z.number(),
      betId: z.optional(z.string()),
      bonus: z.optional(z.object({ type: z.string(), amount: z.number() })),
    }),
  ),
});
export type WalletPush = z.infer<typeof walletPush>;

/** Why a wallet moved: by an event, and by those that followed from it in the same commit. */
export function movedBecause(
  event: WalletEvent,
  also: readonly WalletEvent[] = [],
  betId?: BetId,
): NonNullable<WalletPush['reason']> {
  const cash = legs(event).flatMap((leg) => (leg.account === 'player:cash' ? [leg.amount] : []));
  return {
    type: event.type,
    amount: dollars(sum(cash)),
    ...(betId !== undefined && { betId }),
    ...bonusMoved([...also, event]),
  };
}

/** What of these events is about a bonus, for the reason of a push. */
export function bonusMoved(events: readonly WalletEvent[]): Pick<NonNullable<WalletPush['reason']>, 'bonus'> {
  const moved = events.find(({ type }) => type.startsWith('Bonus'));
  return moved ? { bonus: { type: moved.type, amount: dollars(moved.amount) } } : {};
}
