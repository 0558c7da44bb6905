import { z } from 'zod';
import { dollars } from '../money/index.ts';
import type { Wallet } from '../wallet/index.ts';

/** A wallet on the wire, in dollars. `version` grows with every ledger event; a lower one never replaces a higher. */
export const walletView = z.object({
  version: z.number().int(),
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

/** A pushed wallet says why it moved: the event and its signed effect on the balance, in dollars. */
export const walletPush = walletView.extend({
  reason: z.object({ type: z.string(), amount: z.number(), betId: z.string().optional() }).optional(),
});
export type WalletPush = z.infer<typeof walletPush>;
